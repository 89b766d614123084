// SPDX-License-Identifier: Apache-2.0

/// The options in the text of a file of keep rules, without comments.
struct KeepRuleText {
    /// An option such as `-keep,allowshrinking class com.example.Gift { <fields>; }`.
    struct Option {
        var name: String
        /// The words after commas: `allowshrinking`.
        var modifiers: [String] = []
        /// The text between the name and the members.
        var specification = ""
        /// The members in braces; nil if there are no braces.
        var members: [String]?
    }

    private(set) var options: [Option] = []
    /// Whether a brace is not closed or there are too many options, so that rules are missing.
    private(set) var isBroken = false
    private static let maximum = 20_000

    init(_ text: String) {
        var rest = KeepRuleText.uncommented(text)[...]
        while let start = KeepRuleText.start(in: rest), options.count < KeepRuleText.maximum {
            rest = rest[start...]
            let next = KeepRuleText.start(in: rest.dropFirst()) ?? rest.endIndex
            options.append(KeepRuleText.option(rest[..<next]))
            if rest[..<next].contains("{"), !rest[..<next].contains("}") { isBroken = true }
            rest = rest[next...]
        }
        if options.count >= KeepRuleText.maximum { isBroken = true }
    }

    private static func uncommented(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { $0.prefix { $0 != "#" } }.joined(separator: "\n")
    }

    /// Returns the start of the first option: a hyphen, or the `@` of an included file, at the start of a word outside
    /// of braces.
    private static func start(in text: Substring) -> Substring.Index? {
        var depth = 0
        var isFirst = true
        var isLine = true
        for index in text.indices {
            let character = text[index]
            switch character {
            case "{": depth += 1
            case "}": depth = max(0, depth - 1)
            case "-" where isFirst && depth == 0: return index
            case "@" where isLine && depth == 0 && !text[index...].hasPrefix("@interface"): return index
            default: break
            }
            isFirst = character.isWhitespace || character == "}"
            isLine = character.isNewline || (isLine && character.isWhitespace)
        }
        return nil
    }

    private static func option(_ text: Substring) -> Option {
        let head = text.prefix { !$0.isWhitespace && $0 != "{" && ($0 != "@" || text.first == "@") }
        let words = head.split(separator: ",").map { $0.lowercased() }
        if text.hasPrefix("@") { return Option(name: "@", specification: String(text.dropFirst())) }
        var option = Option(name: words.first ?? "", modifiers: Array(words.dropFirst()))
        let rest = text[head.endIndex...]
        guard let open = rest.firstIndex(of: "{") else {
            option.specification = trimmed(rest)
            return option
        }
        option.specification = trimmed(rest[..<open])
        let body = rest[rest.index(after: open)...].prefix { $0 != "}" }
        option.members = body.split(separator: ";").map(trimmed).filter { !$0.isEmpty }
        return option
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
