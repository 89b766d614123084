// SPDX-License-Identifier: Apache-2.0

/// JSON in strings: the same as in bytes, for those who have it so.
extension MessageContent {
    /// Reads a content of this type, leniently.
    ///
    /// - Throws: as ``init(json:limits:)-([UInt8],_)``.
    public init(json: String, limits: DecodingLimits = DecodingLimits()) throws(DecodeError) {
        self = try Self.decode(json, limits: limits).content
    }

    /// Reads a content of this type.
    ///
    /// - Throws: as ``init(json:limits:)-([UInt8],_)``; in strict mode also for each deviation.
    public static func decode(
        _ json: String, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<Self> {
        try decode(json.utf8.span, mode: mode, limits: limits)
    }

    /// The content's canonical form.
    public func encodedString() -> String {
        var writer = ContentWriter()
        encode(to: &writer)
        return writer.text
    }
}

extension SchemaContent {
    /// The content's canonical form.
    public func encodedString() -> String {
        var writer = ContentWriter()
        object.encode(to: &writer)
        return writer.text
    }
}

extension AnyContent {
    /// The canonical form; nil for a content of an opaque or unknown type whose bytes are no text.
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
    /// Reads a content of any type.
    ///
    /// - Throws: as ``decode(_:_:mode:limits:)-(_,Span<UInt8>,_,_)``.
    public func decode(
        _ objectName: ObjectName, _ json: String, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        try decode(objectName, json.utf8.span, mode: mode, limits: limits)
    }
}

extension ContentValidator {
    /// Judges one content.
    ///
    /// - Throws: as ``validate(_:_:)-(_,Span<UInt8>)``.
    public mutating func validate(_ objectName: ObjectName, _ json: String) throws(DecodeError) {
        try validate(objectName, json.utf8.span)
    }
}

extension MemberLookup {
    /// A member's value as it stands in the content; nil where it is absent.
    ///
    /// - Throws: `json.*`, `content.type` or `limit.*`.
    public static func raw(
        _ name: String, in json: String, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> RawJSON? {
        try raw(name, in: json.utf8.span, limits: limits)
    }

    /// The text of a member that is a string; nil where it is absent or something else.
    ///
    /// - Throws: `json.*`, `content.type` or `limit.*`.
    public static func string(
        _ name: String, in json: String, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> String? {
        try string(name, in: json.utf8.span, limits: limits)
    }
}
