// SPDX-License-Identifier: Apache-2.0

/// One JSON value kept as the text that arrived, every byte of it (CNT-038).
///
/// `extra` and `data` belong to the application: peers put strings, objects or nothing there, and what they put comes out
/// again as it went in.
public struct RawJSON: Hashable, Sendable {
    /// The value's JSON text.
    public let text: String

    /// Takes JSON text.
    ///
    /// - Throws: `encode.json` where the text is not exactly one JSON value.
    public init(text: String) throws(EncodeError) {
        try self.init(text: text, limits: .unlimited)
    }

    /// Takes JSON text within limits.
    package init(text: String, limits: DecodingLimits) throws(EncodeError) {
        var text = text
        text.makeContiguousUTF8()
        var scanner = JSONScanner(text.utf8.span, limits: limits, isStrict: false)
        do {
            _ = try scanner.skipValue()
            try scanner.finish()
        } catch {
            throw EncodeError(.json)
        }
        self.text = text
    }

    /// The value `null`.
    public static let null = RawJSON(scanned: "null")
    /// An object without members.
    public static let emptyObject = RawJSON(scanned: "{}")
    /// A list without elements.
    public static let emptyArray = RawJSON(scanned: "[]")

    /// Takes text that is known to be one JSON value, because a scanner has passed over it or a writer made it.
    @inline(__always)
    package init(scanned text: String) {
        self.text = text
    }

    /// The text of a JSON string; nil where the value is something else.
    public var string: String? {
        let span = text.utf8.span
        guard span.count > 0, span.byte(at: 0) == 0x22 else { return nil }
        var scanner = JSONScanner(span, limits: .unlimited, isStrict: false)
        guard let token = try? scanner.string() else { return nil }
        return scanner.text(of: token)
    }
}

// The `==` of strings takes a letter with its accent and the two characters for it as equal; as bytes they are not.
extension RawJSON {
    /// Whether two values have the same text, byte for byte.
    public static func == (one: RawJSON, other: RawJSON) -> Bool {
        one.text.utf8.span.equals(other.text.utf8.span)
    }

    /// Hashes the text; values with the same bytes have the same hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension RawJSON: CustomStringConvertible {
    /// The value's JSON text.
    public var description: String { text }
}

extension DecodingLimits {
    /// For what is in memory already and came from the program itself.
    package static let unlimited: DecodingLimits = {
        var limits = DecodingLimits()
        limits.contentBytes = .max
        limits.stringBytes = .max
        limits.numberBytes = .max
        limits.unknownBytes = .max
        limits.items = .max
        limits.members = .max
        limits.depth = 512
        return limits
    }()

    /// For text that was judged by its own limits, or whose parts will be.
    package static let unbounded: DecodingLimits = {
        var limits = DecodingLimits.unlimited
        limits.depth = .max
        return limits
    }()
}
