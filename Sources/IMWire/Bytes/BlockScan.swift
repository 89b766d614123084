// SPDX-License-Identifier: Apache-2.0

/// Searches that find the end of a run of ordinary bytes, sixteen bytes at a time.
///
/// The first bytes are examined here, and the rest of a long run by the kernels of the processor. Only additions and bit
/// operations are used: for a byte below 0x80, `x + (0x80 - n)` has its top bit set exactly when `x >= n`. Comparisons
/// of SIMD types would compile to scalar loops. Bytes from 0x80 up already have their top bit set and end the run.
package enum BlockScan {
    /// The number of bytes from which on a call of a kernel costs less than it saves.
    @inline(__always)
    static var longRun: Int { 96 }

    /// Returns the offset of the first `"`, `\`, control character or non-ASCII byte at or after `start`, or `end`.
    @inline(__always)
    static func plainText(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        run(text, from: start, to: end, stops: plainStops) {
            $0 == .quote || $0 == .backslash || $0 < .space || $0 >= .nonASCII
        }
    }

    /// Returns the number of bytes before the first `"`, `\`, control character or non-ASCII byte of the sixteen bytes at
    /// `start`, or 16.
    @inline(__always)
    static func plainText(inBlockOf text: Span<UInt8>, at start: Int) -> Int {
        firstStop(plainStops(text.block(at: start))) ?? 16
    }

    /// Returns the offset of the first `"`, `\` or control character of a UTF-8 text at or after `start`, or `end`.
    @inline(__always)
    package static func writable(
        _ text: Span<UInt8>, from start: Int, to end: Int, level: Int32 = Kernels.level
    ) -> Int {
        if end &- start >= longRun, level > 0 { return Kernels.writableEnd(text, from: start, to: end, level) }
        return run(text, from: start, to: end, stops: writableStops) { $0 == .quote || $0 == .backslash || $0 < .space }
    }

    /// Returns the offset of the first byte at or after `start` that ends a run, or `end`.
    ///
    /// - Parameters:
    ///   - stops: sets the top bit of each byte of a block that ends the run.
    ///   - isStop: whether a byte ends the run, for a text that is shorter than a block.
    @inline(__always)
    private static func run(
        _ text: Span<UInt8>, from start: Int, to end: Int, stops: (SIMD16<UInt8>) -> SIMD16<UInt8>,
        isStop: (UInt8) -> Bool
    ) -> Int {
        var offset = start
        while offset &+ 16 <= end {
            if let found = firstStop(stops(text.block(at: offset))) { return offset &+ found }
            offset &+= 16
        }
        if offset < end, end >= 16 { return firstStop(stops(text.block(at: end &- 16)), before: end, from: offset) }
        while offset < end, !isStop(text.byte(at: offset)) { offset &+= 1 }
        return offset
    }

    /// Returns the offset of the first byte outside `A-Z a-z 0-9 + /` at or after `start`, or `end`.
    @inline(__always)
    package static func base64(
        _ text: Span<UInt8>, from start: Int, to end: Int, level: Int32 = Kernels.level
    ) -> Int {
        if end &- start >= longRun, level > 0 { return Kernels.base64End(text, from: start, to: end, level) }
        var offset = start
        while offset &+ 16 <= end {
            let block = text.block(at: offset)
            let lower = block | 0x20
            let letter = (lower &+ 0x1f) & ~(lower &+ 0x05)  // 'a'...'z', in either case
            let digitOrSlash = (block &+ 0x51) & ~(block &+ 0x46)  // '/'...'9'
            let notPlus = (block ^ UInt8.plus) &+ 0x7f
            let stops = (~(letter | digitOrSlash | ~notPlus) | block) & 0x80
            if let found = firstStop(stops) { return offset &+ found }
            offset &+= 16
        }
        while offset < end, Base64.value(of: text.byte(at: offset)) < 64 { offset &+= 1 }
        return offset
    }

    /// Returns the offset of the first byte that equals `wanted` at or after `start`, or `end`.
    @inline(__always)
    package static func first(
        _ wanted: UInt8, in text: Span<UInt8>, from start: Int, to end: Int, level: Int32 = Kernels.level
    ) -> Int {
        var offset = start
        // The byte is often near, such as the next escape.
        let near = end &- start >= longRun && level > 0 ? start &+ 16 : end
        while offset &+ 16 <= near {
            let differences = text.block(at: offset) ^ SIMD16(repeating: wanted)
            let stops = ~(((differences & 0x7f) &+ 0x7f) | differences) & 0x80
            if let found = firstStop(stops) { return offset &+ found }
            offset &+= 16
        }
        if near < end { return Kernels.place(of: wanted, in: text, from: near, to: end, level) }
        while offset < end, text.byte(at: offset) != wanted { offset &+= 1 }
        return offset
    }

    /// Copies the bytes from `start` up to the first backslash, or to `end` if there is none, and returns its offset.
    ///
    /// `buffer` must have as much room from `place` on as there are bytes up to `end`, all of which may be overwritten.
    @inline(__always)
    static func copyToBackslash(
        _ text: Span<UInt8>, from start: Int, to end: Int, into buffer: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) -> Int {
        var offset = start
        var target = place
        while offset &+ 16 <= end {
            let block = text.block(at: offset)
            unsafe buffer.store(block, at: target)
            let differences = block ^ SIMD16(repeating: .backslash)
            let stops = ~(((differences & 0x7f) &+ 0x7f) | differences) & 0x80
            if let found = firstStop(stops) { return offset &+ found }
            offset &+= 16
            target &+= 16
        }
        while offset < end, text.byte(at: offset) != .backslash {
            unsafe buffer[target] = text.byte(at: offset)
            offset &+= 1
            target &+= 1
        }
        return offset
    }

    @inline(__always)
    private static func plainStops(_ block: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let notQuote = (block ^ UInt8.quote) &+ 0x7f
        let notBackslash = (block ^ UInt8.backslash) &+ 0x7f
        let notControl = block &+ 0x60
        return (~(notQuote & notBackslash & notControl) | block) & 0x80
    }

    @inline(__always)
    private static func writableStops(_ block: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let low = block & 0x7f
        let notQuote = (low ^ UInt8.quote) &+ 0x7f
        let notBackslash = (low ^ UInt8.backslash) &+ 0x7f
        let notControl = low &+ 0x60
        return ~((notQuote & notBackslash & notControl) | block) & 0x80
    }

    /// Returns the index of the first byte whose top bit is set, or nil if there is none.
    @inline(__always)
    private static func firstStop(_ stops: SIMD16<UInt8>) -> Int? {
        let words = unsafe unsafeBitCast(stops, to: SIMD2<UInt64>.self)
        if words[0] | words[1] == 0 { return nil }
        if words[0] != 0 { return UInt64(littleEndian: words[0]).trailingZeroBitCount >> 3 }
        return 8 &+ UInt64(littleEndian: words[1]).trailingZeroBitCount >> 3
    }

    /// Returns the offset of the first byte at or after `start` whose top bit is set in the block that ends at `end`, or
    /// `end`.
    ///
    /// The block begins before `start`, so that the last bytes of a run need no loop.
    @inline(__always)
    private static func firstStop(_ stops: SIMD16<UInt8>, before end: Int, from start: Int) -> Int {
        let words = unsafe unsafeBitCast(stops, to: SIMD2<UInt64>.self)
        let low = UInt64(littleEndian: words[0])
        let high = UInt64(littleEndian: words[1])
        let known = UInt64(truncatingIfNeeded: 16 &- (end &- start))  // the bytes before `start`, 1 to 15
        // A shift by 64 bits leaves nothing.
        let rest = low & (UInt64.max << (known &* 8))
        if rest != 0 { return end &- 16 &+ rest.trailingZeroBitCount >> 3 }
        let last = high & (known > 8 ? UInt64.max << ((known &- 8) &* 8) : .max)
        return last == 0 ? end : end &- 8 &+ last.trailingZeroBitCount >> 3
    }
}
