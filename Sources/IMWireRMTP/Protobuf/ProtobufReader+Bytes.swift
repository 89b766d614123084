// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The one file in which the reader touches memory by hand: every caller has compared the offset with `end` before, and
/// `end` never exceeds the view.
extension ProtobufReader {
    /// The byte at an offset below `end`.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < bytes.count)
        return unsafe bytes[unchecked: offset]
    }

    /// Eight bytes, the first in the lowest bits; all lie in the view.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= bytes.count)
        return UInt64(
            littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Eight bytes, the first in the lowest bits; where the view has fewer from `offset` on, zeros stand for the rest.
    ///
    /// `offset <= end`, and the view has at least eight bytes.
    @inline(__always)
    func word(upFrom offset: Int) -> UInt64 {
        let last = bytes.count &- 8
        if offset <= last { return word(at: offset) }
        let missing = UInt64(truncatingIfNeeded: offset &- last)
        return missing == 8 ? 0 : word(at: last) &>> (missing &* 8)
    }

    /// A part of the bytes; `from <= to <= end`.
    @inline(__always)
    @_lifetime(copy self)
    func slice(_ from: Int, _ to: Int) -> Span<UInt8> {
        assert(from >= 0 && from <= to && to <= bytes.count)
        return unsafe bytes.extracting(unchecked: from..<to)
    }

    /// A part of the bytes as text; nil where it is not well-formed UTF-8.
    func text(_ from: Int, _ to: Int) -> String? {
        // Nearly all texts of bodies are names and ids: ASCII.
        var offset = from
        while offset &+ 8 <= to, word(at: offset) & 0x8080_8080_8080_8080 == 0 { offset &+= 8 }
        while offset < to, byte(at: offset) < 0x80 { offset &+= 1 }
        if offset < to, UTF8Sequence.firstFault(in: slice(offset, to)) != nil { return nil }
        return unsafe String(copying: UTF8Span(unchecked: slice(from, to)))
    }

    /// Where a text that is ill-formed stops being well-formed.
    func fault(_ from: Int, _ to: Int) -> Int {
        from + (UTF8Sequence.firstFault(in: slice(from, to)) ?? 0)
    }

    /// Puts a part of the bytes behind others.
    func append(_ from: Int, _ to: Int, to target: inout [UInt8]) {
        unsafe slice(from, to).withUnsafeBufferPointer { unsafe target.append(contentsOf: $0) }
    }

    /// A copy of a part of the bytes.
    func copy(_ from: Int, _ to: Int) -> [UInt8] {
        unsafe slice(from, to).withUnsafeBufferPointer { unsafe Array($0) }
    }
}
