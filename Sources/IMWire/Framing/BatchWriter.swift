// SPDX-License-Identifier: Apache-2.0

/// Puts messages together in a batch, each with its length (FRM-066).
public struct BatchWriter: Sendable {
    /// What a reader is expected to take (FRM-093).
    public let limits: FramingLimits
    /// The unit so far; four bytes for the number of messages stand first.
    private var buffer: [UInt8]
    /// How many messages the batch has.
    public private(set) var count = 0

    /// Starts with an empty batch.
    public init(limits: FramingLimits = FramingLimits()) {
        self.limits = limits
        buffer = [0, 0, 0, 0]
    }

    /// Empties the batch, and keeps its memory.
    public mutating func removeAll() {
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: repeatElement(0, count: 4))
        count = 0
    }

    /// Adds a message behind the others; nothing is added to a batch that is full.
    public mutating func append(_ message: Span<UInt8>) throws(EncodeError) {
        guard !message.isEmpty, message.count <= limits.messageBytes, count < limits.batchMessages else {
            throw EncodeError(.size)
        }
        let needed = 4 + message.count
        buffer.append { room in
            if room.count < needed { return .needs(needed) }
            room.putBigEndian(UInt32(truncatingIfNeeded: message.count), at: 0)
            room.copy(message, at: 4)
            return .written(needed)
        }
        count += 1
        let number = UInt32(truncatingIfNeeded: count)
        var all = buffer.mutableSpan
        all.putBigEndian(number, at: 0)
    }

    /// The batch as a unit; a packet that holds it has the flag `batch`.
    public var unit: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span }
    }
}
