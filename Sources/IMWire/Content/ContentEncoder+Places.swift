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
        if count > 16 {
            unsafe target.copyMemory(from: source, byteCount: count)
        } else if count >= 8 {
            // The two words overlap if there are fewer than sixteen bytes.
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

    /// Writes a comma unless the member is the first, the name and a colon: at most four bytes and the name.
    @inline(__always)
    mutating func write(_ name: FixedText, isFirst: Bool) {
        if !isFirst { unsafe write(.comma) }
        unsafe write(.quote)
        unsafe write(name.bytes)
        unsafe write(.quote)
        unsafe write(.colon)
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

    /// Writes a quote, a backslash or a control character as an escape, which has at most six characters (CNT-072).
    mutating func write(escaped byte: UInt8) {
        unsafe write(.backslash)
        switch byte {
        case .quote, .backslash: unsafe write(byte)
        case .backspace: unsafe write(UInt8(ascii: "b"))
        case .formFeed: unsafe write(UInt8(ascii: "f"))
        case .lineFeed: unsafe write(UInt8(ascii: "n"))
        case .carriageReturn: unsafe write(UInt8(ascii: "r"))
        case .tab: unsafe write(UInt8(ascii: "t"))
        default:
            unsafe write(FixedText("u00").bytes)
            unsafe write(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let digit = byte & 0x0f
            unsafe write(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }
}
