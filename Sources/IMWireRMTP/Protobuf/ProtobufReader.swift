// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Reads the fields of one message after the other from one view of bytes.
///
/// A nested message is read by the same reader, whose end is moved to the message's end as long as that lasts: offsets
/// always count from the first byte of the body, and no message can read beyond its own length.
public struct ProtobufReader: ~Escapable {
    let bytes: Span<UInt8>
    /// The next byte.
    var position = 0
    /// The end of the message that is being read.
    var end: Int
    /// The tag that was read last; 0 where none could be.
    var tag: UInt32 = 0
    /// Where that tag stands.
    var tagStart = 0
    /// How many more messages or groups may be opened.
    var depth: Int
    /// How many more elements of repeated fields may come.
    var items: Int
    /// A field of the body itself whose bytes are not copied.
    var left = LeftField()

    /// A field of bytes that is left where it lies, for whoever reads them on the spot.
    struct LeftField {
        /// The field's tag; 0 where every field is copied.
        fileprivate(set) var tag: UInt32 = 0
        fileprivate(set) var depth = 0
        /// Where its bytes lie; nil as long as none have come.
        var place: Range<Int>?
    }

    /// Starts to read a body.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, limits: ProtobufLimits = ProtobufLimits()) {
        self.init(bytes, from: 0, to: bytes.count, limits: limits)
    }

    /// Starts to read a body, in which the bytes of the field with this tag are left where they lie.
    ///
    /// The message has an empty array for them. With `below` it is a field of messages that many levels within the body.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, limits: ProtobufLimits, leaving tag: UInt32, below levels: Int = 0) {
        self.init(bytes, limits: limits)
        left.tag = tag
        left.depth = depth - levels
    }

    /// Starts to read the message that lies between two offsets; both lie in `bytes`.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, from: Int, to: Int, limits: ProtobufLimits) {
        self.bytes = bytes
        position = from
        end = to
        depth = limits.bodyDepth - 1  // the body itself is the first level
        items = limits.bodyItems
    }

    /// The next field's tag, or 0 at the end of the message.
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
        // PRB-003, PRB-004: numbers go from 1 to 2^29-1, in five bytes at most; wire types from 0 to 5.
        guard value >= 8, value <= UInt64(UInt32.max), position &- start <= 5 else {
            throw DecodeError(.protoTag, offset: start)
        }
        guard value & 7 < 6 else { throw DecodeError(.protoWireType, offset: start) }
        tag = UInt32(truncatingIfNeeded: value)
        return tag
    }

    /// Whether a tag goes on behind its fifth byte, which is wrong whatever follows (PRB-003).
    private func isLongTag(from start: Int) -> Bool {
        end - start >= 5 && (start..<start + 5).allSatisfy { byte(at: $0) & 0x80 != 0 }
    }

    /// A number of up to ten bytes; bits beyond the 64th are dropped (PRB-002).
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
        // Eight bytes, of which those behind the end of the message may belong to others.
        if bytes.count >= 8 {
            let word = word(upFrom: position)
            let stops = ~word & 0x8080_8080_8080_8080
            let length = stops.trailingZeroBitCount &>> 3 &+ 1
            if stops != 0, position &+ length <= end {
                // The bits up to the first byte that has no successor, seven of each byte.
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

    /// The length of what follows, which lies within the message (PRB-005).
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func length() throws(DecodeError) -> Int {
        let length = try varint()
        guard length <= UInt64(end &- position) else { throw DecodeError(.protoTruncated, offset: end) }
        return Int(truncatingIfNeeded: length)
    }

    /// Takes one element of a repeated field into account (PRB-053).
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func countItem() throws(DecodeError) {
        guard items > 0 else { throw DecodeError(.limitItems, offset: tagStart) }
        items &-= 1
    }
}

// MARK: - Paths

extension ProtobufReader {
    /// An error in the field that was read last of a message of this type.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func located<Message: ProtobufMessage>(_ error: DecodeError, in type: Message.Type) -> DecodeError {
        guard tag != 0 else { return error }
        return DecodeError(error.code, offset: error.offset, path: "/\(Message.step(tag >> 3))\(error.path)")
    }

    /// An error in an element of a repeated field (PRB-054).
    @inline(never)
    static func located(_ error: DecodeError, at index: Int) -> DecodeError {
        DecodeError(error.code, offset: error.offset, path: "/\(index)\(error.path)")
    }
}
