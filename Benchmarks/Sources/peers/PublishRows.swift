// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireRMTP

/// A text PUBLISH with its body and content, against a hand-written parser, SwiftProtobuf and Foundation.
struct PublishRows {
    let race: Race

    func rows() throws -> [Row] {
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        let frame = try RMTPSample.delivery()
        let theirs = try PeerMessage.message(frame, decoder)
        guard let ours = try Self.read(frame), Self.isSame(ours, theirs) else {
            throw Disagreement("the PUBLISH: the peer has another result")
        }
        var sending = Envelope(.known(TextMessage(content: "Hello world!", extra: "")), to: "u-10293847", in: .private)
        sending.flags = [.persisted, .counted]
        let reply = sending
        func write(_ count: Int) -> [UInt8] {
            var up = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.up)))
            return Self.into(count) { buffer in try? up.publish(reply, messageID: 7, into: &buffer) }
        }
        func peerWrite(_ count: Int) -> [UInt8] {
            Self.into(count) { buffer in
                try? theirs.publish(to: "u-10293847", messageID: 7, encoder, into: &buffer)
            }
        }
        guard try Self.text(ofSent: write(1)) == Self.text(ofSent: peerWrite(1)), write(1).count == peerWrite(1).count
        else { throw Disagreement("the PUBLISH: the peer sends something else") }
        return race.rows(
            "publish", "text PUBLISH", bytes: frame.count,
            [
                Side.ours("decode") { count in for _ in 0..<count { keep(try? Self.read(frame)) } },
                Side.ours("encode") { count in keep(write(count)) },
                Side("SwiftProtobuf and Foundation", "", "decode", against: "decode") { count in
                    for _ in 0..<count { keep(try? PeerMessage.message(frame, decoder)) }
                },
                Side("SwiftProtobuf and Foundation", "", "encode", against: "encode") { count in
                    keep(peerWrite(count))
                },
            ])
    }

    private static func read(_ frame: [UInt8]) throws -> Envelope? {
        let decoder = RMTPMessageDecoder(RMTPFormat(.down))
        guard case .publish(let packet) = try decoder.decodeInPlace(frame.span).kind else { return nil }
        return try Envelope.decode(packet, .down)?.value
    }

    /// Returns the text message that a sent PUBLISH contains.
    private static func text(ofSent frame: [UInt8]) throws -> TextMessage? {
        guard case .publish(let packet) = try RMTPMessageDecoder(RMTPFormat(.up)).decode(frame.span).value else {
            return nil
        }
        return text(in: try Envelope.decode(packet, .up)?.value)
    }

    private static func text(in envelope: Envelope?) -> TextMessage? {
        guard case .known(let content)? = envelope?.content?.content else { return nil }
        return content as? TextMessage
    }

    private static func isSame(_ ours: Envelope, _ theirs: PeerMessage) -> Bool {
        guard let text = text(in: ours) else { return false }
        let body = theirs.body
        return text.content == theirs.content.members.content && text.extra?.string == theirs.content.members.extra
            && text.unknownMembers.isEmpty && theirs.content.unknown.isEmpty
            && ours.objectName?.rawValue == body.classname && ours.senderID == body.fromUserID
            && ours.sentTime == body.dataTime && ours.messageUID == body.msgID
    }

    /// Returns the output of the last of several rounds, which share one buffer.
    private static func into(_ count: Int, _ write: (inout [UInt8]) -> Void) -> [UInt8] {
        var buffer: [UInt8] = []
        for _ in 0..<count {
            buffer.removeAll(keepingCapacity: true)
            write(&buffer)
        }
        return buffer
    }
}
