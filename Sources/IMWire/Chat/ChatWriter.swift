// SPDX-License-Identifier: Apache-2.0

/// Writes units: one message, an array of them, or a heartbeat.
///
/// The buffer is given and used again; what it held is replaced. Lines and packets are put around a unit by the framing.
public struct ChatWriter: Sendable {
    /// What both sides have agreed to send as a heartbeat.
    public var heartbeat: HeartbeatBody
    /// How heartbeats are written (CHT-032).
    public var form: HeartbeatForm
    /// Bytes of one message that a reader takes (FRM-069).
    public var messageBytes = 262_144
    /// Messages of one array that a reader takes (FRM-068).
    public var batchMessages = 1_000
    private var scratch: [UInt8] = []

    /// Creates a writer.
    public init(heartbeat: HeartbeatBody = .standard, form: HeartbeatForm = .bare) {
        self.heartbeat = heartbeat
        self.form = form
    }

    /// Writes one message; one that is a heartbeat is written in the form that is set.
    ///
    /// - Throws: `encode.size` where a reader would refuse it for its size (FRM-093); the buffer is empty then.
    public func write(_ message: ChatMessage, into buffer: inout [UInt8]) throws(EncodeError) {
        if message.isHeartbeat(heartbeat) { return writeHeartbeat(into: &buffer) }
        message.encode(into: &buffer)
        if buffer.count > messageBytes {
            buffer.removeAll(keepingCapacity: true)
            throw EncodeError(.size)
        }
    }

    /// Writes messages as one array (CHT-060).
    ///
    /// - Throws: `encode.size` where a reader would refuse one of them, or their number; the buffer is empty then.
    public mutating func write(_ messages: [ChatMessage], into buffer: inout [UInt8]) throws(EncodeError) {
        buffer.removeAll(keepingCapacity: true)
        if messages.count > batchMessages { throw EncodeError(.size) }
        buffer.append(0x5b)
        for (index, message) in messages.enumerated() {
            message.encode(into: &scratch)
            if scratch.count > messageBytes {
                buffer.removeAll(keepingCapacity: true)
                throw EncodeError(.size)
            }
            if index > 0 { buffer.append(0x2c) }
            buffer.append(contentsOf: scratch)
        }
        buffer.append(0x5d)
    }

    /// Writes a heartbeat.
    public func writeHeartbeat(into buffer: inout [UInt8]) {
        if form == .json { return ChatMessage(heartbeat: heartbeat).encode(into: &buffer) }
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: heartbeat.bytes)
    }
}
