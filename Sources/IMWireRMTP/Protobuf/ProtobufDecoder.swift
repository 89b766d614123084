// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A reader for the fields of a message and its nested messages in one span of bytes.
///
/// A nested message is read by the same reader, whose end is temporarily moved to the end of that message. Offsets
/// therefore always count from the first byte of the body, and no message can read past its own length.
public struct ProtobufDecoder: ~Escapable {
    let bytes: Span<UInt8>
    var position = 0
    /// The end of the message that is being read.
    var end: Int
    /// The tag that was read last, or 0 if it was invalid.
    var tag: UInt32 = 0
    /// The offset of that tag.
    var tagStart = 0
    /// The number of messages or groups that may still be opened.
    var depth: Int
    /// The number of elements of repeated fields that may still be read.
    var items: Int
    /// Whether the fields replace those that messages have, in their storage.
    package internal(set) var replaces = false
    /// The numbers of the fields with storage that have occurred in the present message, as bits, if it is replaced; all
    /// bits if it is merged into one.
    package internal(set) var seen: UInt64 = 0
    /// The field whose bytes are left in place instead of being copied.
    var left = LeftField()

    /// A `bytes` field that is left in place, for callers that decode its value directly.
    struct LeftField {
        /// The tag of the field, or 0 if all fields are copied.
        fileprivate(set) var tag: UInt32 = 0
        fileprivate(set) var depth = 0
        /// The range of the bytes, or nil if the field has not occurred.
        var place: Range<Int>?
    }

    /// Creates a reader for a body.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, limits: ProtobufLimits = ProtobufLimits()) {
        self.init(bytes, from: 0, to: bytes.count, limits: limits)
    }

    /// Creates a reader for a body that leaves the bytes of the field with this tag in place.
    ///
    /// The message then has an empty array for the field. If `levels` is not 0, the field is one of messages nested
    /// that many levels below the body.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, limits: ProtobufLimits, leaving tag: UInt32, below levels: Int = 0) {
        self.init(bytes, limits: limits)
        left.tag = tag
        left.depth = depth - levels
    }

    /// Creates a reader for the message between two offsets, both of which must be in `bytes`.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, from: Int, to: Int, limits: ProtobufLimits) {
        self.bytes = bytes
        position = from
        end = to
        depth = limits.bodyDepth - 1  // the body is the first level
        items = limits.bodyItems
    }

    /// Reads the tag of the next field, or returns 0 at the end of the message.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func nextTag() throws(DecodeError) -> UInt32 {
        if position == end { return 0 }
        tagStart = position
        let first = byte(at: position)
        if first & 0x80 == 0, first >= 8, first & 7 < 6 {
            position &+= 1
            tag = UInt32(first)
            return tag
        }
        return try longTag()
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func longTag() throws(DecodeError) -> UInt32 {
        let start = position
        tag = 0
        let value: UInt64
        do throws(DecodeError) {
            value = try varint()
        } catch {
            throw isLongTag(from: start) ? DecodeError(.protoTag, offset: start) : error
        }
        // PRB-003, PRB-004: field numbers range from 1 to 2^29-1, in at most five bytes; wire types from 0 to 5.
        guard value >= 8, value <= UInt64(UInt32.max), position &- start <= 5 else {
            throw DecodeError(.protoTag, offset: start)
        }
        guard value & 7 < 6 else { throw DecodeError(.protoWireType, offset: start) }
        tag = UInt32(truncatingIfNeeded: value)
        return tag
    }

    /// Returns whether a tag continues after its fifth byte, which is invalid whatever follows (PRB-003).
    private func isLongTag(from start: Int) -> Bool {
        end - start >= 5 && (start..<start + 5).allSatisfy { byte(at: $0) & 0x80 != 0 }
    }

    /// Reads a number of up to ten bytes; bits beyond the 64th are dropped (PRB-002).
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func varint() throws(DecodeError) -> UInt64 {
        if position < end {
            let first = byte(at: position)
            if first & 0x80 == 0 {
                position &+= 1
                return UInt64(first)
            }
        }
        return try longVarint()
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func longVarint() throws(DecodeError) -> UInt64 {
        // The word may include bytes after the end of this message.
        if bytes.count >= 8 {
            let word = word(upFrom: position)
            let stops = ~word & 0x8080_8080_8080_8080
            let length = stops.trailingZeroBitCount &>> 3 &+ 1
            if stops != 0, position &+ length <= end {
                // Mask off the bytes after the last byte of the varint, then join the seven bits of each remaining
                // byte.
                var value = word & (UInt64.max &>> (64 &- UInt64(length) &* 8)) & 0x7f7f_7f7f_7f7f_7f7f
                value = (value & 0x007f_007f_007f_007f) | (value & 0x7f00_7f00_7f00_7f00) &>> 1
                value = (value & 0x0000_3fff_0000_3fff) | (value & 0x3fff_0000_3fff_0000) &>> 2
                value = (value & 0x0000_0000_0fff_ffff) | (value & 0x0fff_ffff_0000_0000) &>> 4
                position &+= length
                return value
            }
        }
        let start = position
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = byte(at: position)
            position &+= 1
            value |= UInt64(byte & 0x7f) &<< shift
            if byte & 0x80 == 0 { return value }
            shift &+= 7
            if shift > 63 { throw DecodeError(.protoVarint, offset: start) }
        }
        throw DecodeError(.protoTruncated, offset: end)
    }

    /// Reads the length of the bytes that follow, all of which must be in the message (PRB-005).
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func length() throws(DecodeError) -> Int {
        let length = try varint()
        guard length <= UInt64(end &- position) else { throw DecodeError(.protoTruncated, offset: end) }
        return Int(truncatingIfNeeded: length)
    }

    /// Counts one element of a repeated field against the limit (PRB-053).
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func countItem() throws(DecodeError) {
        guard items > 0 else { throw DecodeError(.limitItems, offset: tagStart) }
        items &-= 1
    }
}

// MARK: - Paths

extension ProtobufDecoder {
    /// Returns the error with the path of the field of `type` that was read last.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func located<Message: ProtobufMessage>(_ error: DecodeError, in type: Message.Type) -> DecodeError {
        guard tag != 0 else { return error }
        return DecodeError(error.code, offset: error.offset, path: "/\(Message.step(tag >> 3))\(error.path)")
    }

    /// Returns the error with the index of an element of a repeated field in its path (PRB-054).
    @inline(never)
    static func located(_ error: DecodeError, at index: Int) -> DecodeError {
        DecodeError(error.code, offset: error.offset, path: "/\(index)\(error.path)")
    }
}
