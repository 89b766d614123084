// SPDX-License-Identifier: Apache-2.0

/// The numbers and words of the wire that platforms enumerate, and the constants that stand for them.
package struct KnownEnumeration: Sendable {
    /// Its name in a manifest.
    package let name: String
    /// Its values.
    package let values: [Value]

    /// One value.
    package struct Value: Sendable {
        /// Its name in the registry.
        package let name: String
        /// The number on the wire; nil where a word is.
        package let number: Int?
        /// The ends of constants that mean it, in lower case without separators.
        package let words: [String]
    }

    /// The value that a platform's constant means; nil where that cannot be told.
    ///
    /// Constants carry prefixes (`ConversationType_GROUP`), so the longest ending that is known decides.
    package func meaning(of constant: String) -> Value? {
        let plain = KnownEnumeration.plain(constant)
        var best: (value: Value, length: Int)?
        for value in values {
            for word in value.words where plain.hasSuffix(word) && word.utf8.count > (best?.length ?? 0) {
                best = (value, word.utf8.count)
            }
        }
        return best?.value
    }

    /// A constant in lower case without separators.
    static func plain(_ constant: String) -> String {
        String(constant.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// All of them.
    package static let all = [conversationType, persistence, mentionedType, contactOperation, groupOperation]

    /// The enumeration of that name.
    package static func named(_ name: String) -> KnownEnumeration? { all.first { $0.name == name } }

    private static func values(_ rows: [(String, Int?, [String])]) -> [Value] {
        rows.map { Value(name: $0, number: $1, words: [plain($0)] + $2) }
    }

    /// The kinds of conversation.
    package static let conversationType = KnownEnumeration(
        name: "conversationType",
        values: values([
            ("none", 0, ["invalid"]), ("private", 1, []), ("discussion", 2, []), ("group", 3, []),
            ("chatroom", 4, []), ("customerService", 5, ["custom", "kf"]), ("system", 6, []),
            ("appPublicService", 7, ["appservice", "mc"]), ("publicService", 8, ["mp"]),
            ("pushService", 9, []), ("ultraGroup", 10, ["ug"]), ("encrypted", 11, []), ("rtcRoom", 12, []),
        ]))

    /// The flags of a type.
    package static let persistence = KnownEnumeration(
        name: "persistence",
        values: values([
            ("none", 0, []), ("persisted", 1, ["persist"]), ("counted", 3, ["persistedandcounted", "count"]),
            ("status", 16, []),
        ]))

    /// Who is mentioned.
    package static let mentionedType = KnownEnumeration(
        name: "mentionedType", values: values([("all", 1, []), ("users", 2, ["part"])]))

    /// What a contact notification asks or answers; words are on the wire.
    package static let contactOperation = KnownEnumeration(
        name: "contactOperation",
        values: values([("Request", nil, []), ("AcceptResponse", nil, []), ("RejectResponse", nil, [])]))

    /// What a group notification reports; words are on the wire.
    package static let groupOperation = KnownEnumeration(
        name: "groupOperation",
        values: values([
            ("Add", nil, []), ("Quit", nil, []), ("Kicked", nil, []), ("Rename", nil, []), ("Bulletin", nil, []),
            ("Create", nil, []), ("Dismiss", nil, []),
        ]))
}
