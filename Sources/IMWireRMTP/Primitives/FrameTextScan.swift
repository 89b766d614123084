// SPDX-License-Identifier: Apache-2.0

/// The properties found in the bytes of a packet string.
struct FrameTextForm: OptionSet, Hashable {
    let rawValue: UInt8

    /// The string has characters of four bytes.
    static let fourBytes = FrameTextForm(rawValue: 1)
    /// The string has surrogates of three bytes each, paired or lone.
    static let surrogates = FrameTextForm(rawValue: 2)
}

/// UTF-8 in which surrogates may be encoded individually (RMTP-022, RMTP-023).
enum FrameTextScan {
    enum Outcome: Equatable {
        case wellFormed(FrameTextForm)
        /// An ill-formed sequence, whose lead byte is at this offset (RMTP-024).
        case illFormed(Int)
    }

    /// Validates all of `bytes`.
    @inline(__always)
    static func scan(_ bytes: Span<UInt8>) -> Outcome {
        var offset = 0
        while offset &+ 8 <= bytes.count {
            if bytes.bigEndian(offset, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { break }
            offset &+= 8
        }
        while offset < bytes.count {
            if bytes.octet(offset) >= .nonASCII { return scan(bytes, from: offset) }
            offset &+= 1
        }
        return .wellFormed([])
    }

    @inline(never)
    private static func scan(_ bytes: Span<UInt8>, from start: Int) -> Outcome {
        var offset = start
        var form: FrameTextForm = []
        while offset < bytes.count {
            let lead = bytes.octet(offset)
            let length: Int
            switch lead {
            case 0 ..< .nonASCII: length = 1
            case 0xc2...0xdf: length = 2
            case 0xe0...0xef: length = 3
            case 0xf0...0xf4: length = 4
            default: return .illFormed(offset)
            }
            guard offset + length <= bytes.count else { return .illFormed(offset) }
            for follower in 1..<Swift.max(1, length) where !bytes.octet(offset + follower).isFollower {
                return .illFormed(offset)
            }
            if length > 2 {
                let second = bytes.octet(offset + 1)
                switch lead {
                case 0xe0 where second < 0xa0, 0xf0 where second < 0x90, 0xf4 where second > 0x8f:
                    return .illFormed(offset)
                case 0xed where second >= 0xa0: form.insert(.surrogates)
                case 0xf0...0xf4: form.insert(.fourBytes)
                default: break
                }
            }
            offset += length
        }
        return .wellFormed(form)
    }

    /// Returns the number of four-byte characters in well-formed bytes.
    @inline(__always)
    static func fourByteCount(_ bytes: Span<UInt8>) -> Int {
        if bytes.count < 8 { return fourByteCount(bytes, from: 0) }
        var offset = 0
        while true {
            // The lead byte of a four-byte sequence has its upper four bits set; the shifts align all four with the
            // highest bit.
            let word = bytes.bigEndian(offset, as: UInt64.self)
            if word & word &<< 1 & word &<< 2 & word &<< 3 & 0x8080_8080_8080_8080 != 0 {
                return fourByteCount(bytes, from: offset)
            }
            if offset &+ 8 == bytes.count { return 0 }
            // The last word overlaps the one before it.
            offset = Swift.min(offset &+ 8, bytes.count &- 8)
        }
    }

    @inline(__always)
    private static func fourByteCount(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var count = 0
        for offset in start..<bytes.count where bytes.octet(offset) >= .firstOfFour { count &+= 1 }
        return count
    }

    /// Returns the UTF-16 units of well-formed bytes.
    static func units(_ bytes: Span<UInt8>) -> [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            let lead = bytes.octet(offset)
            switch lead {
            case 0 ..< .nonASCII:
                units.append(UInt16(lead))
                offset += 1
            case UInt8.nonASCII ..< .firstOfThree:
                units.append(UInt16(lead ^ .firstOfTwo) << 6 | continuation(bytes, offset + 1))
                offset += 2
            case UInt8.firstOfThree ..< .firstOfFour:
                let high = UInt16(lead ^ .firstOfThree) << 12 | continuation(bytes, offset + 1) << 6
                units.append(high | continuation(bytes, offset + 2))
                offset += 3
            default:
                let scalar = fourBytes(bytes, offset) &- 0x10000
                units.append(UInt16(truncatingIfNeeded: 0xd800 | scalar >> 10))
                units.append(UInt16(truncatingIfNeeded: 0xdc00 | scalar & 0x3ff))
                offset += 4
            }
        }
        return units
    }

    /// Returns the scalar of a well-formed four-byte sequence.
    static func fourBytes(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
        let high = UInt32(bytes.octet(offset) & 7) << 18 | UInt32(continuation(bytes, offset + 1)) << 12
        return high | UInt32(continuation(bytes, offset + 2)) << 6 | UInt32(continuation(bytes, offset + 3))
    }

    private static func continuation(_ bytes: Span<UInt8>, _ offset: Int) -> UInt16 {
        UInt16(bytes.octet(offset) & .followerBits)
    }
}
