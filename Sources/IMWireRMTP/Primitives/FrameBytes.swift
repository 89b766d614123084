// SPDX-License-Identifier: Apache-2.0

/// The one file of unchecked loads and stores of the frame codec: every caller has compared the offset with `count`.
extension Span<UInt8> {
    /// The byte at an offset below `count`.
    @inline(__always)
    func octet(_ offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        return unsafe self[unchecked: offset]
    }

    /// A big-endian integer whose bytes all lie in the view (RMTP-020).
    @inline(__always)
    func bigEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
        assert(offset >= 0 && offset + MemoryLayout<Value>.size <= count)
        return Value(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Value.self))
    }

    /// A part of the view; `from <= to <= count`.
    @inline(__always)
    @_lifetime(copy self)
    func part(_ from: Int, _ to: Int) -> Span<UInt8> {
        assert(from >= 0 && from <= to && to <= count)
        return unsafe extracting(unchecked: from..<to)
    }

    /// The view as a string; it is known to be well-formed UTF-8.
    @inline(__always)
    var wellFormedString: String {
        unsafe String(copying: UTF8Span(unchecked: self))
    }

    /// The bytes, copied.
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
    /// Writes one byte; `offset < count`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func set(_ byte: UInt8, _ offset: Int) {
        assert(offset >= 0 && offset < count)
        unsafe self[unchecked: offset] = byte
    }

    /// Writes an integer, the highest bits first; all its bytes lie in the view.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func setBigEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, _ offset: Int) {
        assert(offset >= 0 && offset + MemoryLayout<Value>.size <= count)
        unsafe withUnsafeMutableBytes {
            unsafe $0.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
        }
    }

    /// Writes all of `source`, which lies elsewhere; `offset + source.count <= count`.
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
