// SPDX-License-Identifier: Apache-2.0

/// The rule by which a serialiser derives names for fields without a name of their own.
enum NamingRule: Sendable {
    case snake, kebab, camel, pascal

    /// Creates the rule that a serialiser's word means: `SnakeCaseStrategy`, `FieldRename.kebab`, `to_camel`.
    init?(word: String) {
        let plain = word.lowercased().filter { $0 != "_" }
        if plain.contains("snake") || plain.hasSuffix("lowercasewithunderscores") {
            self = .snake
        } else if plain.contains("kebab") || plain.hasSuffix("lowercasewithdashes") {
            self = .kebab
        } else if plain.contains("pascal") || plain.contains("uppercamel") {
            self = .pascal
        } else if plain.contains("camel") {
            self = .camel
        } else {
            return nil
        }
    }

    /// Returns the name on the wire.
    func name(of field: String) -> String {
        let words = NamingRule.words(of: field)
        func capital(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
        switch self {
        case .snake: return words.joined(separator: "_")
        case .kebab: return words.joined(separator: "-")
        case .camel: return (words.first ?? "") + words.dropFirst().map(capital).joined()
        case .pascal: return words.map(capital).joined()
        }
    }

    /// Returns the words of a name in lower case: `userID2` yields `user` and `id2`.
    private static func words(of field: String) -> [String] {
        var words: [String] = []
        var last: Character?
        let characters = Array(field)
        for (place, character) in characters.enumerated() {
            if character == "_" || character == "-" {
                last = nil
                continue
            }
            let next = place + 1 < characters.count ? characters[place + 1] : nil
            let begins =
                character.isUppercase && (last?.isUppercase == false || (last != nil && next?.isLowercase == true))
            if last == nil || begins { words.append("") }
            words[words.count - 1] += character.lowercased()
            last = character
        }
        return words
    }
}
