// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The common part of every answer of the server API: a code, and a description of a failure (API-032).
///
/// ```swift
/// let answer = ServiceAnswer(code: 200)
/// print(answer.isSuccess)   // true
/// ```
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
}

extension ServiceAnswer: ObjectAnswer {
    /// Reads the object at the reader's position.
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        code = try reader.integer("code", required: true)
        message = try reader.message()
        unknownMembers = try reader.unknownMembers(besides: message)
    }

    /// Writes the object.
    public func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.member("code", code)
        writer.member("errorMessage", message)
        writer.close(unknownMembers)
    }
}
