// SPDX-License-Identifier: Apache-2.0

// This is the only file that uses the C target. Without the target, the level is 0, and the loops in Swift, which the
// kernels are tested against, do all the work.
#if canImport(CIMWireKernels)
import CIMWireKernels

/// The kernels in C, which use the vector instructions of the processor on long runs of bytes.
///
/// Each function must be called with a level above 0, which is at most the level of the processor.
package enum Kernels {
    /// The level in use, which is 0 if this processor has no kernels.
    @inline(__always)
    package static var level: Int32 { cimwire_level() }

    /// The highest level of this processor.
    package static var best: Int32 { cimwire_best_level() }

    @inline(__always)
    static func textEnd(_ text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int {
        unsafe search(text, from: start, to: end) { unsafe cimwire_text_end(level, $0, start, end) }
    }

    @inline(__always)
    static func utf8End(_ text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int {
        unsafe search(text, from: start, to: end) { unsafe cimwire_utf8_end(level, $0, start, end) }
    }

    @inline(__always)
    static func writableEnd(_ text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int {
        unsafe search(text, from: start, to: end) { unsafe cimwire_writable_end(level, $0, start, end) }
    }

    @inline(__always)
    static func base64End(_ text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int {
        unsafe search(text, from: start, to: end) { unsafe cimwire_base64_end(level, $0, start, end) }
    }

    @inline(__always)
    static func place(
        of wanted: UInt8, in text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32
    ) -> Int {
        unsafe search(text, from: start, to: end) { unsafe cimwire_byte_place(level, $0, start, end, wanted) }
    }

    /// Calls a kernel that returns an offset from `start` to `end`.
    @inline(__always)
    private static func search(
        _ text: Span<UInt8>, from start: Int, to end: Int, _ kernel: (UnsafePointer<UInt8>?) -> Int
    ) -> Int {
        assert(start >= 0 && start <= end && end <= text.count)
        return unsafe text.withUnsafeBufferPointer { unsafe kernel($0.baseAddress) }
    }

    /// Decodes the first groups of Base64 digits into `output`, and returns the number of digits.
    @inline(__always)
    static func decodeBase64(
        _ digits: Span<UInt8>, into output: UnsafeMutableRawBufferPointer, _ level: Int32
    ) -> Int {
        unsafe digits.withUnsafeBufferPointer { digits in
            let target = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return unsafe cimwire_base64_decode(level, digits.baseAddress, digits.count, target, output.count)
        }
    }

    /// Encodes the first groups of bytes as Base64 at `start` of `output`, and returns the number of bytes.
    @inline(__always)
    static func encodeBase64(
        _ bytes: Span<UInt8>, into output: UnsafeMutableRawBufferPointer, at start: Int, _ level: Int32
    ) -> Int {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let target = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
            return unsafe cimwire_base64_encode(level, bytes.baseAddress, bytes.count, target + start)
        }
    }

    /// Updates the remainder of a CRC-32 with the first bytes, and returns their number, a multiple of 16.
    @inline(__always)
    static func updateCRC32(_ remainder: inout UInt32, _ bytes: Span<UInt8>, _ level: Int32) -> Int {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe cimwire_crc32(level, &remainder, bytes.baseAddress, bytes.count)
        }
    }
}
#else
/// No kernels: nothing calls the functions.
package enum Kernels {
    package static var level: Int32 { 0 }
    package static var best: Int32 { 0 }

    static func textEnd(_ text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int { start }
    static func utf8End(_ text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int { start }
    static func writableEnd(_ text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int { start }
    static func base64End(_ text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int { start }
    static func place(of wanted: UInt8, in text: Span<UInt8>, from start: Int, to end: Int, _ level: Int32) -> Int {
        start
    }
    static func decodeBase64(_ digits: Span<UInt8>, into output: UnsafeMutableRawBufferPointer, _ level: Int32) -> Int {
        0
    }
    static func encodeBase64(
        _ bytes: Span<UInt8>, into output: UnsafeMutableRawBufferPointer, at start: Int, _ level: Int32
    ) -> Int {
        0
    }
    static func updateCRC32(_ remainder: inout UInt32, _ bytes: Span<UInt8>, _ level: Int32) -> Int { 0 }
}
#endif
