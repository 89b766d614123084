// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CAllocations
import IMWire
import IMWireRMTP
import Platform
import SwiftProtobuf
import SwiftProtobufPeer

/// A benchmark of packets with their bodies and contents, of bodies alone, and of packets alone.
struct RMTPBenchmark {
    var turns: Int

    /// The cost of decoding or encoding: the times of both sides, and the number of allocations of the codec.
    struct Cost {
        var times: PeerTimes
        var allocations: Int
    }

    struct Row {
        var name: String
        var bytes: Int
        var decode: Cost
        var encode: Cost
    }

    /// The loops to time: decoding and encoding on both sides, each for a given number of rounds.
    private struct Work {
        var decode, peerDecode, encode, peerEncode: (Int) -> Void
    }

    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()
    private let down = RMTPMessageDecoder(RMTPFormat(.down))

    init(turns: Int) {
        self.turns = turns
    }

    private func row(_ name: String, _ bytes: Int, isSame: Bool, _ work: Work) throws -> Row {
        // Time only sides that produce the same result.
        guard isSame else {
            throw ValidationError("\(name): the two sides do not agree, so their times cannot be compared")
        }
        let times = Stopwatch(turns: turns)
            .measure(loops: [work.decode, work.peerDecode, work.encode, work.peerEncode])
        // The difference between two and three rounds excludes what the loop itself allocates once.
        func allocations(_ loop: (Int) -> Void) -> Int {
            func count(_ rounds: Int) -> Int {
                let before = imwire_allocations()
                loop(rounds)
                return Int(imwire_allocations() - before)
            }
            _ = count(1)
            return count(3) - count(2)
        }
        return Row(
            name: name, bytes: bytes,
            decode: Cost(times: PeerTimes(ours: times[0], peer: times[1]), allocations: allocations(work.decode)),
            encode: Cost(times: PeerTimes(ours: times[2], peer: times[3]), allocations: allocations(work.encode)))
    }
}

// MARK: - The whole path

extension RMTPBenchmark {
    /// Measures a text message: decoding of a PUBLISH down, and encoding of a PUBLISH up.
    func message() throws -> Row {
        let frame = try RMTPSample.delivery()
        let theirs = try PeerMessage.message(frame, decoder)
        guard let ours = try read(frame)?.value else { throw ValidationError("the PUBLISH holds no message") }
        var reply = Envelope(.known(TextMessage(content: "Hello world!", extra: "")), to: "u-10293847", in: .private)
        reply.flags = [.persisted, .counted]
        func write(_ rounds: Int) -> [UInt8] {
            var up = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.up)))
            return into(rounds) { buffer in try? up.publish(reply, messageID: 7, into: &buffer) }
        }
        func peerWrite(_ rounds: Int) -> [UInt8] {
            into(rounds) { buffer in try? theirs.publish(to: "u-10293847", messageID: 7, encoder, into: &buffer) }
        }
        return try row(
            "text PUBLISH", frame.count, isSame: isSame(ours, theirs) && isSame(sent: write(1), peerWrite(1)),
            Work(
                decode: { for _ in 0..<$0 { keep(try? read(frame)) } },
                peerDecode: { for _ in 0..<$0 { keep(try? PeerMessage.message(frame, decoder)) } },
                encode: { keep(write($0)) }, peerEncode: { keep(peerWrite($0)) }))
    }

    /// Measures the answer to a pull: decoding of a QUERYACK, and encoding of it as a service would.
    func pull() throws -> Row {
        let frame = try RMTPSample.pullAnswer()
        let ours = try readAnswer(frame)
        let theirs = try PeerMessage.answer(frame, decoder)
        func write(_ rounds: Int) -> [UInt8] {
            var service = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.down)))
            return into(rounds) { buffer in
                try? service.answer(ours, messageID: 8, date: 1_700_000_000, into: &buffer)
            }
        }
        func peerWrite(_ rounds: Int) -> [UInt8] {
            into(rounds) { buffer in
                try? PeerMessage.answer(theirs, messageID: 8, date: 1_700_000_000, encoder, into: &buffer)
            }
        }
        let again = try readAnswer(peerWrite(1))
        let isEqual =
            ours.messages.count == 50 && theirs.count == 50 && again.messages.count == 50
            && zip(ours.messages, theirs).allSatisfy(isSame) && zip(again.messages, theirs).allSatisfy(isSame)
            && write(1) == frame
        return try row(
            "pull of 50", frame.count, isSame: isEqual,
            Work(
                decode: { for _ in 0..<$0 { keep(try? readAnswer(frame)) } },
                peerDecode: { for _ in 0..<$0 { keep(try? PeerMessage.answer(frame, decoder)) } },
                encode: { keep(write($0)) }, peerEncode: { keep(peerWrite($0)) }))
    }

    /// Returns the output of the last round of `write`, which reuses one buffer for all rounds.
    @inline(__always)
    private func into(_ rounds: Int, _ write: (inout [UInt8]) -> Void) -> [UInt8] {
        var buffer: [UInt8] = []
        for _ in 0..<rounds {
            buffer.removeAll(keepingCapacity: true)
            write(&buffer)
        }
        return buffer
    }

    private func read(_ frame: [UInt8]) throws -> Decoded<Envelope>? {
        guard case .publish(let packet) = try down.decodeInPlace(frame.span).kind else { return nil }
        return try Envelope.decode(packet, .down)
    }

    private func readAnswer(_ frame: [UInt8]) throws -> PullAnswer {
        guard case .queryAck(let packet) = try down.decodeInPlace(frame.span).kind, let data = packet.data else {
            throw ValidationError("the QUERYACK holds no answer")
        }
        return try PullAnswer.decode(data).value
    }

    private func isSame(_ ours: Envelope, _ theirs: PeerMessage) -> Bool {
        guard case .known(let content) = ours.content?.content, let text = content as? TextMessage else { return false }
        let body = theirs.body
        return text.content == theirs.content.members.content && text.extra?.string == theirs.content.members.extra
            && text.unknownMembers.isEmpty && theirs.content.unknown.isEmpty
            && ours.objectName?.rawValue == body.classname && ours.senderID == body.fromUserID
            && ours.conversation?.rawValue == Int(body.type) && ours.sentTime == body.dataTime
            && ours.messageUID == body.msgID && ours.flags == RMTPMessageFlags(down: body.status)
    }

    /// Returns whether two sent packets have the same contents, regardless of the order of their JSON members.
    private func isSame(sent ours: [UInt8], _ theirs: [UInt8]) -> Bool {
        func envelope(_ frame: [UInt8]) -> Envelope? {
            guard case .publish(let packet)? = try? RMTPMessageDecoder(RMTPFormat(.up)).decode(frame.span).value
            else {
                return nil
            }
            return try? Envelope.decode(packet, .up)?.value
        }
        guard let one = envelope(ours), let other = envelope(theirs),
            case .known(let text) = one.content?.content, case .known(let otherText) = other.content?.content
        else { return false }
        return text as? TextMessage == otherText as? TextMessage && one.objectName == other.objectName
            && one.targetID == other.targetID && one.flags == other.flags && one.conversation == other.conversation
            && ours.count == theirs.count
    }
}

// MARK: - Parts of the path

extension RMTPBenchmark {
    func bodies() throws -> [Row] {
        [
            try body(RMTPSample.sent, Rmtp_UpStreamMessage.self),
            try body(RMTPSample.message(), Rmtp_DownStreamMessage.self),
            try body(RMTPSample.notice, Rmtp_NotifyMsg.self),
            try body(RMTPSample.answer, Rmtp_DownStreamMessages.self),
        ]
    }

    private func body<Ours: ProtobufMessage, Peer: SwiftProtobuf.Message>(
        _ ours: Ours, _ type: Peer.Type
    ) throws -> Row {
        let bytes = try ours.encoded()
        let theirs = try Peer(serializedBytes: bytes)
        return try row(
            Ours.messageName, bytes.count,
            isSame: try Ours(protobuf: bytes) == ours && theirs.serializedBytes() == bytes,
            Work(
                decode: { for _ in 0..<$0 { keep(try? Ours.decode(bytes.span)) } },
                peerDecode: { for _ in 0..<$0 { keep(try? Peer(serializedBytes: bytes)) } },
                encode: { keep(into($0) { buffer in try? ours.encode(into: &buffer) }) },
                peerEncode: { for _ in 0..<$0 { keep(try? theirs.serializedBytes() as [UInt8]) } }))
    }

    /// Measures the PUBLISH alone, with its body left in place.
    func frame() throws -> Row {
        let frame = try RMTPSample.delivery()
        let theirs = try PeerFrame(frame)
        let packet = try down.decode(frame.span).value
        guard case .publish(let ours) = packet else { throw ValidationError("the frame is no PUBLISH") }
        let encoder = RMTPMessageEncoder(RMTPFormat(.down))
        func write(_ rounds: Int) -> [UInt8] {
            into(rounds) { buffer in try? encoder.encode(packet, into: &buffer) }
        }
        func peerWrite(_ rounds: Int) -> [UInt8] { into(rounds) { buffer in theirs.write(into: &buffer) } }
        let isEqual =
            ours.topic?.string == theirs.topic && ours.targetID?.string == theirs.targetID && ours.date == theirs.date
            && ours.messageID == theirs.messageID && ours.data == theirs.body && write(1) == frame
            && peerWrite(1) == frame
        return try row(
            "PUBLISH, frame alone", frame.count, isSame: isEqual,
            Work(
                decode: { for _ in 0..<$0 { readFrame(frame) } },
                peerDecode: { for _ in 0..<$0 { keep(try? PeerFrame(frame)) } },
                encode: { keep(write($0)) }, peerEncode: { keep(peerWrite($0)) }))
    }

    private func readFrame(_ frame: [UInt8]) {
        guard case .publish(let packet)? = try? down.decodeInPlace(frame.span).kind else { return }
        keep(packet.messageID)
        keep(packet.topic?.bytes.count)
        keep(packet.targetID?.bytes.count)
        keep(packet.data?.count)
    }
}

#endif
