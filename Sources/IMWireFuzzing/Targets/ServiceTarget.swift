// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport
import LiveService

/// A target for the RongCloud service of `imwire serve`: publications and queries of several users.
///
/// An input is a sequence of events. The first byte of an event selects its kind and the client. A packet follows with
/// the indices of its topic and its target, a byte whose halves are the exponents of the numbers of repetitions of the
/// packet and of its body, the length of the body, and the body. Repeated bodies have long lists, as they are
/// concatenated protobuf.
struct ServiceTarget: FuzzTarget {
    let name = "service"
    var maximumLength: Int { 4_096 }

    /// The topics that clients publish and ask.
    fileprivate static let topics = RMTPTopic.all.filter { $0.carrier == .publish || $0.carrier == .query }
    /// Users, groups and rooms, of which two differ only in their normal forms.
    private static let targets = [
        "a", "b", "c", "d", "g", "h", "r", "s", "", "\u{e9}", "e\u{301}", String(repeating: "x", count: 65),
    ]
    private static let releases = ["4.2.0", "2.5.3", "1.0.0", "3.0.6", "2.5.10"]

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let run = ServiceRun(name, storeBytes: 64 << 20)
        var choices = ByteChoices(input)
        var events = 0
        while !choices.isAtEnd {
            let choice = choices.byte()
            let client = Int(choice >> 4)
            switch choice & 15 {
            case 0:
                run.connect(choices.choose(ServiceTarget.targets), choices.choose(ServiceTarget.releases))
            case 1: run.close(client)
            case 2: run.pass(Int64(1) << Int64(choices.choose(24)), &observation)
            case 3:
                let id = UInt16(choices.byte())
                run.send(.pubAck(PubAckPacket(messageID: id)), size: 4, from: client, &observation)
            default:
                let topic = choices.choose(ServiceTarget.topics)
                let target = choices.choose(ServiceTarget.targets)
                let repetition = choices.byte()
                let body = choices.bytes(choices.choose(256))
                let times = 1 << Int(repetition & 15)
                guard body.count * times <= 1 << 20 else { break }
                let data = Array(repeatElement(body, count: times).joined())
                for _ in 0..<(1 << min(11, Int(repetition >> 4))) where events < 6_000 {
                    events += 1
                    let packet = ServiceTarget.packet(topic, target, data, id: UInt16(truncatingIfNeeded: events))
                    run.send(packet, size: data.count + target.utf8.count + 16, from: client, &observation)
                }
            }
        }
    }

    private static func packet(_ topic: RMTPTopic, _ target: String, _ data: [UInt8], id: UInt16) -> RMTPPacket {
        topic.carrier == .query
            ? .query(
                QueryPacket(topic: FrameText(topic.name), targetID: FrameText(target), messageID: id, data: data))
            : .publish(
                PublishPacket(
                    topic: FrameText(topic.name), targetID: FrameText(target), messageID: id, data: data,
                    flags: RMTPFlags(qos: .atLeastOnce)))
    }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        (0..<random.pick(1...12)).flatMap { _ in ServiceTarget.event(&random) }
    }

    private static func event(_ random: inout SeededRandom) -> [UInt8] {
        let client = UInt8(random.pick(0...4)) << 4
        switch random.pick(0...15) {
        case 0: return [client, UInt8(random.pick(0...11)), UInt8(random.pick(0...4))]
        case 1: return [client | 1]
        case 2: return [client | 2, UInt8(random.pick(0...23))]
        case 3: return [client | 3, UInt8(random.pick(0...9))]
        default:
            let index = random.pick(0...topics.count - 1)
            let type = topics[index].request.flatMap(RMTPBody.type(named:))
            var body: [UInt8] = []
            if random.chance(30), topics[index].carrier == .publish {
                body = message
            } else if let type {
                BodyGenerator.message(type.fields, &body, &random)
            }
            let repetition = random.chance(80) ? 0 : UInt8(random.pick(0...10)) << 4 | UInt8(random.pick(0...13))
            body = Array(body.prefix(255))
            let target = UInt8(random.pick(0...targets.count - 1))
            return [client | 4, UInt8(truncatingIfNeeded: index), target, repetition, UInt8(body.count)] + body
        }
    }

    /// The body of a text message.
    fileprivate static let message: [UInt8] = {
        var body = RMTPBody.UpStreamMessage()
        (body.sessionID, body.classname, body.content) = (3, "RC:TxtMsg", Array(#"{"content":"x"}"#.utf8))
        return (try? body.encoded()) ?? []
    }()

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var events = ServiceTarget.split(input)
        PartMutator.mutate(&events, with: ServiceTarget.split(other), &random, new: ServiceTarget.event) {
            event, random in
            if event.count > 3 { event[random.pick(1...3)] = UInt8(truncatingIfNeeded: random.next()) }
        }
        return Array(events.joined().prefix(maximumLength))
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        ServiceTarget.split(input).withoutOne.map { Array($0.joined()) }
    }

    /// Returns the events of an input.
    private static func split(_ input: [UInt8]) -> [[UInt8]] {
        var events: [[UInt8]] = []
        var choices = ByteChoices(input)
        while !choices.isAtEnd {
            let start = choices.position
            switch choices.byte() & 15 {
            case 0: _ = (choices.byte(), choices.byte())
            case 1: break
            case 2, 3: _ = choices.byte()
            default:
                _ = (choices.byte(), choices.byte(), choices.byte())
                _ = choices.bytes(choices.choose(256))
            }
            events.append(Array(input[start..<min(choices.position, input.count)]))
        }
        return events
    }

    let dictionary = [message]
}

/// Inputs of ``ServiceTarget`` that cause as much work as possible.
package enum ServiceFlood {
    /// The inputs, in which a user stores 4,096 messages and then asks one question, of each kind, 16 times; the last one
    /// removes 16,384 messages that do not exist.
    package static let inputs: [[UInt8]] = {
        let queries: [(name: String, data: [UInt8], copies: UInt8)] = [
            ("qryRelation", [0x08, 1, 0x18, 1], 0), ("qrySessionsAtt", [0x08, 1], 0),
            ("pullMsg", [0x08, 1, 0x10, 0, 0x20, 1, 0x28, 1], 0), ("qryPMsg", [0x0a, 1, 0x61, 0x10, 0, 0x18, 1], 0),
            ("pullSeAtts", [0x08, 0], 0), ("delMsg", [0x1a, 3, 0x0a, 1, 0x78], 14),
        ]
        return queries.compactMap { query in
            guard
                let publication = ServiceTarget.topics.firstIndex(where: {
                    $0.name == "ppMsgP" && $0.carrier == .publish
                }),
                let question = ServiceTarget.topics.firstIndex(where: { $0.name == query.name && $0.carrier == .query })
            else { return nil }
            let message = ServiceTarget.message
            let flood: [UInt8] = [4, UInt8(publication), 0, 0xb0, UInt8(message.count)] + message
            return flood + flood + [4, UInt8(question), 0, 0x40 | query.copies, UInt8(query.data.count)] + query.data
        }
    }()
}
