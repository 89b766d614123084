// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for packets and their headers: framing alone.
///
/// The first byte of an input selects the limits; the rest is the stream.
struct PacketTarget: PacketStreamTarget {
    let name = "packets"
    let choices = 0...1

    /// The limits that small inputs can reach, by their names in a question.
    private static let smallLimits:
        [(name: String, limit: WritableKeyPath<ChatFramingLimits, Int> & Sendable, value: Int)] =
            [
                ("packetBytes", \.packetBytes, 512), ("messageBytes", \.messageBytes, 256),
                ("lineBytes", \.lineBytes, 256),
                ("batchMessages", \.batchMessages, 3), ("inflatedBytes", \.inflatedBytes, 1_024),
                ("inflateRatio", \.inflateRatio, 4), ("inflateFloor", \.inflateFloor, 64),
                ("openFragments", \.openFragments, 2), ("fragmentCount", \.fragmentCount, 4),
                ("fragmentBytes", \.fragmentBytes, 512),
            ]

    /// Returns the limits that the first byte of an input selects: the defaults, or small ones that inputs can reach.
    static func limits(_ choice: UInt8) -> ChatFramingLimits {
        var limits = ChatFramingLimits()
        if choice & 1 == 1 { for row in smallLimits { limits[keyPath: row.limit] = row.value } }
        return limits
    }

    /// The same limits as a member of a question, if they differ from the defaults.
    static func limitsMember(_ choice: UInt8) -> [(name: String, value: RawJSON)] {
        guard choice & 1 == 1 else { return [] }
        return [("limits", .object(smallLimits.map { (name: $0.name, value: .integer($0.value)) }))]
    }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let limits = PacketTarget.limits(choice)
        let whole = PacketTarget.trace(input, [input.count], limits, &observation)
        memory.check("packets", input: input.count, factor: 64, base: 65_536, &observation)
        if whole.steps > input.count + 2 { observation.violate(.steps, at: "packets") }
        SplitOracle.check("packets", input, whole: whole, &observation) {
            PacketTarget.trace(input, $0, limits, &$1)
        }
    }

    /// Decodes the stream in chunks, and checks and records every packet.
    private static func trace(
        _ input: [UInt8], _ ends: [Int], _ limits: ChatFramingLimits, _ observation: inout Observation
    ) -> StreamTrace {
        var decoder = ChatPacketDecoder(limits: limits)
        var trace = StreamTrace()
        trace.read(input, ends, mostSteps: input.count * 2 + 64) { piece, position, trace in
            switch decoder.next(in: piece, from: &position) {
            case .needMore: return true
            case .packet(let packet):
                if observation.effort != .silent { check(packet, input, limits, trace.items.count, &observation) }
                trace.items.append(number(packet))
            case .fault(let fault):
                observation.record(fault.error, UInt64(trace.items.count & 3))
                trace.add(fault, of: input.count - 1, &observation)
            }
            return false
        }
        trace.isClosed = decoder.isClosed
        if trace.pending > decoder.maximumPending { observation.violate(.memory, at: "pending") }
        if decoder.offset + trace.pending != input.count - 1 { observation.violate(.identity, at: "offset") }
        observation.record(.state, decoder.isClosed ? 1 : 0, UInt64(min(trace.items.count, 8)))
        return trace
    }

    private static func check(
        _ packet: borrowing ChatPacket, _ input: [UInt8], _ limits: ChatFramingLimits, _ index: Int,
        _ observation: inout Observation
    ) {
        let header = packet.header
        ChecksumOracle.check(header, input, at: packet.offset + 1, &observation)
        if Int(header.payloadLength) > limits.packetBytes { observation.violate(.memory, at: "packetBytes") }
        // All undefined types are one behavior.
        observation.record(
            .flags, UInt64(header.flags.rawValue) << 8 | UInt64(min(header.type.rawValue, 3)), UInt64(index & 3))
        observation.record(size: packet.payload.count, UInt64(header.flags.rawValue))
    }

    private static func number(_ packet: borrowing ChatPacket) -> UInt64 {
        let header = packet.header
        var hash = TextHash.of(packet.payload) ^ UInt64(header.sequence) << 24 ^ UInt64(header.flags.rawValue) << 8
        hash = (hash ^ UInt64(header.type.rawValue)) &* 0x9e37_79b9_7f4a_7c15
        return (hash ^ UInt64(packet.offset)) &* 0xbf58_476d_1ce4_e5b9 ^ UInt64(header.headerLength)
    }

    // MARK: Making inputs

    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let choice = input.first else { return nil }
        return TesteeRequest(
            "frame.decode",
            [("chunks", .array([.base64(input.dropFirst())])), ("mode", "lenient")] + PacketTarget.limitsMember(choice))
    }

    let dictionary: [[UInt8]] = [[], [1, 0, 0, 0], [2, 0, 0, 2]].map { PacketBuilder.magic + [1, 24] + $0 }
}

/// A target whose inputs are a byte that selects settings, and a stream of packets.
protocol PacketStreamTarget: FuzzTarget {
    /// The values of the first byte of a new input.
    var choices: ClosedRange<Int> { get }
}

extension PacketStreamTarget {
    func generate(_ random: inout SeededRandom) -> [UInt8] {
        [UInt8(random.pick(choices))] + PacketGenerator.stream(&random)
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        PacketMutator.mutate(&input, from: 1, with: other, &random)
        input.truncate(to: maximumLength)
        return input
    }

    func repaired(_ input: [UInt8]) -> [UInt8]? { PacketMutator.repaired(input, from: 1) }

    func smaller(_ input: [UInt8]) -> [[UInt8]] { input.withoutOne(of: PacketMutator.packets(input, from: 1)) }

    /// Returns the stream of a case about packets.
    func seed(from item: Case) -> [UInt8]? {
        let isPacket =
            item.operation == .frameDecode
            || item.operation == .chatDecode && item.input.bytes.first == PacketBuilder.magic[0]
        guard isPacket, item.input.bytes.count < maximumLength, item.input.member("limits") == nil else { return nil }
        return [0] + item.input.bytes
    }
}
