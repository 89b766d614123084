// SPDX-License-Identifier: Apache-2.0

/// A content, and what deviated from the canonical form while it was read.
public struct Decoded<Content: Sendable>: Sendable {
    /// The content.
    public var content: Content
    /// What deviated, in the order in which it was met; empty in strict mode.
    public var deviations: [Deviation]

    /// Puts a content and its deviations together.
    package init(content: Content, deviations: [Deviation]) {
        self.content = content
        self.deviations = deviations
    }
}

extension Decoded: Equatable where Content: Equatable {}

extension MessageContent {
    /// Reads a content of this type, leniently.
    ///
    /// - Throws: `json.*` where it is not JSON, `content.type` where it is no object, `limit.*` where it exceeds a limit.
    public init(json: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(DecodeError) {
        self = try Self.decode(json.span, limits: limits).content
    }

    /// Reads a content of this type.
    ///
    /// - Throws: as ``init(json:limits:)``; in strict mode also for each deviation.
    public static func decode(
        _ json: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<Self> {
        var reader = ContentReader(json, mode: mode, limits: limits)
        let content = try reader.content(Self.self)
        return Decoded(content: content, deviations: reader.deviations)
    }

    /// The content's canonical bytes.
    public func encoded() -> [UInt8] {
        var writer = ContentWriter()
        encode(to: &writer)
        return writer.bytes
    }

    /// Writes the canonical bytes into a buffer in place of what it holds; allocates only where it is too small.
    public func encode(into buffer: inout [UInt8]) {
        var writer = ContentWriter(reusing: &buffer)
        encode(to: &writer)
        buffer = writer.take()
    }

    /// The content's canonical bytes, if the service accepts as many.
    ///
    /// - Throws: `encode.size` where they are more than `limit` (CNT-080).
    public func encoded(limit: Int) throws(EncodeError) -> [UInt8] {
        let bytes = encoded()
        if bytes.count > limit { throw EncodeError(.size) }
        return bytes
    }
}

extension BuiltInContent {
    /// Reads a content for whoever learns its type only from the name.
    static func decodeAny(
        _ json: Span<UInt8>, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<AnyContent> {
        var reader = ContentReader(json, mode: mode, limits: limits)
        return Decoded(content: .known(try reader.content(Self.self)), deviations: reader.deviations)
    }
}

extension ContentObject {
    /// Reads an object that stands alone and is no message, such as the answer to a request; a member that cannot be read
    /// is an error.
    package static func decodeAlone(
        _ json: Span<UInt8>, mode: DecodingMode, limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<Self> {
        var reader = ContentReader(json, mode: mode, limits: limits)
        reader.refusesUnreadable = true
        let content = try reader.content(Self.self)
        return Decoded(content: content, deviations: reader.deviations)
    }
}

extension ContentReader {
    /// Reads a whole content, and refuses whatever follows it.
    @_lifetime(self: copy self)
    mutating func content<Content: ContentObject>(_ type: Content.Type) throws(DecodeError) -> Content {
        try scanner.begin()
        do {
            let content = try Content(decoding: &self)
            frame.step = .object
            try scanner.finish()
            return content
        } catch {
            throw error.within(stepName)
        }
    }
}
