// SPDX-License-Identifier: Apache-2.0

/// Conveniences for JSON in strings, which behave like their counterparts for bytes.
extension MessageContent {
    /// Decodes content of this type in lenient mode.
    ///
    /// - Throws: The errors of ``init(json:limits:)-([UInt8],_)``.
    public init(json: String, limits: DecodingLimits = DecodingLimits()) throws(DecodeError) {
        self = try Self.decode(json, limits: limits).value
    }

    /// Decodes content of this type.
    ///
    /// - Throws: The errors of ``init(json:limits:)-([UInt8],_)``; in strict mode, also an error for any deviation.
    public static func decode(
        _ json: String, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<Self> {
        try decode(json.utf8.span, mode: mode, limits: limits)
    }

    /// Returns the content in its canonical form.
    public func encodedString() -> String {
        var writer = ContentEncoder()
        encode(to: &writer)
        return writer.text
    }
}

extension SchemaContent {
    /// Returns the content in its canonical form.
    public func encodedString() -> String {
        var writer = ContentEncoder()
        object.encode(to: &writer)
        return writer.text
    }
}

extension AnyContent {
    /// Returns the content in its canonical form, or nil if the bytes of an opaque or unknown type are not UTF-8 text.
    public func encodedString() -> String? {
        switch self {
        case .known(let content): content.encodedString()
        case .schema(let content): content.encodedString()
        case .opaque(let content): String(validating: content.bytes, as: UTF8.self)
        case .unknown(let content): String(validating: content.bytes, as: UTF8.self)
        }
    }
}

extension ContentRegistry {
    /// Decodes content of any type.
    ///
    /// - Throws: The errors of ``decode(_:as:mode:limits:)-(Span<UInt8>,_,_,_)``.
    public func decode(
        _ json: String, as objectName: ObjectName, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        try decode(json.utf8.span, as: objectName, mode: mode, limits: limits)
    }
}

extension ContentValidator {
    /// Validates one content.
    ///
    /// - Throws: The errors of ``validate(_:as:)-(Span<UInt8>,_)``.
    public mutating func validate(_ json: String, as objectName: ObjectName) throws(DecodeError) {
        try validate(json.utf8.span, as: objectName)
    }
}

extension MemberLookup {
    /// Returns the value of a member as it appears in the content, or nil if the member is absent.
    ///
    /// - Throws: `json.*`, `content.type` or `limit.*`.
    public static func raw(
        _ name: String, in json: String, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> RawJSON? {
        try raw(name, in: json.utf8.span, limits: limits)
    }

    /// Returns the text of a member, or nil if the member is absent or not a string.
    ///
    /// - Throws: `json.*`, `content.type` or `limit.*`.
    public static func string(
        _ name: String, in json: String, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> String? {
        try string(name, in: json.utf8.span, limits: limits)
    }
}
