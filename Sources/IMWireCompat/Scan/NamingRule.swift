// SPDX-License-Identifier: Apache-2.0

/// The rule by which a serializer derives names for fields without a name of their own.
enum NamingRule: Sendable {
    case snake, kebab, camel, pascal

    /// Creates the rule that a serializer's word means: `SnakeCaseStrategy`, `FieldRename.kebab`, `to_camel`.
    init?(word: String) {
        let plain = word.lowercased().filter { $0 != "_" }
        if plain.holds("snake") || plain.hasSuffix("lowercasewithunderscores") {
            self = .snake
        } else if plain.holds("kebab") || plain.hasSuffix("lowercasewithdashes") {
            self = .kebab
        } else if plain.holds("pascal") || plain.holds("uppercamel") {
            self = .pascal
        } else if plain.holds("camel") {
            self = .camel
        } else {
            return nil
        }
    }

    /// Returns the name on the wire.
    func name(of field: String) -> String {
        let words = field.nameWords.map { $0.lowercased() }
        func capital(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
        switch self {
        case .snake: return words.joined(separator: "_")
        case .kebab: return words.joined(separator: "-")
        case .camel: return (words.first ?? "") + words.dropFirst().map(capital).joined()
        case .pascal: return words.map(capital).joined()
        }
    }
}
