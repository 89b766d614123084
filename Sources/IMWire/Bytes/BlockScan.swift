// SPDX-License-Identifier: Apache-2.0

/// Searches that find the end of a run of ordinary bytes, sixteen bytes at a time.
///
/// Only additions and bit operations are used: for a byte below 0x80, `x + (0x80 - n)` has its top bit set exactly when
/// `x >= n`. Comparisons of SIMD types would compile to scalar loops. Bytes from 0x80 up already have their top bit set
/// and end the run.
enum BlockScan {
    /// Returns the offset of the first `"`, `\`, control character or non-ASCII byte at or after `start`, or `end`.
    @inline(__always)
    static func plainText(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 16 <= end {
            let block = text.block(at: offset)
            let notQuote = (block ^ 0x22) &+ 0x7f
            let notBackslash = (block ^ 0x5c) &+ 0x7f
            let notControl = block &+ 0x60
            let stops = (~(notQuote & notBackslash & notControl) | block) & 0x80
            if let found = firstStop(stops) { return offset &+ found }
            offset &+= 16
        }
        while offset < end {
            let byte = text.byte(at: offset)
            if byte == .quote || byte == .backslash || byte < 0x20 || byte >= 0x80 { break }
            offset &+= 1
        }
        return offset
    }

    /// Returns the offset of the first `"`, `\` or control character of a UTF-8 text at or after `start`, or `end`.
    @inline(__always)
    static func writable(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 16 <= end {
            let block = text.block(at: offset)
            let low = block & 0x7f
            let notQuote = (low ^ 0x22) &+ 0x7f
            let notBackslash = (low ^ 0x5c) &+ 0x7f
            let notControl = low &+ 0x60
            let stops = ~((notQuote & notBackslash & notControl) | block) & 0x80
            if let found = firstStop(stops) { return offset &+ found }
            offset &+= 16
        }
        while offset < end {
            let byte = text.byte(at: offset)
            if byte == .quote || byte == .backslash || byte < 0x20 { break }
            offset &+= 1
        }
        return offset
    }

    /// Returns the offset of the first byte outside `A-Z a-z 0-9 + /` at or after `start`, or `end`.
    @inline(__always)
    static func base64(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 16 <= end {
            let block = text.block(at: offset)
            let lower = block | 0x20
            let letter = (lower &+ 0x1f) & ~(lower &+ 0x05)  // 'a'...'z', in either case
            let digitOrSlash = (block &+ 0x51) & ~(block &+ 0x46)  // '/'...'9'
            let notPlus = (block ^ 0x2b) &+ 0x7f
            let stops = (~(letter | digitOrSlash | ~notPlus) | block) & 0x80
            if let found = firstStop(stops) { return offset &+ found }
            offset &+= 16
        }
        while offset < end, Base64.value(of: text.byte(at: offset)) < 64 { offset &+= 1 }
        return offset
    }

    /// Returns the offset of the first byte that equals `wanted` at or after `start`, or `end`.
    @inline(__always)
    static func first(_ wanted: UInt8, in text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 16 <= end {
            let differences = text.block(at: offset) ^ SIMD16(repeating: wanted)
            let stops = ~(((differences & 0x7f) &+ 0x7f) | differences) & 0x80
            if let found = firstStop(stops) { return offset &+ found }
            offset &+= 16
        }
        while offset < end, text.byte(at: offset) != wanted { offset &+= 1 }
        return offset
    }

    /// Returns the index of the first byte whose top bit is set, or nil if there is none.
    @inline(__always)
    private static func firstStop(_ stops: SIMD16<UInt8>) -> Int? {
        let words = unsafe unsafeBitCast(stops, to: SIMD2<UInt64>.self)
        if words[0] | words[1] == 0 { return nil }
        if words[0] != 0 { return UInt64(littleEndian: words[0]).trailingZeroBitCount >> 3 }
        return 8 &+ UInt64(littleEndian: words[1]).trailingZeroBitCount >> 3
    }
}
