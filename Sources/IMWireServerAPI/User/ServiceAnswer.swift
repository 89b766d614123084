// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What every answer of the server API has: a code, and words where it is not 200 (API-032).
public struct ServiceAnswer: Hashable, Sendable {
    /// 200, or what went wrong; nil where it did not come.
    public var code: Int?
    /// What went wrong, in words.
    public var message: String?
    /// The other members, in their order.
    public var unknownMembers = UnknownMembers()

    /// Creates an answer.
    public init(code: Int, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Whether the request was carried out.
    public var isSuccess: Bool { code == 200 }

    /// What the registry knows of the code; empty where that is nothing.
    public var meanings: [ServiceCode] {
        ServiceCode.serverAPI.filter { $0.code == code }
    }

    /// Reads an answer.
    ///
    /// - Throws: `json.*`, `content.type`, `field.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = .answers
    ) throws(DecodeError) {
        self = try ServiceAnswer.decodeAlone(bytes, mode: mode, limits: limits).content
    }

    /// The answer's bytes.
    public func encoded() -> [UInt8] { json }
}

extension ServiceAnswer: ContentObject {
    /// Reads the object at which `reader` stands.
    public init(decoding reader: inout ContentReader) throws(DecodeError) {
        code = try reader.integer("code", required: true)
        message = try reader.message()
        unknownMembers = try reader.unknownMembers()
        unknownMembers.keep("msg", as: "errorMessage", for: message)
    }

    /// Writes the object.
    public func encode(to writer: inout ContentWriter) {
        writer.open(unknownMembers)
        writer.member("code", code)
        writer.member("errorMessage", message)
        writer.close(unknownMembers)
    }
}

extension ContentReader {
    /// The words beside a code: `errorMessage`, or `msg`, as two SDKs name them (API-032).
    @_lifetime(self: copy self)
    mutating func message() throws(DecodeError) -> String? {
        let short = try string("msg")
        return try string("errorMessage") ?? short
    }
}

extension ContentObject {
    /// The object's bytes.
    var json: [UInt8] {
        var writer = ContentWriter()
        encode(to: &writer)
        return writer.bytes
    }
}

extension DecodingLimits {
    /// The limits of answers, which may list more and be longer than a message.
    public static let answers: DecodingLimits = {
        var limits = DecodingLimits()
        limits.contentBytes = 4_194_304
        limits.unknownBytes = 4_194_304
        limits.items = 65_536
        return limits
    }()
}
