// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for the units of a stream of packets: deflate, reassembly and batches.
///
/// The first byte of an input selects the limits and whether time passes.
struct UnitTarget: PacketStreamTarget {
    let name = "units"
    let choices = 0...3

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let limits = PacketTarget.limits(choice)
        let pace: Int64 = choice & 2 == 0 ? 0 : 16_000
        let memory = MemoryOracle()
        var joined = Joined()
        let whole = UnitTarget.trace(input, [input.count], limits, pace, &observation, &joined)
        // The base covers the buffers for inflated and joined data, which are allocated in advance, and zlib's state of
        // 40 KiB.
        memory.check(
            "units", input: input.count, factor: 400,
            base: 131_072 + limits.inflatedBytes * 2 + limits.fragmentBytes * 2, &observation)
        if pace == 0, !joined.isEmpty || UnitTarget.hasFragment(input) {
            var model = ReassemblyModel(limits)
            follow(input, limits, &model)
            UnitTarget.compare(model, joined, limits, &observation)
        }
        SplitOracle.check("units", input, whole: whole, &observation) {
            var ignored = Joined()
            return UnitTarget.trace(input, $0, limits, pace, &$1, &ignored)
        }
        if whole.steps > input.count + 2 + limits.openFragments { observation.violate(.steps, at: "units") }
    }

    /// Returns whether a packet is flagged as a fragment, as far as the packets' lengths can be followed.
    private static func hasFragment(_ input: [UInt8]) -> Bool {
        var offset = 1
        while offset + PacketBuilder.header <= input.count {
            if Int(input[offset + 7]) & PacketBuilder.fragmentFlag != 0 { return true }
            offset +=
                max(PacketBuilder.header, Int(input[offset + 3])) + PacketBuilder.read32(input, at: offset + 12)
        }
        return false
    }

    /// Adds every fragment that the packet decoder accepts to the model.
    private func follow(_ input: [UInt8], _ limits: ChatFramingLimits, _ model: inout ReassemblyModel) {
        var decoder = ChatPacketDecoder(limits: limits)
        let bytes = input.span.extracting(1...)
        var position = 0
        while true {
            switch decoder.next(in: bytes, from: &position) {
            case .needMore: return
            case .fault: if decoder.isClosed { return }
            case .packet(let packet):
                guard let fields = packet.fragment, packet.header.type == .message else { continue }
                let end = 1 + packet.payloadOffset + packet.payload.count
                model.add(
                    packet.header, fields, end - packet.part.count..<end, payloadAt: packet.payloadOffset, input)
            }
        }
    }

    /// The results for fragments in order, each with the offset of its payload.
    private struct Joined {
        /// A hash of each unit that was joined, or 0 if it was deflated or refused.
        var units: [(place: Int, number: UInt64)] = []
        var inflated: [(place: Int, length: Int)] = []
        /// The fragments that were refused.
        var refused: [Int] = []

        var isEmpty: Bool { units.isEmpty && refused.isEmpty }

        mutating func add(_ fault: StreamFault) {
            if fault.inner != nil { units.append((fault.error.offset, 0)) }
            switch fault.error.code {
            case .frameFragmentOverlap: refused.append(fault.error.offset - 8)
            case .frameFragmentLimit, .frameFragmentConflict, .frameFragmentDuplicate:
                refused.append(fault.error.offset)
            default: break
            }
        }
    }

    /// Checks whether the units that the model completes are exactly those that were produced, or refused for their
    /// contents.
    private static func compare(
        _ model: ReassemblyModel, _ joined: Joined, _ limits: ChatFramingLimits, _ observation: inout Observation
    ) {
        for outcome in model.outcomes {
            let place = outcome.place
            observation.record(
                .order, UInt64(min(outcome.held, 5)), (outcome.hasHole ? 2 : 0) | (outcome.isRefused ? 1 : 0))
            if outcome.isRefused != joined.refused.contains(place) {
                observation.violate(
                    .reassembly, at: outcome.isRefused ? "a fragment is accepted" : "a fragment is refused",
                    "at \(place)")
            }
            guard let bytes = outcome.unit else { continue }
            if let inflated = joined.inflated.first(where: { $0.place == place })?.length {
                DeflateOracle.checkRatio(inflated: inflated, deflated: bytes.count - 4, limits, &observation)
            }
            guard let number = joined.units.first(where: { $0.place == place })?.number else {
                observation.violate(.reassembly, at: "a unit is missing", "at \(place), \(bytes.count) bytes")
                continue
            }
            if number != 0, number != TextHash.of(bytes.span) | 1 { observation.violate(.reassembly, at: "bytes") }
        }
        // A unit with number 0 need not have been joined: a single deflated batch can also be refused for its contents.
        for (place, number) in joined.units where number != 0 {
            if model.outcomes.contains(where: { $0.place == place && $0.unit != nil }) { continue }
            observation.violate(.reassembly, at: "a unit too many", "at \(place)")
        }
    }

    /// Decodes the stream in chunks, and records the results.
    private static func trace(
        _ input: [UInt8], _ ends: [Int], _ limits: ChatFramingLimits, _ pace: Int64, _ observation: inout Observation,
        _ joined: inout Joined
    ) -> StreamTrace {
        var decoder = ChatPacketUnitDecoder(limits: limits)
        var trace = StreamTrace()
        trace.read(input, ends, mostSteps: input.count * 2 + 64) { piece, position, trace in
            switch decoder.next(in: piece, from: &position, at: Int64(trace.items.count) * pace) {
            case .needMore:
                if decoder.openFragmentSets > limits.openFragments { observation.violate(.memory, at: "open sets") }
                return true
            case .heartbeat(let offset): trace.items.append(UInt64(offset) &* 0x9e37_79b9_7f4a_7c15)
            case .fault(let fault):
                observation.record(fault.error, UInt64(trace.items.count & 3))
                trace.add(fault, of: input.count - 1, &observation)
                if observation.effort != .silent { joined.add(fault) }
            case .unit(let unit):
                let number = TextHash.of(unit.bytes)
                trace.items.append(
                    (number ^ UInt64(unit.offset) &* 31 ^ UInt64(unit.flags.rawValue)) &* 0x9e37_79b9_7f4a_7c15)
                if observation.effort != .silent { check(unit, number, limits, &observation, &joined, input) }
            }
            return false
        }
        trace.isClosed = decoder.isClosed
        observation.record(.state, UInt64(decoder.openFragmentSets), decoder.isClosed ? 1 : 0)
        return trace
    }

    private static func check(
        _ unit: consuming ChatStreamUnit, _ number: UInt64, _ limits: ChatFramingLimits,
        _ observation: inout Observation,
        _ joined: inout Joined, _ input: [UInt8]
    ) {
        let flags = unit.flags
        observation.record(.flags, UInt64(flags.rawValue), UInt64(min(unit.messageCount, 4)))
        observation.record(size: unit.bytes.count, UInt64(flags.rawValue))
        if flags.contains(.fragment) { joined.units.append((unit.offset, flags.contains(.deflate) ? 0 : number | 1)) }
        if flags.contains(.batch) { BatchOracle.check(unit, &observation) }
        if flags.contains(.deflate) {
            if unit.bytes.count > limits.inflatedBytes { observation.violate(.memory, at: "inflatedBytes") }
            if flags.contains(.fragment) {
                joined.inflated.append((unit.offset, unit.bytes.count))
            } else {
                DeflateOracle.check(unit.bytes, input, payloadAt: unit.offset + 1, limits, &observation)
            }
        }
        var count = 0
        var messages = unit.messages
        while let message = messages.next() {
            count += 1
            if message.bytes.count > limits.messageBytes, message.sizeError == nil, message.isBatched {
                observation.violate(.memory, at: "messageBytes")
            }
            if count > limits.batchMessages { return observation.violate(.steps, at: "batchMessages") }
        }
    }

    // MARK: Making inputs

    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let choice = input.first, choice & 2 == 0 else { return nil }
        return TesteeRequest(
            "chat.decode",
            [("framing", "packet"), ("chunks", .array([.base64(input.dropFirst())])), ("mode", "lenient")]
                + PacketTarget.limitsMember(choice))
    }
}
