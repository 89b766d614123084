// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An answer of the server API, whose body is one JSON object.
public protocol ObjectAnswer: ContentObject {}

extension ObjectAnswer {
    /// Reads an answer.
    ///
    /// - Throws: `json.*`, `content.type`, `field.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = .answers
    ) throws(DecodeError) {
        self = try Self.decodeAlone(bytes, mode: mode, limits: limits).value
    }

    /// Returns the bytes of the answer, which include a token that it has.
    public func encoded() -> [UInt8] { json }
}

extension ContentDecoder {
    /// Reads the description of a failure: `errorMessage`, or `msg`, as two SDKs call it (API-032).
    @_lifetime(self: copy self)
    mutating func message() throws(DecodeError) -> String? {
        let short = try string("msg")
        return try string("errorMessage") ?? short
    }

    /// Reads the other members of an answer, among them a `msg` that differs from the description of the failure.
    @_lifetime(self: copy self)
    mutating func unknownMembers(besides message: String?) throws(DecodeError) -> UnknownMembers {
        var members = try unknownMembers()
        members.keep("msg", as: "errorMessage", for: message)
        return members
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
