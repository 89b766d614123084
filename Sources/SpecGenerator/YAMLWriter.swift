// SPDX-License-Identifier: Apache-2.0

import Schemas

/// A writer of JSON values as block YAML.
package enum YAMLWriter {
    /// The width to which long texts are folded.
    private static let width = 120

    /// Returns a document with a comment in its first lines.
    package static func file(_ value: PlainJSON, comment: [String]) -> String {
        (comment.map { "# \($0)" } + lines(value, indent: 0)).joined(separator: "\n") + "\n"
    }

    /// Returns the lines of a value that starts in the column `indent`, without that indentation.
    private static func lines(_ value: PlainJSON, indent: Int) -> [String] {
        switch value {
        case .object(let members) where !members.isEmpty:
            members.flatMap { name, value -> [String] in
                let inner = lines(value, indent: indent + 2)
                let key = scalar(name) + ":"
                if isCollection(value) { return [key] + inner.map { "  " + $0 } }
                return ["\(key) \(inner.first ?? "")"] + inner.dropFirst().map { "  " + $0 }
            }
        case .list(let elements) where !elements.isEmpty:
            elements.flatMap { element -> [String] in
                let inner = lines(element, indent: indent + 2)
                return ["- \(inner.first ?? "")"] + inner.dropFirst().map { "  " + $0 }
            }
        case .string(let text) where isFoldable(text, indent): [">-"] + folded(text, indent)
        case .string(let text): [scalar(text)]
        default: [value.text]
        }
    }

    private static func isCollection(_ value: PlainJSON) -> Bool {
        switch value {
        case .object(let members): !members.isEmpty
        case .list(let elements): !elements.isEmpty
        default: false
        }
    }

    // MARK: Texts

    /// Returns whether a text is too long for one line, and can be divided at its spaces without a change.
    private static func isFoldable(_ text: String, _ indent: Int) -> Bool {
        indent + text.utf8.count > 80 && !text.contains("  ") && text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }

    private static func folded(_ text: String, _ indent: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, indent + last.count + word.count < width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Words that a reader of YAML does not take for texts.
    private static let reserved: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]

    /// Returns a text in one line, without quotes if it consists of letters, digits and a few other characters.
    private static func scalar(_ text: String) -> String {
        guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "/"), text.last != " ",
            text.utf8.allSatisfy({ isLetter($0) || " -_./0123456789".utf8.contains($0) }),
            !reserved.contains(text.lowercased())
        else { return PlainJSON.string(text).text }
        return text
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
