// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Fields that are not in the schema, or not with that wire type (PRB-020, PRB-021).
extension ProtobufDecoder {
    /// Keeps the field whose tag was read last, including the tag.
    @inline(never)
    @_lifetime(self: copy self)
    package mutating func unknown(_ fields: inout ProtobufUnknownFields) throws(DecodeError) {
        let start = tagStart
        let tag = tag
        if tag & 7 == 4 {
            self.tag = 0  // an end without a beginning is an invalid tag and belongs to no field (PRB-022, PRB-054)
            throw DecodeError(.protoWireType, offset: start)
        }
        defer { self.tag = tag }  // skipping a group reads the tags inside it
        try skip()
        append(start, position, to: &fields.bytes)
    }

    /// Skips the field whose tag was read last.
    @_lifetime(self: copy self)
    mutating func skip() throws(DecodeError) {
        switch tag & 7 {
        case 0: _ = try varint()
        case 1: try advance(8)
        case 2:
            let length = try length()
            position &+= length
        case 3: try skipGroup()
        case 5: try advance(4)
        default: throw DecodeError(.protoWireType, offset: tagStart)  // 4: end of a group that never began (PRB-022)
        }
    }

    @_lifetime(self: copy self)
    private mutating func advance(_ count: Int) throws(DecodeError) {
        guard end &- position >= count else { throw DecodeError(.protoTruncated, offset: end) }
        position &+= count
    }

    /// Skips a group and the groups inside it; an end must have the number of its beginning (PRB-022).
    @_lifetime(self: copy self)
    private mutating func skipGroup() throws(DecodeError) {
        var open = [tag >> 3]
        while let number = open.last {
            guard open.count <= depth else { throw DecodeError(.limitDepth, offset: tagStart) }
            let tag = try nextTag()
            switch tag & 7 {
            case 3: open.append(tag >> 3)
            case 4:
                guard tag >> 3 == number else { throw DecodeError(.protoWireType, offset: tagStart) }
                open.removeLast()
            default:
                guard tag != 0 else { throw DecodeError(.protoTruncated, offset: end) }
                try skip()
            }
        }
    }

    /// Skips fields up to the next length-delimited one with this number and returns the range of its bytes, or nil at
    /// the end of the message.
    @_lifetime(self: copy self)
    mutating func nextBlock(_ number: UInt32) throws(DecodeError) -> Range<Int>? {
        while true {
            let tag = try nextTag()
            if tag == 0 { return nil }
            if tag == number << 3 | 2 {
                let length = try length()
                position &+= length
                return position &- length..<position
            }
            try skip()
        }
    }
}
