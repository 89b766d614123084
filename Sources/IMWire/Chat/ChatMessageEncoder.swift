// SPDX-License-Identifier: Apache-2.0

/// An encoder of units: a message, an array of messages, or a heartbeat.
///
/// The caller supplies a buffer that can be reused; its previous contents are replaced. The framing layer encloses the
/// unit in a line or packet.
///
/// ```swift
/// let encoder = ChatMessageEncoder()
/// var buffer: [UInt8] = []
/// try encoder.encode(ChatMessage(.login), into: &buffer)
/// ```
public struct ChatMessageEncoder: Sendable {
    /// The agreed form of a heartbeat.
    public var heartbeat: ChatHeartbeatBody
    /// The form in which heartbeats are written (CHT-032).
    public var form: ChatHeartbeatForm
    /// The maximum number of bytes in a message that a reader accepts (FRM-069).
    public var messageBytes = 262_144
    /// The maximum number of messages in an array that a reader accepts (FRM-068).
    public var batchMessages = 1_000
    private var scratch: [UInt8] = []

    /// Creates an encoder.
    public init(heartbeat: ChatHeartbeatBody = .standard, form: ChatHeartbeatForm = .bare) {
        self.heartbeat = heartbeat
        self.form = form
    }

    /// Encodes one message; a heartbeat is written in the configured form.
    ///
    /// - Throws: `encode.size` if a reader would reject the message for its size (FRM-093); the buffer is then empty.
    public func encode(_ message: ChatMessage, into buffer: inout [UInt8]) throws(EncodeError) {
        if message.isHeartbeat(heartbeat) { return encodeHeartbeat(into: &buffer) }
        message.encode(into: &buffer)
        if buffer.count > messageBytes {
            buffer.removeAll(keepingCapacity: true)
            throw EncodeError(.size)
        }
    }

    /// Encodes messages as one array (CHT-060).
    ///
    /// - Throws: `encode.size` if a reader would reject the size of a message or the number of messages; the buffer is
    ///   then empty.
    public mutating func encode(_ messages: [ChatMessage], into buffer: inout [UInt8]) throws(EncodeError) {
        buffer.removeAll(keepingCapacity: true)
        if messages.count > batchMessages { throw EncodeError(.size) }
        buffer.append(.openBracket)
        for (index, message) in messages.enumerated() {
            message.encode(into: &scratch)
            if scratch.count > messageBytes {
                buffer.removeAll(keepingCapacity: true)
                throw EncodeError(.size)
            }
            if index > 0 { buffer.append(.comma) }
            buffer.append(contentsOf: scratch)
        }
        buffer.append(.closeBracket)
    }

    /// Encodes a heartbeat.
    public func encodeHeartbeat(into buffer: inout [UInt8]) {
        if form == .json { return ChatMessage(heartbeat: heartbeat).encode(into: &buffer) }
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: heartbeat.bytes)
    }
}
