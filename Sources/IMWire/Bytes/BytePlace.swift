// SPDX-License-Identifier: Apache-2.0

/// Writes at a place in memory and moves the place, for a writer that has made sure of the capacity.
extension UnsafeMutablePointer<UInt8> {
    @inline(__always)
    mutating func write(_ byte: UInt8) {
        unsafe pointee = byte
        unsafe self += 1
    }

    /// Writes bytes, of which most runs are shorter than a call of the C library is worth.
    @inline(__always)
    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        let count = bytes.count
        let source = unsafe UnsafeRawPointer(start)
        let target = UnsafeMutableRawPointer(self)
        if count > 32 {
            unsafe target.copyMemory(from: source, byteCount: count)
        } else if count > 16 {
            let first = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
            let last = unsafe source.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)
            unsafe target.storeBytes(of: first, as: SIMD16<UInt8>.self)
            unsafe target.storeBytes(of: last, toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
        } else if count >= 8 {
            // The two words overlap if there are fewer than sixteen bytes, as the two blocks above do.
            let first = unsafe source.loadUnaligned(as: UInt64.self)
            let last = unsafe source.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            unsafe target.storeBytes(of: first, as: UInt64.self)
            unsafe target.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            let first = unsafe source.loadUnaligned(as: UInt32.self)
            let last = unsafe source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            unsafe target.storeBytes(of: first, as: UInt32.self)
            unsafe target.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
        } else {
            for index in 0..<count { unsafe self[index] = start[index] }
        }
        unsafe self += count
    }

    /// Writes an integer, which has at most twenty characters.
    @inline(__always)
    mutating func write(_ integer: Int64) {
        if integer < 0 { unsafe write(.minus) }
        var rest = integer.magnitude
        var count = 1
        var bound: UInt64 = 10
        while count < 20, rest >= bound {
            count &+= 1
            bound &*= 10
        }
        for index in (0..<count).reversed() {
            unsafe self[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        unsafe self += count
    }
}
