// SPDX-License-Identifier: Apache-2.0

/// Strict UTF-8 by table 3-7 of Unicode: no overlong forms, no surrogates, and nothing above U+10FFFF (CNT-011).
package enum UTF8Sequence {
    /// Returns the length of the well-formed sequence that starts with a byte of at least 0x80 at `offset`, or nil.
    @inline(__always)
    static func length(_ text: Span<UInt8>, at offset: Int, end: Int) -> Int? {
        let first = text.byte(at: offset)
        if offset &+ 4 <= end, first >= 0xe0 {
            let word = text.halfWord(at: offset)
            // Three bytes are by far the most frequent length here, because of Chinese text.
            if word & 0x00c0_c0f0 == 0x0080_80e0 {
                let head = word & 0x0000_200f  // low bits of the first byte, and the bit that separates A0 from 80
                return head == 0 || head == 0x200d ? nil : 3
            }
        }
        return shortOrLast(text, at: offset, end: end)
    }

    /// Returns the end of the characters of three bytes that begin at `offset`, as far as they can be examined in pairs.
    ///
    /// Chinese text consists of them. A pair ends the run if either might be overlong or a surrogate.
    @inline(__always)
    static func endOfPairs(_ text: Span<UInt8>, at offset: Int, end: Int) -> Int {
        var place = offset
        while place &+ 8 <= end {
            let word = text.word(at: place)
            guard word & 0xc0c0_f0c0_c0f0 == 0x8080_e080_80e0 else { break }
            let heads: UInt64 = 1 &<< (word & 0x0f) | 1 &<< (word >> 24 & 0x0f)
            guard heads & 0x2001 == 0 else { break }  // E0 and ED
            place &+= 6
        }
        return place
    }

    private static func shortOrLast(_ text: Span<UInt8>, at offset: Int, end: Int) -> Int? {
        let first = text.byte(at: offset)
        guard offset &+ 1 < end else { return nil }
        let second = text.byte(at: offset &+ 1)
        switch first {
        case 0xc2...0xdf:
            return isContinuation(second) ? 2 : nil
        case 0xe0...0xef:
            let allowed: ClosedRange<UInt8> = first == 0xe0 ? 0xa0...0xbf : first == 0xed ? 0x80...0x9f : 0x80...0xbf
            guard allowed.contains(second), offset &+ 2 < end, isContinuation(text.byte(at: offset &+ 2)) else {
                return nil
            }
            return 3
        case 0xf0...0xf4:
            let allowed: ClosedRange<UInt8> = first == 0xf0 ? 0x90...0xbf : first == 0xf4 ? 0x80...0x8f : 0x80...0xbf
            guard allowed.contains(second), offset &+ 3 < end, isContinuation(text.byte(at: offset &+ 2)),
                isContinuation(text.byte(at: offset &+ 3))
            else { return nil }
            return 4
        default:
            return nil
        }
    }

    @inline(__always)
    private static func isContinuation(_ byte: UInt8) -> Bool {
        byte & 0xc0 == 0x80
    }

    /// Returns the offset of the first ill-formed sequence, or nil if all of `text` is well-formed.
    package static func firstFault(in text: Span<UInt8>, level: Int32 = Kernels.level) -> Int? {
        var offset =
            text.count >= 16 && level > 0 ? Kernels.utf8End(text, from: 0, to: text.count, level) : 0
        while offset < text.count {
            if text.byte(at: offset) < .nonASCII {
                offset += 1
            } else if let length = length(text, at: offset, end: text.count) {
                offset += length
            } else {
                return offset
            }
        }
        return nil
    }
}
