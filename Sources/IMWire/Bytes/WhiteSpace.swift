// SPDX-License-Identifier: Apache-2.0

/// Space, tab, CR and LF: JSON's white space, and what may stand around a unit.
enum WhiteSpace {
    /// The offset of the first byte at or behind `start` that is no white space, or the length.
    @inline(__always)
    static func end(of text: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < text.count, Base64.isWhiteSpace(text.byte(at: offset)) { offset &+= 1 }
        return offset
    }

    /// The offset behind the last byte that is no white space, not below `floor`.
    @inline(__always)
    static func start(of text: Span<UInt8>, from floor: Int) -> Int {
        var offset = text.count
        while offset > floor, Base64.isWhiteSpace(text.byte(at: offset &- 1)) { offset &-= 1 }
        return offset
    }
}

extension Span<UInt8> {
    /// The view without white space at its ends.
    var trimmed: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let start = WhiteSpace.end(of: self, from: 0)
            return slice(start, WhiteSpace.start(of: self, from: start))
        }
    }
}
