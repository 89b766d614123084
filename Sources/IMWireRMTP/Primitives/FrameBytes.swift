// SPDX-License-Identifier: Apache-2.0

/// The unchecked loads and stores of the frame codec, all of them in this file.
///
/// Every caller has already compared the offset with `count`.
extension Span<UInt8> {
    /// Returns the byte at `offset`, which must be less than `count`.
    @inline(__always)
    func octet(_ offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        return unsafe self[unchecked: offset]
    }

    /// Returns the big-endian integer at `offset`, all of whose bytes must be in the span (RMTP-020).
    @inline(__always)
    func bigEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
        assert(offset >= 0 && offset + MemoryLayout<Value>.size <= count)
        return Value(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Value.self))
    }

    /// Returns a slice; requires `from <= to <= count`.
    @inline(__always)
    @_lifetime(copy self)
    func part(_ from: Int, _ to: Int) -> Span<UInt8> {
        assert(from >= 0 && from <= to && to <= count)
        return unsafe extracting(unchecked: from..<to)
    }

    /// The bytes as a string; they must be well-formed UTF-8.
    @inline(__always)
    var wellFormedString: String {
        unsafe String(copying: UTF8Span(unchecked: self))
    }

    /// A copy of the bytes.
    var copied: [UInt8] {
        let source = self
        return [UInt8](capacity: source.count) { output in
            unsafe output.withUnsafeMutableBufferPointer { target, used in
                unsafe source.withUnsafeBufferPointer { used = unsafe target.update(fromContentsOf: $0) }
            }
        }
    }
}

extension MutableSpan<UInt8> {
    /// Writes a byte; requires `offset < count`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func set(_ byte: UInt8, _ offset: Int) {
        assert(offset >= 0 && offset < count)
        unsafe self[unchecked: offset] = byte
    }

    /// Writes an integer in big-endian order, all of whose bytes must be in the span.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func setBigEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, _ offset: Int) {
        assert(offset >= 0 && offset + MemoryLayout<Value>.size <= count)
        unsafe withUnsafeMutableBytes {
            unsafe $0.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
        }
    }

    /// Writes all of `source`, which must not overlap the span; requires `offset + source.count <= count`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func set(_ source: Span<UInt8>, _ offset: Int) {
        assert(offset >= 0 && offset + source.count <= count)
        unsafe withUnsafeMutableBytes { target in
            unsafe source.withUnsafeBytes { bytes in
                guard let from = bytes.baseAddress, let to = target.baseAddress else { return }
                unsafe (to + offset).copyMemory(from: from, byteCount: bytes.count)
            }
        }
    }
}
