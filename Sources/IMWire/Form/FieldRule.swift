// SPDX-License-Identifier: Apache-2.0

/// A rule for a field of a request: its name, its number of occurrences and its permitted values (API-020).
///
/// Writers and readers apply the same rules; lenient readers accept more.
package struct FieldRule: Sendable {
    /// The values that a field permits.
    package enum Value: Sendable {
        /// A text whose UTF-8 length in bytes lies in this range.
        case text(ClosedRange<Int>)
        /// A decimal number in this range.
        case integer(ClosedRange<Int64>)
        /// `0` or `1`.
        case bit
        /// `true` or `false`.
        case boolean
        /// The name of a message type (CNT-002).
        case objectName
        /// The content of a message (CNT-091).
        case content
        /// JSON text of this kind (API-084).
        case json(RawJSON.Kind)
    }

    package let name: String
    package let value: Value
    /// The permitted number of occurrences of the field; the lower bound of an optional field is 0.
    package let count: ClosedRange<Int>
    /// Whether the field's name is followed by an id in brackets, as in `chatroom[r1]` (API-083).
    package let isKeyed: Bool

    package init(_ name: String, _ value: Value, _ count: ClosedRange<Int> = 0...1, isKeyed: Bool = false) {
        self.name = name
        self.value = value
        self.count = count
        self.isKeyed = isKeyed
    }

    /// Returns the rule for an id of a user, group or room, which has 1 to 64 bytes.
    package static func id(_ name: String, _ count: ClosedRange<Int> = 1...1) -> FieldRule {
        FieldRule(name, .text(1...64), count)
    }

    /// The path of the field in an error.
    package var path: String { "/" + name }

    /// Returns the id in the brackets of a keyed field's name, or nil if the name is another one.
    ///
    /// The first and the last bracket delimit the id, which may contain brackets itself.
    package func key(in name: String) -> String? {
        let prefix = self.name + "["
        guard isKeyed, name.utf8.starts(with: prefix.utf8), name.utf8.last == UInt8(ascii: "]") else { return nil }
        return String(decoding: name.utf8.dropFirst(prefix.utf8.count).dropLast(), as: UTF8.self)
    }

    /// Returns whether the service accepts a value.
    package func accepts(_ text: String) -> Bool {
        switch value {
        case .text(let bytes): bytes.contains(text.utf8.count)
        case .integer(let range): FieldRule.integer(text).map(range.contains) ?? false
        case .bit: text == "0" || text == "1"
        case .boolean: text == "true" || text == "false"
        case .objectName: ObjectName(rawValue: text).hasValidLength
        case .content: (1...DecodingLimits().contentBytes).contains(text.utf8.count)
        case .json(let kind): FieldRule.json(text)?.kind == kind
        }
    }

    /// Returns whether a service accepts a value from an SDK: within its range, and a flag in any spelling (API-080,
    /// API-022).
    package func admits(_ text: String) -> Bool {
        switch value {
        case .bit, .boolean: FieldRule.flag(text) != nil
        default: accepts(text)
        }
    }

    /// Returns a value in the spelling that a writer uses for a flag; other values are unchanged.
    package func canonical(_ text: String) -> String {
        switch value {
        case .bit: FieldRule.flag(text).map { $0 ? "1" : "0" } ?? text
        case .boolean: FieldRule.flag(text).map { $0 ? "true" : "false" } ?? text
        default: text
        }
    }

    /// Returns whether a lenient reader can read a value.
    ///
    /// Lengths and ranges are left to the service; only the spelling is checked.
    package func canRead(_ text: String) -> Bool {
        switch value {
        case .text, .objectName, .content, .json: true
        case .integer: FieldRule.integer(text) != nil
        case .bit, .boolean: FieldRule.flag(text) != nil
        }
    }

    /// Returns the value of a decimal number, or nil if the text is not one or the value does not fit.
    package static func integer(_ text: String) -> Int64? {
        guard text.utf8.drop(while: { $0 == .minus }).allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return Int64(text)
    }

    /// Returns the value of JSON text, or nil if the text is not one JSON value within the limits of contents.
    package static func json(_ text: String) -> RawJSON? {
        try? RawJSON(parsing: text.utf8.span, limits: DecodingLimits(), isStrict: true)
    }

    /// Returns the value of a flag in any spelling that SDKs use, such as the Python SDK's `True` (API-022).
    package static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "true": true
        case "0", "false": false
        default: nil
        }
    }
}
