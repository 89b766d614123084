// SPDX-License-Identifier: Apache-2.0

import TypeGenerator

/// A `.proto` file in the supported subset: proto2, with messages and enums at the top level.
struct ProtoFile {
    var package = ""
    var imports: [String] = []
    var messages: [Message] = []
    var enums: [Enumeration] = []

    struct Message {
        var name: String
        var comment: String
        var fields: [Field] = []
    }

    struct Field {
        var label: Label
        var type: String
        var name: String
        var number: Int
        var comment: String
    }

    enum Label: String {
        case required, optional, repeated
    }

    struct Enumeration {
        var name: String
        var comment: String
        var values: [(name: String, number: Int, comment: String)] = []
    }
}

/// A token of a `.proto` file.
struct ProtoToken {
    var text: String
    var line: Int
    /// The text of the comment lines directly above the token.
    var comment: String

    /// Splits a file into words and punctuation marks.
    static func all(in text: String) -> [ProtoToken] {
        var tokens: [ProtoToken] = []
        var comment: [Substring] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("//") {
                comment.append(code.dropFirst(2).drop { $0 == " " })
                continue
            }
            if code.isEmpty { comment = [] }
            for word in words(of: code) {
                tokens.append(ProtoToken(text: word, line: index + 1, comment: comment.joined(separator: " ")))
                comment = []
            }
        }
        return tokens
    }

    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var rest = line
        while let first = rest.first, !rest.hasPrefix("//") {
            if first == " " {
                rest = rest.dropFirst()
            } else if first == "\"" {
                let literal = rest.dropFirst().prefix { $0 != "\"" }
                words.append("\"\(literal)\"")
                rest = rest.dropFirst(literal.count + 2)
            } else if first.isLetter || first.isNumber || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
            } else {
                words.append(String(first))
                rest = rest.dropFirst()
            }
        }
        return words
    }
}
