// SPDX-License-Identifier: Apache-2.0

/// Unchecked loads, for callers that have compared the offset with `count`.
///
/// They are confined to this file. `Span` checks each subscript, which would be a second check for a scanner that
/// examines every byte and has to know where the input ends anyway.
extension Span<UInt8> {
    /// Returns the byte at `offset`, where `offset < count`.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        return unsafe self[unchecked: offset]
    }

    /// Whether the text begins with a byte order mark, U+FEFF in UTF-8.
    package var hasByteOrderMark: Bool {
        count >= 3 && byte(at: 0) == 0xef && byte(at: 1) == 0xbb && byte(at: 2) == 0xbf
    }

    /// Returns eight bytes, the first in the lowest bits, where `offset + 8 <= count`.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count)
        return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Returns four bytes, the first in the lowest bits, where `offset + 4 <= count`.
    @inline(__always)
    func halfWord(at offset: Int) -> UInt32 {
        assert(offset >= 0 && offset + 4 <= count)
        return UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    /// Returns sixteen bytes, where `offset + 16 <= count`.
    @inline(__always)
    func block(at offset: Int) -> SIMD16<UInt8> {
        assert(offset >= 0 && offset + 16 <= count)
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
    }

    /// Returns four bytes, the first in the highest bits, where `offset + 4 <= count`.
    @inline(__always)
    func bigEndian32(at offset: Int) -> UInt32 {
        halfWord(at: offset).byteSwapped
    }

    /// Returns two bytes, the first in the highest bits, where `offset + 2 <= count`.
    @inline(__always)
    func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(byte(at: offset)) << 8 | UInt16(byte(at: offset + 1))
    }

    /// Returns the bytes from `from` up to `to`, where `from <= to <= count`.
    @inline(__always)
    @_lifetime(copy self)
    func slice(_ from: Int, _ to: Int) -> Span<UInt8> {
        assert(from >= 0 && from <= to && to <= count)
        return unsafe extracting(unchecked: from..<to)
    }

    /// Returns the bytes from `from` up to `to`, which must be well-formed UTF-8, as a string.
    @inline(__always)
    func string(_ from: Int, _ to: Int) -> String {
        unsafe String(copying: UTF8Span(unchecked: slice(from, to)))
    }

    /// Returns whether the span contains exactly the bytes of a literal.
    func equals(_ literal: StaticString) -> Bool {
        literal.withUTF8Buffer { unsafe equals(Span(_unsafeElements: $0)) }
    }

    /// Returns whether the span contains exactly the bytes of `other`.
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        while offset &+ 8 <= count {
            if word(at: offset) != other.word(at: offset) { return false }
            offset &+= 8
        }
        if count >= 8 {
            // The last word overlaps the one before it.
            return offset == count || word(at: count &- 8) == other.word(at: count &- 8)
        }
        while offset < count {
            if byte(at: offset) != other.byte(at: offset) { return false }
            offset &+= 1
        }
        return true
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Writes sixteen bytes, where `offset + 16 <= count`.
    @inline(__always)
    func store(_ block: SIMD16<UInt8>, at offset: Int) {
        assert(offset >= 0 && offset + 16 <= count)
        guard let start = baseAddress else { return }
        unsafe UnsafeMutableRawPointer(start + offset).storeBytes(of: block, as: SIMD16<UInt8>.self)
    }
}

extension MutableSpan<UInt8> {
    /// Writes one byte, where `offset < count`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func write(_ byte: UInt8, at offset: Int) {
        assert(offset >= 0 && offset < count)
        unsafe self[unchecked: offset] = byte
    }

    /// Writes four bytes, the highest bits first, where `offset + 4 <= count`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func writeBigEndian(_ value: UInt32, at offset: Int) {
        assert(offset >= 0 && offset + 4 <= count)
        unsafe withUnsafeMutableBytes {
            unsafe $0.storeBytes(of: value.bigEndian, toByteOffset: offset, as: UInt32.self)
        }
    }

    /// Writes all bytes of `source`, which must not overlap, where `offset + source.count <= count`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func copy(_ source: Span<UInt8>, at offset: Int) {
        assert(offset >= 0 && offset + source.count <= count)
        unsafe withUnsafeMutableBytes { target in
            unsafe source.withUnsafeBytes { bytes in
                guard let from = bytes.baseAddress, let to = target.baseAddress else { return }
                unsafe (to + offset).copyMemory(from: from, byteCount: bytes.count)
            }
        }
    }

    /// Moves bytes within the span, where both the source and the destination must lie and may overlap.
    @_lifetime(self: copy self)
    mutating func move(from: Int, to: Int, count moved: Int) {
        assert(from >= 0 && to >= 0 && moved >= 0 && from + moved <= count && to + moved <= count)
        unsafe withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe (base + to).copyMemory(from: base + from, byteCount: moved)
        }
    }
}

extension String {
    /// Returns whether two strings have the same bytes.
    ///
    /// The operator `==` also treats strings as equal that are only canonically equivalent.
    @inline(__always)
    package func equals(_ other: String) -> Bool {
        utf8.span.equals(other.utf8.span)
    }
}

extension Hasher {
    /// Hashes the bytes of a string.
    ///
    /// The hash of a `String` is the same for all canonically equivalent spellings, of which a peer can write many.
    package mutating func combine(bytesOf text: String) {
        let contiguous: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if contiguous == nil { for byte in text.utf8 { combine(byte) } }
        combine(0xff as UInt8)
    }
}
