// SPDX-License-Identifier: Apache-2.0

/// What is wrong in a stream, where, and what it costs (FRM-003, FRM-004).
public struct StreamFault: Error, Hashable, Sendable {
    /// What an error costs.
    public enum Scope: String, Hashable, Sendable {
        /// One line, packet or message: the stream goes on behind it.
        case message
        /// Everything: nothing more can be read (FRM-005).
        case connection
    }

    /// The code, the offset from the first byte of the stream, and the member.
    public var error: DecodeError
    /// What it costs.
    public var scope: Scope
    /// The offset in the unit where Base64, deflate or fragments hide the place itself (FRM-003).
    public var inner: Int?
    /// Which message of a batch or an array is refused; nil for one that came alone, and for what is no message.
    public var place: ChatItem.Place?

    /// Creates a fault.
    public init(_ error: DecodeError, scope: Scope = .message, inner: Int? = nil) {
        self.error = error
        self.scope = scope
        self.inner = inner
    }

    /// Creates a fault of the stream itself.
    @inline(never)
    init(_ code: DecodeError.Code, at offset: Int, _ scope: Scope = .message, inner: Int? = nil) {
        self.init(DecodeError(code, offset: offset), scope: scope, inner: inner)
    }
}

extension StreamFault: CustomStringConvertible {
    /// The fault in words, such as `frame.checksum at byte 20`.
    public var description: String {
        let place = inner.map { ", byte \($0) of the unit" } ?? ""
        return error.description + place + (scope == .connection ? "; the connection cannot go on" : "")
    }
}
