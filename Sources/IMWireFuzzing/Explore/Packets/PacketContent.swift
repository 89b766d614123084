// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A packet in transit.
struct PacketContent: ExploredContent {
    let packet: RMTPPacket

    init(_ packet: RMTPPacket) {
        self.packet = packet
    }

    /// False, because a WebSocket keeps the order.
    var isReceipt: Bool { false }

    /// Combines the packet with a hash, in which its id is named by its first occurrence.
    func hash(into hasher: inout StateHasher) {
        switch packet {
        case .connAck: hasher.combine(3)
        case .publish(let packet):
            hasher.combine(4)
            hasher.combine(id: packet.messageID, ofServer: packet.date != nil)
            hasher.combine(bytes: packet.data)
        case .pubAck(let packet):
            hasher.combine(5)
            // A receipt of the service has a time, and concerns an id of the client.
            hasher.combine(id: packet.messageID, ofServer: packet.date == nil)
            hasher.combine(Int(packet.date ?? 0) << 16 | Int(packet.millisecond ?? 0))
            hasher.combine(Int(packet.status ?? 0))
        case .query(let packet):
            hasher.combine(packet.topic == "pullMsg" ? 6 : packet.topic == "chrmPull" ? 7 : 8)
            hasher.combine(id: packet.messageID, ofServer: false)
            hasher.combine(bytes: packet.data)
        case .queryAck(let packet):
            hasher.combine(9)
            hasher.combine(id: packet.messageID, ofServer: false)
            hasher.combine(Int(packet.status ?? 0))
            hasher.combine(bytes: packet.data)
        case .pingReq: hasher.combine(10)
        case .pingResp: hasher.combine(11)
        case .disconnect(let packet): hasher.combine(12 + Int(packet.status ?? 0))
        case .connect, .queryCon, .other: hasher.combine(300)
        }
    }
}

extension StateHasher {
    /// Combines bytes.
    mutating func combine(bytes: [UInt8]?) {
        guard let bytes else { return combine(UInt64.max) }
        var sum: UInt64 = 0
        for byte in bytes { sum = sum &* 0x100_0000_01B3 ^ UInt64(byte) }
        combine(sum)
    }
}
