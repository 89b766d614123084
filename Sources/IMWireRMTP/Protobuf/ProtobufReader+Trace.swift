// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A field where it lies in a body.
package struct TracedField: Sendable {
    /// All of it.
    package let range: Range<Int>
    package let tag: Range<Int>
    package let number: UInt32
    package let wireType: Int
    /// Of a field that has a length.
    package let length: Range<Int>?
    /// What stands behind tag and length.
    package let value: Range<Int>
    /// The number of a varint.
    package let varint: UInt64
}

/// The reader as those use it who want to know where fields lie, whatever the message: one at a time, unknown ones too.
extension ProtobufReader {
    /// Reads the next field; nil at the end of the message.
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

    /// Reads the next element of a packed field, and says where it lies; nil at the end, or where there is none.
    @_lifetime(self: copy self)
    package mutating func tracedElement() -> (value: UInt64, range: Range<Int>)? {
        let start = position
        guard start < end, let value = try? varint() else { return nil }
        return (value, start..<position)
    }
}
