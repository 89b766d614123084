// SPDX-License-Identifier: Apache-2.0

/// A RongCloud content carried by a chat message, which is kept as it is until it is requested (CHT-025).
@nonexhaustive
public enum RongCloudContent: Hashable, Sendable {
    /// The JSON text of the content, an object, kept byte for byte.
    case object(RawJSON)
    /// The Base64 of content that is not a JSON object; text that is not Base64 is also kept (CHT-026).
    case base64(Base64Text)

    /// Creates a value from the bytes of a content.
    public init(bytes: [UInt8]) {
        self = RongCloudContent.isObject(bytes.span) ? .object(bytes.span.rawJSON) : .base64(Base64Text(bytes))
    }

    /// Creates a value from content in its canonical form.
    public init(_ content: AnyContent) {
        self.init(bytes: content.encoded())
    }

    /// The bytes of the content, or nil if the text that arrived is not Base64.
    public var bytes: [UInt8]? {
        switch self {
        case .object(let object): Array(object.text.utf8)
        case .base64(let text): text.bytes
        }
    }

    /// Decodes the content as one of type `objectName`, by the rules for contents, or returns nil if there are no
    /// bytes.
    ///
    /// - Throws: The errors of ``ContentRegistry/decode(_:as:mode:limits:)-(Span<UInt8>,_,_,_)``, with offsets in the
    ///   content.
    public func decode(
        as objectName: ObjectName, in registry: ContentRegistry = .builtIn, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent>? {
        guard let bytes else { return nil }
        return try registry.decode(bytes.span, as: objectName, mode: mode, limits: limits)
    }

    /// Returns whether the bytes are exactly one JSON object, without surrounding white space, which nested JSON would
    /// lose.
    private static func isObject(_ bytes: Span<UInt8>) -> Bool {
        var scanner = JSONScanner(bytes, limits: .unlimited, isStrict: false)
        return scanner.next == .openBrace && (try? scanner.skipValue()) != nil && scanner.position == bytes.count
    }
}

extension Span<UInt8> {
    /// The bytes as JSON text, which they are known to be.
    fileprivate var rawJSON: RawJSON { RawJSON(scanned: string(0, count)) }
}

extension ContentDecoder {
    /// Reads a RongCloud content: an object, its Base64, or an object in a string (CHT-026).
    ///
    /// - Returns: The content, or nil if the value is null or unreadable.
    @_lifetime(self: copy self)
    mutating func rongCloudContent() throws(DecodeError) -> RongCloudContent? {
        let byte = scanner.nextToken()
        if byte == .openBracket {
            try unreadable()
            return nil
        }
        guard byte == .quote else {
            guard case .range(let range) = try rawToken(.openBrace) else { return nil }
            return .object(RawJSON(scanned: scanner.text.string(range.lowerBound, range.upperBound)))
        }
        let start = scanner.position
        let token = try scanner.string()
        let text = scanner.text(of: token)
        if token.loneSurrogate >= 0 {
            try keepRaw(from: start, token.loneSurrogate)
        } else if text.utf8.first == .openBrace, let hasLoneSurrogate = hasLoneSurrogate(inObject: text) {
            try deviate(.objectInString, .fieldType, at: start)
            if hasLoneSurrogate { try deviate(.loneSurrogate, .jsonSurrogate, at: start) }
            return .object(text.utf8.span.trimmed.rawJSON)
        }
        if Base64.form(of: text.utf8.span) != .plain { try deviate(.notBase64, .fieldBase64, at: start) }
        return .base64(Base64Text(text: text))
    }
}
