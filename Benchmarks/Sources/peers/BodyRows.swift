// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import SwiftProtobuf

/// Protobuf bodies, against C++ protobuf and SwiftProtobuf.
struct BodyRows {
    let race: Race
    let adapter: Adapter?

    static let names = ["UpStreamMessage", "DownStreamMessage", "NotifyMsg", "DownStreamMessages"]

    func rows(_ name: String) throws -> [Row] {
        switch name {
        case "UpStreamMessage": try rows(RMTPSample.sent, Rmtp_UpStreamMessage.self)
        case "DownStreamMessage": try rows(RMTPSample.message(), Rmtp_DownStreamMessage.self)
        case "NotifyMsg": try rows(RMTPSample.notice, Rmtp_NotifyMsg.self)
        default: try rows(RMTPSample.answer, Rmtp_DownStreamMessages.self)
        }
    }

    private func rows<Ours: ProtobufMessage, Peer: SwiftProtobuf.Message>(
        _ ours: Ours, _ peer: Peer.Type
    ) throws -> [Row] {
        let bytes = try ours.encoded()
        let theirs = try Peer(serializedBytes: bytes)
        guard try Ours(protobuf: bytes) == ours, try theirs.serializedBytes() == bytes else {
            throw Disagreement("\(Ours.messageName): SwiftProtobuf has another result")
        }
        var sides = [
            Side.ours("decode") { count in for _ in 0..<count { keep(try? Ours.decode(bytes.span)) } },
            Side.ours("encode") { count in
                var buffer: [UInt8] = []
                for _ in 0..<count {
                    buffer.removeAll(keepingCapacity: true)
                    try? ours.encode(into: &buffer)
                }
                keep(buffer)
            },
            Side("SwiftProtobuf", "", "decode", against: "decode") { count in
                for _ in 0..<count { keep(try? Peer(serializedBytes: bytes)) }
            },
            Side("SwiftProtobuf", "", "encode", against: "encode") { count in
                for _ in 0..<count { keep(try? theirs.serializedBytes() as [UInt8]) }
            },
        ]
        if let adapter {
            for (operation, against) in [
                ("decode fresh", "decode"), ("decode reused", "decode"), ("encode", "encode"),
            ] {
                guard let task = adapter.task(operation, Ours.messageName, bytes) else { continue }
                guard task.description == bytes else {
                    throw Disagreement("\(Ours.messageName): C++ \(operation) has another result")
                }
                sides.append(adapter.side(operation, against: against, task))
            }
        }
        return race.rows("body", Ours.messageName, bytes: bytes.count, sides)
    }
}
