// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// RongCloud's packets on a WebSocket.
///
/// The first byte of an input chooses direction and version, the rest is a message.
package struct RMTPMessageTarget: FuzzTarget {
    package let name = "rmtp-websocket"
    package var maximumLength: Int { 2_048 }

    /// What a process makes once, the first time that it reads a content of a body, does not count as an input's.
    private static let first: Void = {
        let content: [UInt8] = Array(#"{"content":"a"}"#.utf8)
        _ = try? ContentRegistry.builtIn.decode("RC:TxtMsg", content)
    }()

    /// Makes the target.
    package init() { Self.first }

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let format = RMTPSettings(choice).format
        RMTPOracle.judge(input.span.extracting(1...), format, &observation)
        if input.contains(where: { $0 == 0x0a || $0 == 0x0d }) || observation.effort == .thorough {
            var reader = RMTPItemReader(RMTPInspection.Options(.websocket, format), bodies: true)
            var line = Array(reader.message(input.span.extracting(1...), format.direction).json.text.utf8)
            JSONLine.end(&line)
            LineOracle.judge("rmtp item", line, &observation)
        }
        memory.judge(name, input: input.count, factor: 200, base: 65_536, &observation)
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        let choice = UInt8(random.pick(0...5))
        let packet = RMTPGenerator.packet(RMTPSettings(choice).format, &random)
        return [choice, packet.header] + packet.body
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard input.count > 2 else { return generate(&random) }
        var input = input
        switch random.pick(0...5) {
        case 0: input[0] = UInt8(random.pick(0...5))
        case 1: input[1] = UInt8(random.pick(0...15)) << 4 | input[1] & 15
        case 2: input.removeSubrange(random.pick(2...input.count - 1)...)
        case 3: input += EdgeValues.pick([[0], [0, 0], [0, 1, 0x61], [0xff, 0xff]], &random)
        case 4:
            // A length says a little more or less.
            let place = random.pick(2...input.count - 1)
            input[place] = input[place] &+ EdgeValues.pick([1, 255, 2, 254], &random)
        default:
            input.insert(contentsOf: EdgeValues.pick(EdgeValues.illFormed, &random), at: random.pick(2...input.count))
        }
        return input
    }

    package func seed(from item: Case) -> [UInt8]? { RMTPSettings.seed(item, framing: "websocket", maximumLength) }
    package func question(_ input: [UInt8]) -> TesteeRequest? { RMTPSettings.question(input, framing: "websocket") }
}
