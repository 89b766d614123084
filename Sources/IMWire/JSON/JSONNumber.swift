// SPDX-License-Identifier: Apache-2.0

/// A number as it is written: an integer that fits is one, anything else keeps its text (CNT-019).
///
/// `1.50`, `1E2` and `12345678901234567890` are written again just so. Two numbers are equal when they are spelled alike.
public struct JSONNumber: Hashable, Sendable {
    private enum Storage: Hashable, Sendable {
        case integer(Int64)
        case text(String)
    }

    private let storage: Storage

    /// Creates a number from an integer.
    public init(_ value: some BinaryInteger) {
        if let integer = Int64(exactly: value) {
            storage = .integer(integer)
        } else {
            storage = .text(String(value))
        }
    }

    /// Takes a finite number, spelled as shortly as reads back the same; nil where it is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        // Up to 2^53 a whole number is exact; negative zero is not an integer's spelling.
        if value.magnitude <= 0x1p53, Double(Int64(value)) == value, value != 0 || value.sign == .plus {
            storage = .integer(Int64(value))
        } else {
            storage = .text(value.description)
        }
    }

    /// Takes a number's text.
    ///
    /// - Throws: `encode.number` where the text is not exactly one JSON number.
    public init(text: String) throws(EncodeError) {
        var text = text
        text.makeContiguousUTF8()
        guard let number = JSONNumber(parsing: text.utf8.span) else { throw EncodeError(.number) }
        self = number
    }

    /// Reads a text that may be a number; nil where it is not exactly one.
    init?(parsing text: Span<UInt8>) {
        var scanner = JSONScanner(text, limits: .unlimited, isStrict: false)
        guard let token = try? scanner.number(), scanner.position == text.count else { return nil }
        self.init(token, in: text)
    }

    /// Takes a number that has been scanned.
    @inline(__always)
    package init(_ token: NumberToken, in text: Span<UInt8>) {
        if token.isInteger, let integer = JSONNumber.integer(text, token.start, token.end) {
            storage = .integer(integer)
        } else {
            storage = .text(text.string(token.start, token.end))
        }
    }

    /// The integer, where it is written as one and fits.
    public var int64: Int64? {
        if case .integer(let value) = storage { value } else { nil }
    }

    /// The integer as an `Int`, where it is written as one and fits.
    ///
    /// Not inlined: the optimiser of Swift 6.3.1 stops with an ownership error where it is.
    @inline(never)
    var int: Int? {
        if case .integer(let value) = storage { Int(exactly: value) } else { nil }
    }

    /// The nearest floating-point number; infinite where the text is out of range.
    public var double: Double {
        switch storage {
        case .integer(let value): Double(value)
        case .text(let text): Double(text) ?? .nan
        }
    }

    /// The number as it is on the wire.
    public var text: String {
        switch storage {
        case .integer(let value): String(value)
        case .text(let text): text
        }
    }

    /// The integer that is spelled so and no other way: no `-0`; nil where it does not fit.
    private static func integer(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int64? {
        let isNegative = text.byte(at: start) == 0x2d
        let first = isNegative ? start &+ 1 : start
        guard end &- first <= 19 else { return nil }
        var magnitude: UInt64 = 0  // 19 digits always fit
        for offset in first..<end { magnitude = magnitude &* 10 &+ UInt64(text.byte(at: offset) &- 0x30) }
        if isNegative {
            return magnitude == 0 || magnitude > 1 << 63 ? nil : Int64(truncatingIfNeeded: 0 &- magnitude)
        }
        return Int64(exactly: magnitude)
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Takes an integer written in the source.
    public init(integerLiteral value: Int64) {
        storage = .integer(value)
    }

    /// Takes a number written in the source; the compiler has refused what is not finite.
    public init(floatLiteral value: Double) {
        self = JSONNumber(value) ?? 0
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as it is on the wire.
    public var description: String { text }
}
