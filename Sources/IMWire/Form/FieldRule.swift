// SPDX-License-Identifier: Apache-2.0

/// What is known of a field of a request: its name, how often it comes and what may stand in it (API-020).
///
/// Writing and reading follow the same rules; reading leniently is content with less.
package struct FieldRule: Sendable {
    /// What may stand in a field.
    package enum Value: Sendable {
        /// A text of so many bytes of UTF-8.
        case text(ClosedRange<Int>)
        /// A decimal number.
        case integer(ClosedRange<Int64>)
        /// `0` or `1`.
        case bit
        /// `true` or `false`.
        case boolean
        /// The name of a message type (CNT-002).
        case objectName
        /// The content of a message (CNT-091).
        case content
    }

    package let name: String
    package let value: Value
    /// How often the field comes; 0 for one that may be left out.
    package let count: ClosedRange<Int>

    package init(_ name: String, _ value: Value, _ count: ClosedRange<Int> = 0...1) {
        self.name = name
        self.value = value
        self.count = count
    }

    /// An id of a user, group or room: 1 to 64 bytes.
    package static func id(_ name: String, _ count: ClosedRange<Int> = 1...1) -> FieldRule {
        FieldRule(name, .text(1...64), count)
    }

    /// Where in an error the field is named.
    package var path: String { "/" + name }

    /// Whether a value is what the service takes.
    package func accepts(_ text: String) -> Bool {
        switch value {
        case .text(let bytes): bytes.contains(text.utf8.count)
        case .integer(let range): FieldRule.integer(text).map(range.contains) ?? false
        case .bit: text == "0" || text == "1"
        case .boolean: text == "true" || text == "false"
        case .objectName: ObjectName(rawValue: text).hasValidLength
        case .content: (1...DecodingLimits().contentBytes).contains(text.utf8.count)
        }
    }

    /// Whether a value can be read at all: lengths and ranges are the service's to judge, spellings are told apart.
    package func canRead(_ text: String) -> Bool {
        switch value {
        case .text, .objectName, .content: true
        case .integer: FieldRule.integer(text) != nil
        case .bit, .boolean: FieldRule.flag(text) != nil
        }
    }

    /// A decimal number; nil where the text is something else or does not fit.
    package static func integer(_ text: String) -> Int64? {
        guard text.utf8.drop(while: { $0 == 0x2d }).allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int64(text)
    }

    /// A flag in whichever way SDKs write it: the Python one sends `True` (API-022).
    package static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "true": true
        case "0", "false": false
        default: nil
        }
    }
}
