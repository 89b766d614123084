// SPDX-License-Identifier: Apache-2.0

/// An enumeration of numbers or words on the wire, with the constants that platforms use for them.
package struct KnownEnumeration: Sendable {
    /// The enumeration's name in a manifest.
    package let name: String
    package let values: [Value]

    package struct Value: Sendable {
        /// The value's name in the registry.
        package let name: String
        /// The number on the wire; nil if a word is on the wire.
        package let number: Int?
        /// The suffixes of constants that mean the value, in lower case without separators.
        package let words: [String]
    }

    /// Returns the value that a platform's constant means, or nil if it is unknown.
    ///
    /// Constants carry prefixes (`ConversationType_GROUP`), so the longest known suffix decides.
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

    /// Returns a constant in lower case without separators.
    static func plain(_ constant: String) -> String {
        String(constant.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    package static let all = [conversationType, persistence, mentionedType, contactOperation, groupOperation]

    /// Returns the enumeration with the given name.
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

    /// The groups of users that a message can mention.
    package static let mentionedType = KnownEnumeration(
        name: "mentionedType", values: values([("all", 1, []), ("users", 2, ["part"])]))

    /// The requests and answers of a contact notification, which are words on the wire.
    package static let contactOperation = KnownEnumeration(
        name: "contactOperation",
        values: values([("Request", nil, []), ("AcceptResponse", nil, []), ("RejectResponse", nil, [])]))

    /// The events of a group notification, which are words on the wire.
    package static let groupOperation = KnownEnumeration(
        name: "groupOperation",
        values: values([
            ("Add", nil, []), ("Quit", nil, []), ("Kicked", nil, []), ("Rename", nil, []), ("Bulletin", nil, []),
            ("Create", nil, []), ("Dismiss", nil, []),
        ]))
}
