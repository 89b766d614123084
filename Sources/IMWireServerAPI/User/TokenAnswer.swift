// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer to a ``TokenRequest`` (API-031).
///
/// Members beyond the known ones are not kept: whatever else stands beside a token is nothing to pass on.
public struct TokenAnswer: Hashable, Sendable {
    /// 200, or what went wrong; nil where it did not come.
    public var code: Int?
    /// The user that the token is for.
    public var userId: String?
    /// What the user connects with: to be passed on as it is, never to be taken apart.
    public var token: Secret?
    /// What went wrong, in words.
    public var message: String?

    /// Creates the answer of a success.
    public init(userId: String, token: Secret) {
        code = 200
        self.userId = userId
        self.token = token
    }

    /// Creates the answer of a failure.
    public init(code: Int, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Whether there is a token.
    public var isSuccess: Bool { code == 200 && token != nil }

    /// Reads an answer.
    ///
    /// - Throws: `json.*`, `content.type`, `field.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = .answers
    ) throws(DecodeError) {
        self = try TokenAnswer.decodeAlone(bytes, mode: mode, limits: limits).content
    }

    /// The answer's bytes, the token among them.
    public func encoded() -> [UInt8] { json }
}

extension TokenAnswer: ContentObject {
    /// Reads the object at which `reader` stands.
    public init(decoding reader: inout ContentReader) throws(DecodeError) {
        code = try reader.integer("code", required: true)
        userId = try reader.string("userId")
        token = try reader.string("token").map { Secret($0) }
        message = try reader.message()
    }

    /// Writes the object.
    public func encode(to writer: inout ContentWriter) {
        writer.open()
        writer.member("code", code)
        writer.member("userId", userId)
        writer.member("token", token?.revealed)
        writer.member("errorMessage", message)
        writer.close()
    }
}
