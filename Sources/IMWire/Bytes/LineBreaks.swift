// SPDX-License-Identifier: Apache-2.0

extension MutableSpan<UInt8> {
    /// Makes spaces of the line breaks among the first bytes of JSON, which has them between tokens only (FRM-021).
    @inline(__always)
    package mutating func replaceLineBreaks(to end: Int) {
        replace(0x0a, to: end)
        replace(0x0d, to: end)
    }

    @inline(__always)
    private mutating func replace(_ byte: UInt8, to end: Int) {
        var offset = 0
        while true {
            offset = BlockScan.first(byte, in: span, from: offset, to: end)
            if offset == end { return }
            put(0x20, at: offset)
        }
    }
}
