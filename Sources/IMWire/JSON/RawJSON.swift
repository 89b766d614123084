// SPDX-License-Identifier: Apache-2.0

/// A JSON value that is kept byte for byte as the text that arrived (CNT-038).
///
/// The members `extra` and `data` belong to the application. Peers put strings, objects or nothing there, and the value
/// is written exactly as it was read.
///
/// ```swift
/// let value = try RawJSON(text: #"{"name":"Kim","scores":[1,2]}"#)
/// print(value["name"]?.string ?? "")          // Kim
/// print(value["scores"]?.elements?.count ?? 0)  // 2
/// ```
public struct RawJSON: Hashable, Sendable {
    /// The JSON text of the value.
    public let text: String

    /// Creates a value from JSON text, without the white space around it.
    ///
    /// - Throws: `encode.json` if the text is not exactly one JSON value.
    public init(text: String) throws(EncodeError) {
        try self.init(text: text, limits: .unlimited)
    }

    /// Creates a value from JSON text within limits.
    package init(text: String, limits: DecodingLimits) throws(EncodeError) {
        var text = text
        text.makeContiguousUTF8()
        do throws(DecodeError) {
            try self.init(parsing: text.utf8.span, limits: limits, isStrict: false)
        } catch {
            throw EncodeError(.json)
        }
    }

    /// The value `null`.
    public static let null = RawJSON(scanned: "null")
    /// An object without members.
    public static let emptyObject = RawJSON(scanned: "{}")
    /// A list without elements.
    public static let emptyArray = RawJSON(scanned: "[]")

    /// Creates a value from text that is known to be one JSON value, because it was scanned or written by a writer.
    @inline(__always)
    package init(scanned text: String) {
        self.text = text
    }

    /// The text of a JSON string, or nil if the value is of another kind.
    public var string: String? {
        let span = text.utf8.span
        guard span.count > 0, span.byte(at: 0) == .quote else { return nil }
        var scanner = JSONScanner(span, limits: .unlimited, isStrict: false)
        guard let token = try? scanner.string() else { return nil }
        return scanner.text(of: token)
    }
}

extension RawJSON {
    /// The bytes of a string that is Base64 in one piece with padding, or nil for any other value (PRB-061, TST-005).
    package var base64: [UInt8]? { string.flatMap { Base64.decodeStandard($0) } }

    /// Whether the value contains an escape of a surrogate without its partner, which no Swift string can represent.
    package var hasLoneSurrogate: Bool {
        var scanner = JSONScanner(text.utf8.span, limits: .unbounded, isStrict: false)
        _ = scanner.nextToken()
        return ((try? scanner.skipValue()) ?? -1) >= 0
    }
}

// String comparison by `==` treats canonically equivalent texts as equal, although their bytes differ.
extension RawJSON {
    /// Returns whether two values have the same text, byte for byte.
    public static func == (one: RawJSON, other: RawJSON) -> Bool {
        one.text.utf8.span.equals(other.text.utf8.span)
    }

    /// Hashes the text, consistently with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: text)
    }
}

extension RawJSON: CustomStringConvertible {
    /// The JSON text of the value.
    public var description: String { text }
}

extension DecodingLimits {
    /// The limits for text that is already in memory and comes from the program itself.
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

    /// The limits for text that has been checked against its own limits, or whose parts will be.
    package static let unbounded: DecodingLimits = {
        var limits = DecodingLimits.unlimited
        limits.depth = .max
        return limits
    }()
}
