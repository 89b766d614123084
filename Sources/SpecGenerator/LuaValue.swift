// SPDX-License-Identifier: Apache-2.0

import TypeGenerator

/// A value in Lua source.
indirect enum LuaValue {
    case integer(Int)
    case string(String)
    case boolean(Bool)
    case list([LuaValue])
    /// Names that are written in the order given; nil is left out.
    case record([(String, LuaValue?)])
    /// A table by number or by text.
    case table([(LuaValue, LuaValue)])

    /// The source, on one line.
    var source: String {
        switch self {
        case .integer(let number): "\(number)"
        case .string(let text): LuaValue.quoted(text)
        case .boolean(let value): "\(value)"
        case .list(let items): "{ " + items.map(\.source).joined(separator: ", ") + " }"
        case .record(let members):
            "{ "
                + members.compactMap { name, value in value.map { "\(LuaValue.key(name)) = \($0.source)" } }
                .joined(separator: ", ") + " }"
        case .table(let entries):
            "{ " + entries.map { "[\($0.source)] = \($1.source)" }.joined(separator: ", ") + " }"
        }
    }

    /// A list of texts; nil for none.
    static func texts(_ texts: [String]) -> LuaValue? { texts.isEmpty ? nil : .list(texts.map { .string($0) }) }

    /// A name, in brackets where Lua has a word of its own for it.
    private static func key(_ name: String) -> String {
        let words: Set<String> = ["and", "end", "for", "function", "in", "local", "not", "or", "repeat", "until"]
        let isPlain = !words.contains(name) && name.utf8.allSatisfy { 0x61...0x7a ~= $0 || 0x41...0x5a ~= $0 }
        return isPlain ? name : "[\(quoted(name))]"
    }

    private static func quoted(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f: literal += "\\\(scalar.value)"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
