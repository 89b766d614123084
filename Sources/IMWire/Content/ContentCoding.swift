// SPDX-License-Identifier: Apache-2.0

extension MessageContent {
    /// Decodes content of this type in lenient mode.
    ///
    /// - Throws: `json.*` if the text is not JSON, `content.type` if it is not an object, `limit.*` if it exceeds a
    ///   limit.
    @inlinable
    public init(json: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(DecodeError) {
        self = try Self.decode(json.span, limits: limits).value
    }

    /// Decodes content of this type.
    ///
    /// - Throws: The errors of `init(json:limits:)`; in strict mode, also an error for any deviation.
    @inlinable
    public static func decode(
        _ json: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<Self> {
        // Compiled into the caller, which knows the type and needs no metadata of the result at run time.
        var reader = ContentDecoder(json, mode: mode, limits: limits)
        return Decoded(try reader.content(Self.self), deviations: reader.deviations)
    }

    /// Returns the canonical bytes of the content.
    public func encoded() -> [UInt8] {
        var writer = ContentEncoder()
        encode(to: &writer)
        return writer.bytes
    }

    /// Replaces the contents of `buffer` with the canonical bytes, allocating memory only if the buffer is too small.
    public func encode(into buffer: inout [UInt8]) {
        var writer = ContentEncoder(reusing: &buffer)
        encode(to: &writer)
        buffer = writer.finish()
    }

    /// Returns the canonical bytes of the content if they do not exceed a size limit.
    ///
    /// - Throws: `encode.size` if there are more than `limit` bytes (CNT-080).
    public func encoded(limit: Int) throws(EncodeError) -> [UInt8] {
        let bytes = encoded()
        if bytes.count > limit { throw EncodeError(.size) }
        return bytes
    }
}

extension BuiltInContent {
    /// Decodes content for a caller that learns the type from its name at run time.
    static func decodeAny(
        _ json: Span<UInt8>, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<AnyContent> {
        var reader = ContentDecoder(json, mode: mode, limits: limits)
        return Decoded(.known(try reader.content(Self.self)), deviations: reader.deviations)
    }
}

extension ContentObject {
    /// Decodes a standalone object that is not a message, such as the response to a request.
    ///
    /// A member that cannot be read is an error in both modes.
    package static func decodeAlone(
        _ json: Span<UInt8>, mode: DecodingMode, limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<Self> {
        var reader = ContentDecoder(json, mode: mode, limits: limits)
        reader.refusesUnreadable = true
        let content = try reader.content(Self.self)
        return Decoded(content, deviations: reader.deviations)
    }
}

extension ContentDecoder {
    /// Decodes a complete content and rejects anything that follows it.
    @inlinable
    @_lifetime(self: copy self)
    mutating func content<Content: ContentObject>(_ type: Content.Type) throws(DecodeError) -> Content {
        try begin()
        do throws(DecodeError) {
            let content = try Content(decoding: &self)
            try finishContent()
            return consume content
        } catch {
            throw located(error)
        }
    }

    @usableFromInline
    @_lifetime(self: copy self)
    mutating func begin() throws(DecodeError) {
        try scanner.begin()
    }

    @usableFromInline
    @_lifetime(self: copy self)
    mutating func finishContent() throws(DecodeError) {
        frame.step = .object
        try scanner.finish()
    }

    /// Returns an error with the path of the member being read.
    @usableFromInline
    @inline(never)
    func located(_ error: DecodeError) -> DecodeError { error.within(stepName) }
}
