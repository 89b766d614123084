// SPDX-License-Identifier: Apache-2.0

/// A JSON value, whose objects keep the order of their members.
///
/// The generator has to build while the codec does not, so it cannot use the codec's reader.
package indirect enum PlainJSON: Sendable {
    case object([(name: String, value: PlainJSON)])
    case list([PlainJSON])
    case string(String)
    /// A number as it is written.
    case number(String)
    case boolean(Bool)
    case null

    /// The members of an object, or nil for any other value.
    package var members: [(name: String, value: PlainJSON)]? {
        if case .object(let members) = self { members } else { nil }
    }
    /// The elements of a list, or nil for any other value.
    package var elements: [PlainJSON]? { if case .list(let elements) = self { elements } else { nil } }
    /// The text of a string, or nil for any other value.
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The value of a number that is written as an integer, or nil for any other value.
    package var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
    /// The value of a Boolean, or nil for any other value.
    package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
    /// The strings in a list; empty for any other value.
    package var strings: [String] { elements?.compactMap(\.string) ?? [] }

    /// Returns the member with exactly this name, or nil if there is none.
    package subscript(_ name: String) -> PlainJSON? {
        members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The JSON text without white space.
    package var text: String {
        switch self {
        case .object(let members):
            "{" + members.map { "\(PlainJSON.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
        case .list(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .string(let text): PlainJSON.quoted(text)
        case .number(let text): text
        case .boolean(let boolean): boolean ? "true" : "false"
        case .null: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        stringLiteral(text) { scalar in
            if scalar == "\t" { return "\\t" }
            guard scalar.value < 0x20 else { return nil }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
