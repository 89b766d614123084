// SPDX-License-Identifier: Apache-2.0

/// A JSON number that is stored as an integer if it fits, and as its text otherwise (CNT-019).
///
/// `1.50`, `1E2` and `12345678901234567890` are written exactly as they were read. Two numbers are equal if they have
/// the same spelling.
///
/// ```swift
/// let time = JSONNumber(1_700_000_000_000)
/// let price = try JSONNumber(text: "12.50")
/// print(time.int64 ?? 0, price.text)  // 1700000000000 12.50
/// ```
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

    /// Creates a number from a finite value, in the shortest spelling that is read back as the same value.
    ///
    /// The result is nil if the value is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        // Whole numbers up to 2^53 are exact. Negative zero is not spelled as an integer.
        if value.magnitude <= 0x1p53, Double(Int64(value)) == value, value != 0 || value.sign == .plus {
            storage = .integer(Int64(value))
        } else {
            storage = .text(value.description)
        }
    }

    /// Creates a number from its text.
    ///
    /// - Throws: `encode.number` if the text is not exactly one JSON number.
    public init(text: String) throws(EncodeError) {
        var text = text
        text.makeContiguousUTF8()
        guard let number = JSONNumber(parsing: text.utf8.span) else { throw EncodeError(.number) }
        self = number
    }

    /// Creates a number from a text, or returns nil if the text is not exactly one number.
    init?(parsing text: Span<UInt8>) {
        var scanner = JSONScanner(text, limits: .unlimited, isStrict: false)
        guard let token = try? scanner.number(), scanner.position == text.count else { return nil }
        self.init(token, in: text)
    }

    /// Creates a number from a scanned token.
    @inline(__always)
    package init(_ token: NumberToken, in text: Span<UInt8>) {
        if token.isInteger, let integer = JSONNumber.integer(text, token.start, token.end) {
            storage = .integer(integer)
        } else {
            storage = .text(text.string(token.start, token.end))
        }
    }

    /// The integer, or nil if the number is not written as an integer that fits.
    public var int64: Int64? {
        if case .integer(let value) = storage { value } else { nil }
    }

    /// The integer as an `Int`, or nil if the number is not written as an integer that fits.
    ///
    /// This property is not inlined because the optimizer of Swift 6.3.1 fails with an ownership error otherwise.
    @inline(never)
    public var int: Int? {
        if case .integer(let value) = storage { Int(exactly: value) } else { nil }
    }

    /// The nearest floating-point number, which is infinite if the number is out of range.
    public var double: Double {
        switch storage {
        case .integer(let value): Double(value)
        case .text(let text): Double(text) ?? .nan
        }
    }

    /// The number as written on the wire.
    public var text: String {
        switch storage {
        case .integer(let value): String(value)
        case .text(let text): text
        }
    }

    /// Returns the integer with exactly this spelling, or nil if it does not fit or is `-0`.
    private static func integer(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int64? {
        let isNegative = text.byte(at: start) == .minus
        let first = isNegative ? start &+ 1 : start
        guard end &- first <= 19 else { return nil }
        var magnitude: UInt64 = 0  // 19 digits always fit
        for offset in first..<end { magnitude = magnitude &* 10 &+ UInt64(text.byte(at: offset) &- UInt8(ascii: "0")) }
        if isNegative {
            return magnitude == 0 || magnitude > 1 << 63 ? nil : Int64(truncatingIfNeeded: 0 &- magnitude)
        }
        return Int64(exactly: magnitude)
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int64) {
        storage = .integer(value)
    }

    /// Creates a number from a floating-point literal, which the compiler requires to be finite.
    public init(floatLiteral value: Double) {
        self = JSONNumber(value) ?? 0
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as written on the wire.
    public var description: String { text }
}
