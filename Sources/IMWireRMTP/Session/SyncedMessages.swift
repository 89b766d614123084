// SPDX-License-Identifier: Apache-2.0

/// The messages that this user sent from another device and that wait for the PUBACK with their time and id (RMTP-132).
struct SyncedMessages: Sendable {
    private var packets: [(id: UInt16, packet: PublishPacket)] = []

    /// Stores a message and returns the one it displaces: the one with the same id, or the oldest beyond `limit`.
    mutating func keep(_ packet: PublishPacket, _ id: UInt16, limit: Int) -> PublishPacket? {
        let same = packets.firstIndex { $0.id == id }
        let before = same.map { packets.remove(at: $0).packet }
        packets.append((id, packet))
        if before == nil, packets.count > limit { return packets.removeFirst().packet }
        return before
    }

    /// Removes and returns the message to which a PUBACK belongs, or returns nil if there is none.
    mutating func remove(_ id: UInt16) -> PublishPacket? {
        guard let index = packets.firstIndex(where: { $0.id == id }) else { return nil }
        return packets.remove(at: index).packet
    }
}
