// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The unchecked memory accesses of the reader, all of them in this file.
///
/// Every caller has already compared the offset with `end`, and `end` never exceeds the span.
extension ProtobufDecoder {
    /// Returns the byte at `offset`, which must be less than `end`.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < bytes.count)
        return unsafe bytes[unchecked: offset]
    }

    /// Returns the little-endian integer of eight bytes from `offset` on, with zeros for bytes past the end of the
    /// span.
    ///
    /// Requires `offset <= end` and a span of at least eight bytes.
    @inline(__always)
    func word(upFrom offset: Int) -> UInt64 { Self.word(bytes, upFrom: offset) }

    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, upFrom offset: Int) -> UInt64 {
        let last = bytes.count &- 8
        if offset <= last { return word(bytes, at: offset) }
        let missing = UInt64(truncatingIfNeeded: offset &- last)
        return missing == 8 ? 0 : word(bytes, at: last) &>> (missing &* 8)
    }

    /// Returns the little-endian integer of the eight bytes at `offset`, all of which must be in the span.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= bytes.count)
        return UInt64(
            littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Returns a slice of the bytes; requires `from <= to <= end`.
    @inline(__always)
    @_lifetime(copy self)
    func slice(_ from: Int, _ to: Int) -> Span<UInt8> {
        assert(from >= 0 && from <= to && to <= bytes.count)
        return unsafe bytes.extracting(unchecked: from..<to)
    }

    /// Returns a slice of the bytes as text, or nil if it is not well-formed UTF-8.
    @inline(__always)
    func text(_ from: Int, _ to: Int) -> String? { Self.text(bytes, from, to) }

    /// Passes only the span, because passing the reader would copy all of it.
    @inline(never)
    private static func text(_ bytes: Span<UInt8>, _ from: Int, _ to: Int) -> String? {
        let text = unsafe bytes.extracting(unchecked: from..<to)
        // Nearly all texts in bodies are names and ids, which are ASCII.
        if !isASCII(bytes, from, to), UTF8Sequence.firstFault(in: text) != nil { return nil }
        return unsafe String(copying: UTF8Span(unchecked: text))
    }

    @inline(__always)
    private static func isASCII(_ bytes: Span<UInt8>, _ from: Int, _ to: Int) -> Bool {
        let high: UInt64 = 0x8080_8080_8080_8080
        var offset = from
        while offset &+ 8 <= to {
            if word(bytes, at: offset) & high != 0 { return false }
            offset &+= 8
        }
        if offset == to { return true }
        if bytes.count >= 8 {
            let rest = UInt64(truncatingIfNeeded: to &- offset)
            return word(bytes, upFrom: offset) & (high &>> (64 &- rest &* 8)) == 0
        }
        while offset < to {
            if unsafe bytes[unchecked: offset] >= 0x80 { return false }
            offset &+= 1
        }
        return true
    }

    /// Returns the offset of the first ill-formed sequence in an ill-formed text.
    func fault(_ from: Int, _ to: Int) -> Int {
        from + (UTF8Sequence.firstFault(in: slice(from, to)) ?? 0)
    }

    /// Appends a slice of the bytes to `target`.
    func append(_ from: Int, _ to: Int, to target: inout [UInt8]) {
        unsafe slice(from, to).withUnsafeBufferPointer { unsafe target.append(contentsOf: $0) }
    }

    /// Returns a copy of a slice of the bytes.
    @inline(__always)
    func copy(_ from: Int, _ to: Int) -> [UInt8] { Self.copy(bytes, from, to) }

    @inline(never)
    private static func copy(_ bytes: Span<UInt8>, _ from: Int, _ to: Int) -> [UInt8] {
        unsafe bytes.extracting(unchecked: from..<to).withUnsafeBufferPointer { unsafe Array($0) }
    }
}
