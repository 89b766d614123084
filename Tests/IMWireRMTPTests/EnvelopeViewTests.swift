// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Envelopes of packets in place")
struct EnvelopeViewTests {
    /// Publications on topics of every kind: messages up, copies and direct messages down, and publications without a
    /// message.
    static let frames: [(direction: RMTPDirection, hex: String)] = [
        (.up, "32 0006 70704d736750 0002 7532 0001 0803 1209 52433a5478744d7367 1a10 7b22636f6e74656e74223a226869227d"),
        (.up, "30 0006 70674d736753 0002 6731 0001 0800 1209 52433a5479705374737a 1a02 7b7d"),
        (.up, "32 0009 726563616c6c4d7367 0002 6d65 0001 0803 1208 52433a5263436d64 1a02 7b7d 3201 61 4801 f80105"),
        (.up, "32 0005 6f74686572 0002 7532 0001 0803"),
        (
            .down,
            "33 00000001 0005 735f6d7367 0002 7532 0007"
                + "0a027532 1003 1a0167 2209 52433a5478744d7367 2a10 7b22636f6e74656e74223a226869227d 3009 3830 4a0142 5001"
        ),
        (.down, "33 00000001 0005 735f6d7367 0002 7532 0007 0a027532 1001 2209 52433a5478744d7367 2a03 7b2c7d 3009"),
        (.down, "3a 00000001 0006 70704d736750 0002 7532 000c 0803 1209 52433a5478744d7367 1a06 7b2278223a317d"),
        (.down, "3a 00000001 0005 735f6d7367 0002 7532 000c 0803 1201 41 1a00"),
        (.down, "32 00000001 0005 735f6e7466 0002 6d65 000c 0802"),
        // The topic is only the beginning of s_msg, so that the body is no message.
        (.down, "32 00000001 0002 735f 0002 7532 0007 0a027532 1001 2209 52433a5478744d7367 2a02 7b7d 3009 3830"),
    ]

    /// The result of reading: an envelope with its deviations, no envelope, or an error.
    private enum Outcome: Equatable {
        case read(Seen, [Deviation])
        case none
        case refused(DecodeError)

        init(_ body: () throws(DecodeError) -> Decoded<Envelope>?) {
            do throws(DecodeError) {
                self = try body().map { .read(Seen($0.value), $0.deviations) } ?? .none
            } catch {
                self = .refused(error)
            }
        }
    }

    /// All properties of an envelope.
    private struct Seen: Equatable {
        let objectName: ObjectName?
        let content: [UInt8]?
        let digest: String?
        let conversation: ConversationType?
        let targetID: FrameText?
        let senderID: String?
        let direction: MessageDirection
        let sentTime: Int64?
        let messageUID: String?
        let flags: RMTPMessageFlags
        let receivers: [String]
        let body: Envelope.Body
        let publish: PublishPacket?

        init(_ envelope: Envelope) {
            objectName = envelope.objectName
            content = envelope.content?.bytes
            digest = envelope.content?.content?.digest
            conversation = envelope.conversation
            targetID = envelope.targetID
            senderID = envelope.senderID
            direction = envelope.direction
            sentTime = envelope.sentTime
            messageUID = envelope.messageUID
            flags = envelope.flags
            receivers = envelope.receivers
            body = envelope.body
            publish = try? envelope.publish(messageID: 1)
        }
    }

    @Test("Envelopes in place equal those of a copied packet in both modes", arguments: frames.indices)
    func agreement(_ index: Int) throws {
        let (direction, hex) = Self.frames[index]
        let whole = bytes(hex)
        let decoder = RMTPMessageDecoder(RMTPFormat(direction))
        var outcomes = 0
        for count in 1...whole.count {
            let frame = Array(whole.prefix(count))
            for mode in [DecodingMode.lenient, .strict] {
                var options = Envelope.Options()
                options.mode = mode
                guard let view = try? decoder.decodeInPlace(frame.span), case .publish(let place) = view.kind,
                    case .publish(let packet) = try decoder.decode(frame.span).value
                else { continue }
                let copied = Outcome { () throws(DecodeError) in try Envelope.decode(packet, direction, options) }
                let lying = Outcome { () throws(DecodeError) in try Envelope.decode(place, direction, options) }
                #expect(lying == copied, "\(count) bytes, \(mode)")
                outcomes += 1
            }
        }
        #expect(outcomes > whole.count / 2)
    }
}
