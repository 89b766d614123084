// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for RongCloud's packets on a WebSocket.
///
/// The first byte of an input selects the direction and version; the rest is a message.
struct RMTPMessageTarget: FuzzTarget {
    let name = "rmtp-websocket"
    var maximumLength: Int { 2_048 }

    /// One-time initialization that must not be attributed to the first input.
    ///
    /// A process allocates tables when it first reads a content in a body, so a vector of the suite
    /// (rmtp-vec-dn-publish-s-msg-zh-emoji) is read in advance.
    private static let first: Void = {
        let vector = """
            326553f1000005735f6d73670005757365724200020a05757365724110031a04e7bea431220952433a5478744d73672a187b22636f6e
            74656e74223a22e4bda0e5a5bdf09f9880227d30fbd095ffbc3138304a13425334352d4e5048342d485638372d31304c4d
            """
        let bytes = HexBytes.read(vector.replacing("\n", with: "")) ?? []
        let format = RMTPFormat(.down)
        var observation = Observation()
        RMTPOracle.check(bytes.span, format, &observation)
        var reader = RMTPItemReader(RMTPInspection.Options(.websocket, format), bodies: true)
        var line: [UInt8] = []
        _ = reader.append(message: bytes.span, .down, to: &line)
    }()

    init() { Self.first }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let format = RMTPSettings(choice).format
        RMTPOracle.check(input.span.extracting(1...), format, &observation)
        if input.hasLineBreak || observation.effort == .thorough {
            var reader = RMTPItemReader(RMTPInspection.Options(.websocket, format), bodies: true)
            var line = [UInt8(ascii: "{")]
            _ = reader.append(message: input.span.extracting(1...), format.direction, to: &line)
            line.append(UInt8(ascii: "}"))
            JSONLine.end(&line)
            LineOracle.check("rmtp item", line, &observation)
        }
        // The base covers the tables of each message, which are created on first use.
        memory.check(name, input: input.count, factor: 200, base: 131_072, &observation)
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let choice = UInt8(random.pick(0...5))
        let packet = RMTPGenerator.packet(RMTPSettings(choice).format, &random)
        return [choice, packet.header] + packet.body
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard input.count > 2 else { return generate(&random) }
        var input = input
        switch random.pick(0...5) {
        case 0: input[0] = UInt8(random.pick(0...5))
        case 1: input[1] = UInt8(random.pick(0...15)) << 4 | input[1] & 15
        case 2: input.removeSubrange(random.pick(2...input.count - 1)...)
        case 3: input += EdgeValues.pick([[0], [0, 0], [0, 1, UInt8(ascii: "a")], [0xff, 0xff]], &random)
        case 4:
            // Change a length by a small amount.
            let place = random.pick(2...input.count - 1)
            input[place] = input[place] &+ EdgeValues.pick([1, 255, 2, 254], &random)
        default:
            input.insert(contentsOf: EdgeValues.pick(EdgeValues.illFormed, &random), at: random.pick(2...input.count))
        }
        return input
    }

    func seed(from item: Case) -> [UInt8]? { RMTPSettings.seed(item, framing: "websocket", maximumLength) }
    func question(_ input: [UInt8]) -> TesteeRequest? { RMTPSettings.question(input, framing: "websocket") }
}
