// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A value in Lua source.
indirect enum LuaValue {
    case integer(Int)
    case string(String)
    case boolean(Bool)
    case list([LuaValue])
    /// Named values, written in the given order without those that are nil.
    case record([(String, LuaValue?)])
    /// A table indexed by numbers or strings.
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

    /// Returns a list of strings, or nil if there are none.
    static func texts(_ texts: [String]) -> LuaValue? { texts.isEmpty ? nil : .list(texts.map { .string($0) }) }

    /// Returns a name as a table key, in brackets if it is a Lua keyword.
    private static func key(_ name: String) -> String {
        let words: Set<String> = ["and", "end", "for", "function", "in", "local", "not", "or", "repeat", "until"]
        let isPlain =
            !words.contains(name)
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
            }
        return isPlain ? name : "[\(quoted(name))]"
    }

    private static func quoted(_ text: String) -> String {
        stringLiteral(text) { $0.value < 0x20 || $0.value == 0x7f ? "\\\($0.value)" : nil }
    }
}
