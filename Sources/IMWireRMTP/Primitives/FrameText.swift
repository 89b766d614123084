// SPDX-License-Identifier: Apache-2.0

/// A string of a frame: UTF-16 code units, kept exactly, a surrogate that stands alone included (RMTP-023).
///
/// Two texts are equal if their code units are equal: a precomposed letter and the same letter followed by a combining
/// accent are different ids to the service.
///
/// ```swift
/// let target = FrameText("u2")
/// print(target.string ?? "")   // u2; nil for text that is not Unicode
/// ```
public struct FrameText: Sendable {
    private enum Storage: Sendable {
        case text(String)
        /// Code units with at least one lone surrogate.
        case units([UInt16])
    }

    private let storage: Storage

    private init(_ storage: Storage) {
        self.storage = storage
    }

    /// Creates a text from a string.
    public init(_ string: String) {
        var string = string
        string.makeContiguousUTF8()
        self.init(.text(string))
    }

    @inline(__always)
    init(wellFormed string: String) {
        self.init(.text(string))
    }

    /// Creates a text from arbitrary UTF-16 code units.
    public init(utf16 units: [UInt16]) {
        if let string = String(validating: units, as: UTF16.self) {
            self.init(string)
        } else {
            self.init(.units(units))
        }
    }

    /// The text as a string, or nil if it contains a lone surrogate.
    public var string: String? {
        if case .text(let string) = storage { string } else { nil }
    }

    /// Returns whether the text equals a string byte for byte.
    func isSame(as other: String?) -> Bool {
        guard let other, case .text(let string) = storage else { return false }
        return string.utf8.span.equals(other.utf8.span)
    }

    /// The text for display, in which a lone surrogate appears as U+FFFD.
    public var displayed: String {
        switch storage {
        case .text(let string): string
        case .units(let units): String(decoding: units, as: UTF16.self)
        }
    }

    /// The UTF-16 code units.
    public var utf16: [UInt16] {
        switch storage {
        case .text(let string): Array(string.utf16)
        case .units(let units): units
        }
    }

    /// Whether the text has no code units.
    public var isEmpty: Bool {
        if case .text(let string) = storage { string.utf8.isEmpty } else { false }
    }
}

extension FrameText: Hashable {
    /// Returns whether the code units are equal.
    public static func == (one: FrameText, other: FrameText) -> Bool {
        switch (one.storage, other.storage) {
        case (.text(let text), .text(let otherText)): text.utf8.span.equals(otherText.utf8.span)
        case (.units(let units), .units(let otherUnits)): units == otherUnits
        case (.text, .units), (.units, .text): false
        }
    }

    /// Hashes the code units.
    public func hash(into hasher: inout Hasher) {
        switch storage {
        case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .units(let units): hasher.combine(units)
        }
    }
}

extension FrameText: ExpressibleByStringLiteral {
    /// Creates a text from a string literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

// MARK: - Writing

/// The encoding of characters beyond the BMP in the strings of packets (RMTP-025).
@nonexhaustive
public enum FrameTextEncoding: Hashable, Sendable {
    /// CESU-8: two surrogates of three bytes each, as the vendor's SDKs write them.
    case cesu8
    /// UTF-8: four bytes.
    case utf8
}

extension FrameText {
    /// The encoded size of a text in bytes, without its length field, and whether those bytes are Swift's own UTF-8.
    struct Size {
        var count: Int
        var isPlain: Bool
    }

    /// Returns the encoded size of the text, without scanning it if it is known to be plain.
    @inline(__always)
    func size(_ encoding: FrameTextEncoding, isPlain: Bool) -> Size {
        switch storage {
        case .text(let string):
            if isPlain || encoding == .utf8 { return Size(count: string.utf8.count, isPlain: true) }
            let bytes = string.utf8.span
            let wide = FrameTextScan.fourByteCount(bytes)
            return Size(count: bytes.count + 2 * wide, isPlain: wide == 0)
        case .units(let units):
            var count = 0
            for index in units.indices { count += FrameText.width(units, index, encoding) }
            return Size(count: count, isPlain: false)
        }
    }

    /// Writes the bytes at `offset`, where `output` must have capacity for the measured size.
    @inline(__always)
    @_lifetime(output: copy output)
    func write(
        _ encoding: FrameTextEncoding, _ size: Size, at offset: Int, into output: inout MutableSpan<UInt8>
    ) {
        switch storage {
        case .text(let string):
            if size.isPlain {
                output.set(string.utf8.span, offset)
            } else {
                FrameText.writeCESU(string.utf8.span, at: offset, into: &output)
            }
        case .units(let units):
            FrameText.write(units, encoding, at: offset, into: &output)
        }
    }

    private static func isPair(_ units: [UInt16], _ index: Int) -> Bool {
        units[index] & 0xfc00 == 0xd800 && index + 1 < units.count && units[index + 1] & 0xfc00 == 0xdc00
    }

    /// Returns the number of bytes that a unit contributes; a pair in UTF-8 has four, two for each unit.
    private static func width(_ units: [UInt16], _ index: Int, _ encoding: FrameTextEncoding) -> Int {
        let unit = units[index]
        if unit < UInt8.nonASCII { return 1 }
        if unit < 0x800 { return 2 }
        if encoding == .cesu8 { return 3 }
        return isPair(units, index) || (index > 0 && isPair(units, index - 1)) ? 2 : 3
    }

    @_lifetime(output: copy output)
    private static func writeCESU(_ bytes: Span<UInt8>, at place: Int, into output: inout MutableSpan<UInt8>) {
        var place = place
        var offset = 0
        while offset < bytes.count {
            let byte = bytes.octet(offset)
            guard byte >= .firstOfFour else {
                output.set(byte, place)
                place += 1
                offset += 1
                continue
            }
            let scalar = FrameTextScan.fourBytes(bytes, offset) &- 0x10000
            write(UInt16(truncatingIfNeeded: 0xd800 | scalar >> 10), at: &place, into: &output)
            write(UInt16(truncatingIfNeeded: 0xdc00 | scalar & 0x3ff), at: &place, into: &output)
            offset += 4
        }
    }

    @_lifetime(output: copy output)
    private static func write(
        _ units: [UInt16], _ encoding: FrameTextEncoding, at place: Int, into output: inout MutableSpan<UInt8>
    ) {
        var place = place
        var index = 0
        while index < units.count {
            if encoding == .utf8, isPair(units, index) {
                let high = UInt32(units[index] & 0x3ff)
                let scalar = 0x10000 + high << 10 + UInt32(units[index + 1] & 0x3ff)
                output.set(.firstOfFour | UInt8(truncatingIfNeeded: scalar >> 18), place)
                for shift: UInt32 in [12, 6, 0] {
                    place += 1
                    output.set(.follower | UInt8(truncatingIfNeeded: scalar >> shift) & .followerBits, place)
                }
                place += 1
                index += 2
            } else {
                write(units[index], at: &place, into: &output)
                index += 1
            }
        }
    }

    /// Writes one code unit as one to three bytes.
    @_lifetime(output: copy output)
    private static func write(_ unit: UInt16, at place: inout Int, into output: inout MutableSpan<UInt8>) {
        if unit < UInt8.nonASCII {
            output.set(UInt8(truncatingIfNeeded: unit), place)
            place += 1
            return
        }
        if unit < 0x800 {
            output.set(.firstOfTwo | UInt8(truncatingIfNeeded: unit >> 6), place)
        } else {
            output.set(.firstOfThree | UInt8(truncatingIfNeeded: unit >> 12), place)
            place += 1
            output.set(.follower | UInt8(truncatingIfNeeded: unit >> 6) & .followerBits, place)
        }
        output.set(.follower | UInt8(truncatingIfNeeded: unit) & .followerBits, place + 1)
        place += 2
    }
}
