// SPDX-License-Identifier: Apache-2.0

/// A writer that collects messages in a batch, each with its length (FRM-066).
///
/// ```swift
/// var batch = ChatBatchEncoder()
/// try batch.append(first.span)
/// try batch.append(second.span)
/// var packets = ChatPacketEncoder()
/// var buffer: [UInt8] = []
/// try packets.encode(batch, into: &buffer)
/// ```
public struct ChatBatchEncoder: Sendable {
    /// The limits of the expected reader (FRM-093).
    public let limits: ChatFramingLimits
    /// The unit so far, which begins with a four-byte message count.
    private var buffer: [UInt8]
    /// The number of messages in the batch.
    public private(set) var count = 0

    /// Creates an empty batch.
    public init(limits: ChatFramingLimits = ChatFramingLimits()) {
        self.limits = limits
        buffer = [0, 0, 0, 0]
    }

    /// Removes all messages and keeps the allocated memory.
    public mutating func removeAll() {
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: repeatElement(0, count: 4))
        count = 0
    }

    /// Appends a message to the batch.
    ///
    /// - Throws: `encode.size` if the message is empty or too large, or if the batch is full. The batch is then
    ///   unchanged.
    public mutating func append(_ message: Span<UInt8>) throws(EncodeError) {
        guard !message.isEmpty, message.count <= limits.messageBytes, count < limits.batchMessages else {
            throw EncodeError(.size)
        }
        let needed = 4 + message.count
        buffer.append { room in
            if room.count < needed { return .needs(needed) }
            room.writeBigEndian(UInt32(truncatingIfNeeded: message.count), at: 0)
            room.copy(message, at: 4)
            return .written(needed)
        }
        count += 1
        let number = UInt32(truncatingIfNeeded: count)
        var all = buffer.mutableSpan
        all.writeBigEndian(number, at: 0)
    }

    /// The batch as a unit.
    ///
    /// A packet that carries it has the flag `batch`.
    public var unit: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span }
    }
}
