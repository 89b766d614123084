// SPDX-License-Identifier: Apache-2.0

/// Space, tab, CR and LF, which are the white space of JSON and may surround a unit.
enum WhiteSpace {
    /// Returns the offset of the first byte at or after `start` that is not white space, or the length of the text.
    @inline(__always)
    static func end(of text: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < text.count, Base64.isWhiteSpace(text.byte(at: offset)) { offset &+= 1 }
        return offset
    }

    /// Returns the offset after the last byte that is not white space, or `floor` if that is greater.
    @inline(__always)
    static func start(of text: Span<UInt8>, from floor: Int) -> Int {
        var offset = text.count
        while offset > floor, Base64.isWhiteSpace(text.byte(at: offset &- 1)) { offset &-= 1 }
        return offset
    }
}

extension Span<UInt8> {
    /// The span without white space at its ends.
    var trimmed: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let start = WhiteSpace.end(of: self, from: 0)
            return slice(start, WhiteSpace.start(of: self, from: start))
        }
    }
}
