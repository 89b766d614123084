// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// Whether the span contains a CR or an LF.
    package var hasLineBreaks: Bool {
        BlockScan.first(.lineFeed, in: self, from: 0, to: count) < count
            || BlockScan.first(.carriageReturn, in: self, from: 0, to: count) < count
    }
}

extension MutableSpan<UInt8> {
    /// Replaces the line breaks in a range of JSON by spaces, which is safe because they occur between tokens only
    /// (FRM-021).
    @inline(__always)
    package mutating func replaceLineBreaks(from start: Int = 0, to end: Int) {
        replace(.lineFeed, from: start, to: end)
        replace(.carriageReturn, from: start, to: end)
    }

    @inline(__always)
    private mutating func replace(_ byte: UInt8, from start: Int, to end: Int) {
        var offset = start
        while true {
            offset = BlockScan.first(byte, in: span, from: offset, to: end)
            if offset == end { return }
            write(.space, at: offset)
        }
    }
}
