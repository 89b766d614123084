// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for packets and their headers: framing alone.
///
/// The first byte of an input selects the limits; the rest is the stream.
package struct PacketTarget: FuzzTarget {
    package let name = "packets"
    private var whole = StreamTrace()
    private var pieces = StreamTrace()

    /// Creates the target.
    package init() {}

    /// Returns the limits that the first byte of an input selects: the defaults, or small ones that inputs can reach.
    package static func limits(_ choice: UInt8) -> FramingLimits {
        var limits = FramingLimits()
        guard choice & 1 == 1 else { return limits }
        limits.packetBytes = 512
        limits.messageBytes = 256
        limits.lineBytes = 256
        limits.batchMessages = 3
        limits.inflatedBytes = 1_024
        limits.inflateRatio = 4
        limits.inflateFloor = 64
        limits.openFragments = 2
        limits.fragmentCount = 4
        limits.fragmentBytes = 512
        return limits
    }

    /// The same limits as a member of a question, if they differ from the defaults.
    static func limitsMember(_ choice: UInt8) -> [(name: String, value: RawJSON)] {
        guard choice & 1 == 1 else { return [] }
        let limits = limits(choice)
        let values = [
            ("packetBytes", limits.packetBytes), ("messageBytes", limits.messageBytes),
            ("lineBytes", limits.lineBytes), ("batchMessages", limits.batchMessages),
            ("inflatedBytes", limits.inflatedBytes), ("inflateRatio", limits.inflateRatio),
            ("inflateFloor", limits.inflateFloor), ("openFragments", limits.openFragments),
            ("fragmentCount", limits.fragmentCount), ("fragmentBytes", limits.fragmentBytes),
        ]
        return [("limits", .object(values.map { (name: $0.0, value: RawJSON.integer($0.1)) }))]
    }

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let limits = PacketTarget.limits(choice)
        var decoder = ChatPacketDecoder(limits: limits)
        whole.clear()
        read(&decoder, input, limits, &observation)
        memory.judge("packets", input: input.count, factor: 64, base: 65_536, &observation)
        SplitOracle.judge("packets", input, from: 1, whole: whole, into: &pieces, &observation) { division, trace in
            PacketTarget.trace(input, division, limits, &trace)
        }
    }

    /// Decodes the whole stream, and judges and records every packet.
    private mutating func read(
        _ decoder: inout ChatPacketDecoder, _ input: [UInt8], _ limits: FramingLimits, _ observation: inout Observation
    ) {
        let bytes = input.span.extracting(1...)
        var position = 0
        reading: while true {
            whole.steps += 1
            switch decoder.next(in: bytes, from: &position) {
            case .needMore: break reading
            case .packet(let packet):
                let header = packet.header
                ChecksumOracle.judge(header, input, at: packet.offset + 1, &observation)
                if Int(header.payloadLength) > limits.packetBytes { observation.violate(.memory, at: "packetBytes") }
                // All undefined types are one behaviour.
                observation.note(
                    .flags, UInt64(header.flags.rawValue) << 8 | UInt64(min(header.type.rawValue, 3)),
                    UInt64(whole.items.count & 3))
                observation.note(size: packet.payload.count, UInt64(header.flags.rawValue))
                whole.items.append(PacketTarget.number(packet))
            case .fault(let fault):
                observation.note(fault.error, UInt64(whole.items.count & 3))
                whole.items.append(StreamTrace.number(fault))
                PacketTarget.judge(fault, input.count - 1, &observation)
            }
            if whole.steps > input.count + 2 {
                observation.violate(.steps, at: "packets")
                break
            }
        }
        whole.pending = bytes.count - position
        whole.isClosed = decoder.isClosed
        if whole.pending > decoder.maximumPending { observation.violate(.memory, at: "pending") }
        if decoder.offset != position { observation.violate(.identity, at: "offset") }
        observation.note(.state, decoder.isClosed ? 1 : 0, UInt64(min(whole.items.count, 8)))
    }

    /// Judges an error of a stream, which has an offset in the stream and a code of streams.
    static func judge(_ fault: StreamFault, _ count: Int, _ observation: inout Observation) {
        if observation.effort == .silent { return }
        // The offset of the zlib stream is reported even if no bytes are there (FRM-062).
        let last = fault.error.code == .frameInflate ? count + 4 : count
        if fault.error.offset < 0 || fault.error.offset > last {
            observation.violate(.error, at: "offset of \(fault.error.code.rawValue)", "\(fault) in \(count) bytes")
        }
        if !fault.error.code.isOf("frame.") {
            observation.violate(.error, at: fault.error.code.rawValue, "no code of streams: \(fault)")
        }
    }

    private static func number(_ packet: borrowing Packet) -> UInt64 {
        let header = packet.header
        var hash = TextHash.of(packet.payload) ^ UInt64(header.sequence) << 24 ^ UInt64(header.flags.rawValue) << 8
        hash = (hash ^ UInt64(header.type.rawValue)) &* 0x9e37_79b9_7f4a_7c15
        return (hash ^ UInt64(packet.offset)) &* 0xbf58_476d_1ce4_e5b9 ^ UInt64(header.headerLength)
    }

    /// Decodes the stream in the chunks of a division, and records the results.
    private static func trace(
        _ input: [UInt8], _ division: Division, _ limits: FramingLimits, _ trace: inout StreamTrace
    ) {
        var decoder = ChatPacketDecoder(limits: limits)
        var consumed = 1
        for end in division {
            let piece = input.span.extracting(consumed..<end)
            var position = 0
            reading: while true {
                switch decoder.next(in: piece, from: &position) {
                case .needMore: break reading
                case .packet(let packet): trace.items.append(number(packet))
                case .fault(let fault): trace.items.append(StreamTrace.number(fault))
                }
                if trace.items.count > input.count + 2 { break }
            }
            consumed += position
        }
        trace.pending = input.count - consumed
        trace.isClosed = decoder.isClosed
    }

    // MARK: Making inputs

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        [UInt8(random.pick(0...1))] + PacketGenerator.stream(&random)
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        PacketMutator.mutate(&input, from: 1, with: other, &random)
        if input.count > maximumLength { input.removeSubrange(maximumLength...) }
        return input
    }

    package func repaired(_ input: [UInt8]) -> [UInt8]? { PacketMutator.repaired(input, from: 1) }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        PacketMutator.packets(input, from: 1).map { range in
            var input = input
            input.removeSubrange(range)
            return input
        }
    }

    package func seed(from item: Case) -> [UInt8]? { PacketTarget.seed(item, maximumLength) }

    /// Returns the stream of a case about packets.
    static func seed(_ item: Case, _ longest: Int) -> [UInt8]? {
        let isPacket = item.operation == .frameDecode || item.operation == .chatDecode && item.input.bytes.first == 0xfa
        guard isPacket, item.input.bytes.count < longest, item.input.member("limits") == nil else { return nil }
        return [0] + item.input.bytes
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let choice = input.first else { return nil }
        return TesteeRequest(
            "frame.decode",
            [("chunks", .array([.base64(input.dropFirst())])), ("mode", "lenient")] + PacketTarget.limitsMember(choice))
    }

    package var dictionary: [[UInt8]] {
        [[0xfa, 0xce, 1, 24], [0xfa, 0xce, 1, 24, 1, 0, 0, 0], [0xfa, 0xce, 1, 24, 2, 0, 0, 2]]
    }
}
