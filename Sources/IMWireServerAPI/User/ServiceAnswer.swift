// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The common part of every answer of the server API: a code, and a description of a failure (API-032).
public struct ServiceAnswer: Hashable, Sendable {
    /// The code: 200, or the code of a failure; nil if absent.
    public var code: Int?
    /// The description of a failure.
    public var message: String?
    /// All other members, in order.
    public var unknownMembers = UnknownMembers()

    /// Creates an answer.
    public init(code: Int, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Whether the request succeeded.
    public var isSuccess: Bool { code == 200 }

    /// The registry entries for the code; empty if there are none.
    public var meanings: [ServiceCode] {
        ServiceCode.serverAPI.filter { $0.code == code }
    }

    /// Reads an answer.
    ///
    /// - Throws: `json.*`, `content.type`, `field.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = .answers
    ) throws(DecodeError) {
        self = try ServiceAnswer.decodeAlone(bytes, mode: mode, limits: limits).value
    }

    /// Returns the bytes of the answer.
    public func encoded() -> [UInt8] { json }
}

extension ServiceAnswer: ContentObject {
    /// Reads the object at the reader's position.
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        code = try reader.integer("code", required: true)
        message = try reader.message()
        unknownMembers = try reader.unknownMembers()
        unknownMembers.keep("msg", as: "errorMessage", for: message)
    }

    /// Writes the object.
    public func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.member("code", code)
        writer.member("errorMessage", message)
        writer.close(unknownMembers)
    }
}

extension ContentDecoder {
    /// Reads the description of a failure: `errorMessage`, or `msg`, as two SDKs call it (API-032).
    @_lifetime(self: copy self)
    mutating func message() throws(DecodeError) -> String? {
        let short = try string("msg")
        return try string("errorMessage") ?? short
    }
}

extension ContentObject {
    /// The bytes of the object.
    var json: [UInt8] {
        var writer = ContentEncoder()
        encode(to: &writer)
        return writer.bytes
    }
}

extension DecodingLimits {
    /// The limits of answers, which may have longer lists and more bytes than a message.
    public static let answers: DecodingLimits = {
        var limits = DecodingLimits()
        limits.contentBytes = 4_194_304
        limits.unknownBytes = 4_194_304
        limits.items = 65_536
        return limits
    }()
}
