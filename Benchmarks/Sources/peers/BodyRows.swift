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
        case "UpStreamMessage":
            var other = RMTPSample.sent
            other.content = Array(#"{"content":"Another text","extra":""}"#.utf8)
            return try rows(RMTPSample.sent, other, Rmtp_UpStreamMessage.self)
        case "DownStreamMessage":
            return try rows(RMTPSample.message(), Self.other(0), Rmtp_DownStreamMessage.self)
        case "NotifyMsg":
            var other = RMTPSample.notice
            other.time = 1_700_000_000_001
            return try rows(RMTPSample.notice, other, Rmtp_NotifyMsg.self)
        default:
            var other = RMTPSample.answer
            other.list = other.list.indices.map(Self.other)
            return try rows(RMTPSample.answer, other, Rmtp_DownStreamMessages.self)
        }
    }

    /// Returns a message that differs from that of the sample in its text, time and id.
    private static func other(_ index: Int) -> RMTPBody.DownStreamMessage {
        var message = RMTPSample.message(index + 50)
        message.content = Array(#"{"content":"Another text","extra":""}"#.utf8)
        message.msgID = "BS45-NPH4-HV88-\(index + 10)LM"
        return message
    }

    /// Measures a body; messages that are reused decode it and another one by turns, because a message that does not
    /// change would be decoded faster.
    private func rows<Ours: ProtobufMessage, Peer: SwiftProtobuf.Message>(
        _ ours: Ours, _ other: Ours, _ peer: Peer.Type
    ) throws -> [Row] {
        let bytes = try ours.encoded()
        let otherBytes = try other.encoded()
        let theirs = try Peer(serializedBytes: bytes)
        guard try Ours(protobuf: bytes) == ours, try theirs.serializedBytes() == bytes else {
            throw Disagreement("\(Ours.messageName): SwiftProtobuf has another result")
        }
        var replaced = try Ours(protobuf: bytes)
        guard try replaced.replace(by: otherBytes.span).isEmpty, replaced == other else {
            throw Disagreement("\(Ours.messageName): a replaced message differs")
        }
        var sides = [
            Side.ours("decode") { count in for _ in 0..<count { keep(try? Ours.decode(bytes.span)) } },
            Side.ours("decode again") { count in
                var body = Ours()
                for round in 0..<count { keep(try? body.replace(by: round % 2 == 0 ? bytes.span : otherBytes.span)) }
                keep(body)
            },
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
                ("decode fresh", "decode"), ("decode reused", "decode"), ("decode reused", "decode again"),
                ("encode", "encode"),
            ] {
                let isPair = operation == "decode reused"
                let length = withUnsafeBytes(of: UInt32(bytes.count)) { Array($0) }
                let input = isPair ? length + bytes + otherBytes : bytes
                guard let task = adapter.task(operation, Ours.messageName, input) else { continue }
                guard task.description == (isPair ? bytes + otherBytes : bytes) else {
                    throw Disagreement("\(Ours.messageName): C++ \(operation) has another result")
                }
                sides.append(adapter.side(operation, against: against, task))
            }
        }
        return race.rows("body", Ours.messageName, bytes: bytes.count, sides)
    }
}
