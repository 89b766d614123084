// SPDX-License-Identifier: Apache-2.0

/// An error in a stream with its location and scope (FRM-003, FRM-004).
public struct StreamFault: Error, Hashable, Sendable {
    /// The scope of an error.
    public enum Scope: String, Hashable, Sendable {
        /// One line, packet or message, after which the stream continues.
        case message
        /// The whole connection, of which nothing more can be read (FRM-005).
        case connection
    }

    /// The code, the offset in the stream, and the path of the member.
    public var error: DecodeError
    /// The scope of the error.
    public var scope: Scope
    /// The offset in the unit, if Base64, deflate or fragments hide the exact place in the stream (FRM-003).
    public var inner: Int?
    /// The position of the rejected message in a batch or an array, or nil if it arrived alone or the error is not in a
    /// message.
    public var position: ChatBatchPosition?

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

    /// Returns the fault of a field that closes the stream, whose remaining bytes are consumed (FRM-005).
    ///
    /// - Parameter offset: The offset of the frame in the stream, which is moved to the end of the bytes.
    @inline(never)
    package static func closing(
        _ code: DecodeError.Code, at field: Int, _ bytes: Span<UInt8>, _ position: inout Int, _ offset: inout Int
    ) -> StreamFault {
        let place = offset + field
        offset += bytes.count - position
        position = bytes.count
        return StreamFault(code, at: place, .connection)
    }
}

extension StreamFault: CustomStringConvertible {
    /// A description of the fault, such as `frame.checksum at byte 20`.
    public var description: String {
        let place = inner.map { ", byte \($0) of the unit" } ?? ""
        return error.description + place + (scope == .connection ? "; the connection must be closed" : "")
    }
}
