// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

private let user: FrameText = "user-2024-kim"
private let format = RMTPFormat(.down)

/// The packets that a server sends most.
private let packets: [(name: String, packet: RMTPPacket)] = [
    (
        "publish",
        .publish(
            PublishPacket(
                topic: "ppMsgN", targetID: user, messageID: 7, data: [UInt8](repeating: 0x41, count: 120),
                date: 1_700_000_000))
    ),
    (
        "puback",
        .pubAck(
            PubAckPacket(
                messageID: 7, date: 1_700_000_000, status: 0, millisecond: 123, messageUID: "C3GE-9H8N-0000-1234"))
    ),
    (
        "queryack",
        .queryAck(QueryAckPacket(messageID: 8, date: 1_700_000_000, data: [UInt8](repeating: 0x42, count: 80)))
    ),
    (
        "connack",
        .connAck(
            ConnAckPacket(status: 0, userID: user, sessionID: "6f1c2a4e-77aa", timestamp: 1_700_000_000_123))
    ),
]

/// Binary packets: read in place, read into values, and written.
let packetOperations = packets.flatMap { name, packet in
    [
        Operation("view-\(name)") { count in
            let bytes = try RMTPMessageEncoder(format).encode(packet)
            let decoder = RMTPMessageDecoder(format)
            var sum = 0
            for _ in 0..<count { sum &+= Int(try decoder.decodeInPlace(bytes.span).header.rawValue) }
            consume(sum)
        },
        Operation("decode-\(name)") { count in
            let bytes = try RMTPMessageEncoder(format).encode(packet)
            let decoder = RMTPMessageDecoder(format)
            for _ in 0..<count { consume(try decoder.decode(bytes.span)) }
        },
        Operation("encode-\(name)") { count in
            let encoder = RMTPMessageEncoder(format)
            var buffer: [UInt8] = []
            buffer.reserveCapacity(1_024)
            for _ in 0..<count {
                buffer.removeAll(keepingCapacity: true)
                try encoder.encode(packet, into: &buffer)
            }
            consume(buffer)
        },
    ]
}
