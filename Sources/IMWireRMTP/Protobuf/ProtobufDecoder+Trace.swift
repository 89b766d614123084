// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A field and its place in a body.
package struct TracedField: Sendable {
    /// The range of the whole field.
    package let range: Range<Int>
    package let tag: Range<Int>
    package let number: UInt32
    package let wireType: Int
    /// The range of the length, or nil if the field has none.
    package let length: Range<Int>?
    /// The range of the value, which follows the tag and the length.
    package let value: Range<Int>
    /// The value of a varint, or 0 for any other field.
    package let varint: UInt64
}

/// Reading one field at a time, including unknown fields, for callers that need the places of fields in any message.
extension ProtobufDecoder {
    /// Reads the next field, or returns nil at the end of the message.
    @_lifetime(self: copy self)
    package mutating func tracedField() throws(DecodeError) -> TracedField? {
        let start = position
        let tag = try nextTag()
        if tag == 0 { return nil }
        let tagEnd = position
        var number: UInt64 = 0
        var length: Range<Int>?
        switch tag & 7 {
        case 0: number = try varint()
        case 2:
            let count = try self.length()
            length = tagEnd..<position
            position &+= count
        default: try skip()
        }
        return TracedField(
            range: start..<position, tag: start..<tagEnd, number: tag >> 3, wireType: Int(tag & 7), length: length,
            value: (length?.upperBound ?? tagEnd)..<position, varint: number)
    }

    /// Reads the next element of a packed field and returns it with its range, or nil at the end or if it is invalid.
    @_lifetime(self: copy self)
    package mutating func tracedElement() -> (value: UInt64, range: Range<Int>)? {
        let start = position
        guard start < end, let value = try? varint() else { return nil }
        return (value, start..<position)
    }
}
