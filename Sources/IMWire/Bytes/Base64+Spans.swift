// SPDX-License-Identifier: Apache-2.0

/// Table-driven Base64 between buffers, which is used to read and write lines (FRM-011).
extension Base64 {
    /// Returns the length of the Base64 of `count` bytes, including padding.
    @inline(__always)
    package static func encodedLength(_ count: Int) -> Int { (count &+ 2) / 3 &* 4 }

    /// Decodes one unbroken, padded line into `room` and returns the decoded length, or nil for any other line.
    ///
    /// The capacity of `room` must be at least three quarters of the line's length.
    package static func decode(
        _ line: Span<UInt8>, into room: inout MutableSpan<UInt8>, level: Int32 = Kernels.level
    ) -> Int? {
        let count = line.count
        guard count & 3 == 0, count > 0, room.count >= count / 4 &* 3 else { return nil }
        // The last group may be padded and is decoded separately.
        let length = unsafe room.withUnsafeMutableBytes { output in
            var refused: UInt32 = 0
            var source =
                count >= BlockScan.longRun && level > 0 ? unsafe Kernels.decodeBase64(line, into: output, level) : 0
            var target = source / 4 &* 3
            while source < count &- 4 {
                let group = line.halfWord(at: source)
                let value = bits(0, group) | bits(1, group >> 8) | bits(2, group >> 16) | bits(3, group >> 24)
                refused |= value
                // Four bytes are written, of which three count. The next group overwrites the fourth.
                unsafe output.storeBytes(of: (value << 8).bigEndian, toByteOffset: target, as: UInt32.self)
                source &+= 4
                target &+= 3
            }
            return refused & invalid == 0 ? target : -1
        }
        guard length >= 0 else { return nil }
        let first = value(of: line.byte(at: count &- 4))
        let second = value(of: line.byte(at: count &- 3))
        guard first < 64, second < 64 else { return nil }
        room.write(first << 2 | second >> 4, at: length)
        let third = value(of: line.byte(at: count &- 2))
        let isLast = line.byte(at: count &- 1) == .equals
        if isLast, line.byte(at: count &- 2) == .equals { return second & 0x0f == 0 ? length &+ 1 : nil }
        guard third < 64 else { return nil }
        room.write(second << 4 | third >> 2, at: length &+ 1)
        if isLast { return third & 0x03 == 0 ? length &+ 2 : nil }
        let fourth = value(of: line.byte(at: count &- 1))
        guard fourth < 64 else { return nil }
        room.write(third << 6 | fourth, at: length &+ 2)
        return length &+ 3
    }

    /// Encodes `bytes` into `room` at `start`, where there must be sufficient capacity.
    package static func encode(
        _ bytes: Span<UInt8>, into room: inout MutableSpan<UInt8>, at start: Int, level: Int32 = Kernels.level
    ) {
        let whole = bytes.count / 3 &* 3
        assert(start >= 0 && start + encodedLength(bytes.count) <= room.count)
        unsafe room.withUnsafeMutableBytes { output in
            var source =
                bytes.count >= BlockScan.longRun && level > 0
                ? unsafe Kernels.encodeBase64(bytes, into: output, at: start, level) : 0
            var target = start &+ source / 3 &* 4
            while source < whole {
                let group =
                    UInt32(bytes.byte(at: source)) << 16 | UInt32(bytes.byte(at: source &+ 1)) << 8
                    | UInt32(bytes.byte(at: source &+ 2))
                let pair = characters(group >> 12) | characters(group & 0xfff) << 16
                unsafe output.storeBytes(of: pair.littleEndian, toByteOffset: target, as: UInt32.self)
                source &+= 3
                target &+= 4
            }
        }
        guard whole < bytes.count else { return }
        let target = start &+ whole / 3 &* 4
        let first = bytes.byte(at: whole)
        let second = whole &+ 1 < bytes.count ? bytes.byte(at: whole &+ 1) : 0
        room.write(digit(first >> 2), at: target)
        room.write(digit((first << 4 | second >> 4) & 63), at: target &+ 1)
        room.write(whole &+ 1 < bytes.count ? digit(second << 2 & 63) : .equals, at: target &+ 2)
        room.write(.equals, at: target &+ 3)
    }

    /// The bit that marks a character that is not a digit.
    private static let invalid: UInt32 = 0x8000_0000

    /// Returns the value of the character in the lowest byte, shifted to position `place` in its group, or `invalid`.
    @inline(__always)
    private static func bits(_ place: Int, _ character: UInt32) -> UInt32 {
        unsafe values[unchecked: place &* 256 &+ Int(character & 0xff)]
    }

    /// Returns the two characters for twelve bits, with the first character in the lower byte.
    @inline(__always)
    private static func characters(_ bits: UInt32) -> UInt32 {
        UInt32(unsafe pairs[unchecked: Int(bits)])
    }

    private static let values: InlineArray<1024, UInt32> = InlineArray { index in
        let value = Base64.value(of: UInt8(index & 0xff))
        return value < 64 ? UInt32(value) << UInt32(18 - index >> 8 * 6) : 0x8000_0000
    }

    private static let pairs: InlineArray<4096, UInt16> = InlineArray { index in
        UInt16(digit(UInt8(index >> 6))) | UInt16(digit(UInt8(index & 63))) << 8
    }
}

extension [UInt8] {
    /// Appends the Base64 of `bytes` with padding and without line breaks.
    package mutating func append(base64 bytes: Span<UInt8>) {
        let start = count
        append(contentsOf: repeatElement(0, count: Base64.encodedLength(bytes.count)))
        var room = mutableSpan
        Base64.encode(bytes, into: &room, at: start)
    }
}
