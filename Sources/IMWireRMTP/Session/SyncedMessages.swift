// SPDX-License-Identifier: Apache-2.0

/// What this user has sent from another device, until the PUBACK comes that says when and under which id (RMTP-132).
struct SyncedMessages: Sendable {
    private var packets: [(id: UInt16, packet: PublishPacket)] = []

    /// Keeps a message; the oldest one where there are more than `limit` now, or the one that had the same id.
    mutating func keep(_ packet: PublishPacket, _ id: UInt16, limit: Int) -> PublishPacket? {
        let same = packets.firstIndex { $0.id == id }
        let before = same.map { packets.remove(at: $0).packet }
        packets.append((id, packet))
        if before == nil, packets.count > limit { return packets.removeFirst().packet }
        return before
    }

    /// Takes the message out that a PUBACK belongs to.
    mutating func take(_ id: UInt16) -> PublishPacket? {
        guard let index = packets.firstIndex(where: { $0.id == id }) else { return nil }
        return packets.remove(at: index).packet
    }
}
