// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer to a ``TokenRequest`` (API-031).
///
/// Unknown members are not kept: other values beside a token should not be passed on.
///
/// ```swift
/// let answer = TokenAnswer(userID: "u1", token: SecretText("t0k3n"))
/// print(answer.isSuccess)  // true
/// ```
public struct TokenAnswer: Hashable, Sendable {
    /// The code: 200, or the code of a failure; nil if absent.
    public var code: Int?
    /// The id of the user for whom the token was issued.
    public var userID: String?
    /// The token with which the user connects, to be passed on unchanged and never parsed.
    public var token: SecretText?
    /// The description of a failure.
    public var message: String?

    /// Creates a successful answer.
    public init(userID: String, token: SecretText) {
        code = 200
        self.userID = userID
        self.token = token
    }

    /// Creates the answer of a failure.
    public init(code: Int, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Whether the answer has a token and the code of a success.
    public var isSuccess: Bool { code == 200 && token != nil }
}

// An answer is not forwarded, and its unknown members might reveal the token.
extension TokenAnswer: ObjectAnswer, DiscardsUnknownMembers {
    /// Reads the object at the reader's position.
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        code = try reader.integer("code", required: true)
        userID = try reader.string("userId")
        token = try reader.string("token").map { SecretText($0) }
        message = try reader.message()
    }

    /// Writes the object.
    public func encode(to writer: inout ContentEncoder) {
        writer.open()
        writer.member("code", code)
        writer.member("userId", userID)
        writer.member("token", token?.revealed)
        writer.member("errorMessage", message)
        writer.close()
    }
}
