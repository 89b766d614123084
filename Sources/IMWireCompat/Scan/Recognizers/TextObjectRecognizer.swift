// SPDX-License-Identifier: Apache-2.0

import Schemas

/// A common object that code holds as JSON text.
struct TextObjectClaim: Sendable {
    /// The name of the member that holds the object.
    var name: String
    var keys: [KeyClaim]
    var file: Int
    var line: Int
}

/// A recognizer of JSON text with the members of an object that any content may have, in a function or a variable that is
/// named after the object (CMP-165): `user_info = '"id":"{{ id }}","name":"{{ name }}"'`.
struct TextObjectRecognizer: FileRecognizer {
    let file: SourceFile

    private static let words = ["userinfo": "user", "mentionedinfo": "mentionedInfo"]
    private static let minimumKeys = 3
    private static let reach = 64

    func run(_ claims: inout ScanClaims) {
        guard file.language == .python || file.language == .php || file.language.isScript else { return }
        let texts = source.places(of: .string) { text in
            text.utf8.count > 16 && (text.utf8.first == UInt8(ascii: "\"") || text.utf8.first == UInt8(ascii: "{"))
        }
        for index in texts where claims.textObjects.count < 1_000 {
            guard !source[index - 1].isString, let name = name(before: index)
            else { continue }
            let keys = JSONTextKeys(file: file).fragment(from: index)
            guard keys.count >= TextObjectRecognizer.minimumKeys else { continue }
            let known = Registry.builtIn.object(name) ?? []
            let isKnown = keys.allSatisfy { key in
                guard case .text(let member)? = key.name.terms.first else { return false }
                return known.named(member) != nil || known.spelled(member) != nil
            }
            guard isKnown else { continue }
            claims.textObjects.append(
                TextObjectClaim(name: name, keys: keys, file: file.index, line: source.line(index)))
        }
    }

    /// Returns the name of the object that the function or the variable before a text is named after.
    private func name(before index: Int) -> String? {
        for place in stride(from: index - 1, to: max(index - TextObjectRecognizer.reach, -1), by: -1)
        where source[place].isWord && source[place].text.utf8.count >= "userinfo".utf8.count {
            let plain = ClassRecognizer.plain(source[place].text)
            if let word = TextObjectRecognizer.words.first(where: { plain.hasSuffix($0.key) }) { return word.value }
        }
        return nil
    }
}
