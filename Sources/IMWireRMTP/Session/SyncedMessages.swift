// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The messages that this user sent from another device and that wait for the PUBACK with their time and id (RMTP-132).
struct SyncedMessages: Sendable {
    private var packets = OrderedStore<UInt16, PublishPacket>()

    var steps: Int { packets.steps }

    /// Stores a message and returns the one it displaces: the one with the same id, or the oldest beyond `limit`.
    mutating func keep(_ packet: PublishPacket, _ id: UInt16, limit: Int) -> PublishPacket? {
        let before = packets.remove(id)
        packets[id] = packet
        if before == nil, packets.count > limit { return packets.removeFirst()?.value }
        return before
    }

    /// Removes and returns the message to which a PUBACK belongs, or returns nil if there is none.
    mutating func remove(_ id: UInt16) -> PublishPacket? { packets.remove(id) }
}
