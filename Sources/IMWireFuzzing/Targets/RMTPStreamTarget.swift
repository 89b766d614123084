// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for RongCloud's packets on TCP.
///
/// The first byte selects the direction, version, key and limit; the rest is the stream.
struct RMTPStreamTarget: FuzzTarget {
    let name = "rmtp-tcp"
    var maximumLength: Int { 2_048 }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        for mode in [DecodingMode.lenient, .strict] {
            let memory = MemoryOracle()
            let whole = RMTPStreamTarget.trace(input, choice, [input.count], mode, &observation)
            memory.check(name, input: input.count, factor: 1_000, base: 65_536, &observation)
            SplitOracle.check("rmtp-tcp \(mode.rawValue)", input, whole: whole, &observation) {
                RMTPStreamTarget.trace(input, choice, $0, mode, &$1)
            }
            if whole.steps > input.count + 2 { observation.violate(.steps, at: name) }
        }
    }

    private static func trace(
        _ input: [UInt8], _ choice: UInt8, _ ends: [Int], _ mode: DecodingMode, _ observation: inout Observation
    ) -> StreamTrace {
        var limits = RMTPLimits()
        if choice & 16 != 0 { limits.packetBytes = 64 }
        let key = choice & 8 == 0 ? nil : try? RMTPStreamKey([1, 2, 3, 4, 5, 6, 7, 8])
        let format = RMTPSettings(choice & 7).format
        var decoder = RMTPFrameDecoder(format, key: key, mode: mode, limits: limits)
        let encoder = RMTPMessageEncoder(format)
        var trace = StreamTrace()
        var written: [UInt8] = []
        trace.read(input, ends, mostSteps: input.count + 8) { piece, position, trace in
            switch decoder.next(in: piece, from: &position) {
            case .needMore: return true
            case .packet(let view):
                var number = UInt64(view.header.rawValue) ^ UInt64(view.offset) << 8
                let packet = RMTPPacket(view)
                written.removeAll(keepingCapacity: true)
                try? encoder.encode(packet, into: &written)
                number ^= TextHash.of(written.span)
                let deviations = view.deviations
                for deviation in deviations {
                    number = number &* 31 ^ UInt64(deviation.id.number) ^ UInt64(deviation.offset) << 20
                }
                if !isChecked(input, at: view.offset + 1) {
                    observation.violate(.checksum, at: "rmtp-tcp", "at \(view.offset)")
                }
                observation.record(deviations, UInt64(view.header.type.rawValue))
                observation.record(.flags, UInt64(view.header.type.rawValue), UInt64(choice & 31))
                trace.items.append(number)
            case .fault(let fault):
                observation.record(fault.error, UInt64(choice & 7))
                trace.add(fault, of: input.count - 1, allowed: nil, at: "rmtp-tcp", &observation)
            }
            return false
        }
        trace.isClosed = decoder.isClosed
        if trace.pending > decoder.maximumPending { observation.violate(.memory, at: "rmtp-tcp pending") }
        return trace
    }

    /// Returns whether the check byte of a packet matches its header and its length (RMTP-083).
    private static func isChecked(_ input: [UInt8], at start: Int) -> Bool {
        guard start >= 0, start + 2 < input.count else { return false }
        let length = input[(start + 2)...].prefix(3)
        let end = length.firstIndex { $0 < 0x80 } ?? length.endIndex - 1
        return input[start...end].reduce(0, ^) == 0
    }

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let choice = UInt8(random.pick(0...5) | (random.chance(10) ? 8 : 0) | (random.chance(20) ? 16 : 0))
        var input = [choice]
        for _ in 0..<random.pick(1...3) {
            let packet = RMTPGenerator.packet(RMTPSettings(choice & 7).format, &random)
            input += RMTPGenerator.framed(packet.header, packet.body)
        }
        return input
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        let ranges = RMTPStreamTarget.packets(input)
        guard !ranges.isEmpty else { return generate(&random) }
        var input = input
        let range = EdgeValues.pick(ranges, &random)
        switch random.pick(0...6) {
        case 0: input.insert(contentsOf: input[range], at: EdgeValues.pick(ranges, &random).lowerBound)
        case 1: input.removeSubrange(range)
        case 2: input.removeSubrange(random.pick(range.lowerBound...range.upperBound - 1)..<range.upperBound)
        case 3 where range.lowerBound + 2 < input.count && input[range.lowerBound + 2] < 0x80:
            // Write the length in more bytes than necessary, with a check byte that is correct or off by one bit.
            let prefix =
                [input[range.lowerBound], 0, input[range.lowerBound + 2] | 0x80]
                + [UInt8](repeating: 0x80, count: random.pick(0...1)) + [0]
            input.replaceSubrange(range.lowerBound..<range.lowerBound + 3, with: prefix)
            input[range.lowerBound + 1] = prefix.reduce(0, ^) ^ (random.chance(25) ? 1 << UInt8(random.pick(0...7)) : 0)
        case 4: input[range.lowerBound] = UInt8(truncatingIfNeeded: random.next())
        case 5:
            input[range.lowerBound + 2] = UInt8(truncatingIfNeeded: random.next())
            input[range.lowerBound + 1] = input[range.lowerBound] ^ input[range.lowerBound + 2]
        default:
            let packet = RMTPGenerator.packet(RMTPSettings(input[0] & 7).format, &random)
            input.insert(contentsOf: RMTPGenerator.framed(packet.header, packet.body), at: range.upperBound)
        }
        return input
    }

    /// Returns the ranges of the packets according to their lengths.
    private static func packets(_ input: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var offset = 1
        while offset + 3 <= input.count, ranges.count < 32 {
            var length = 0
            var place = offset + 2
            for shift in [0, 7, 14] where place < input.count {
                length |= Int(input[place] & 0x7f) << shift
                place += 1
                if input[place - 1] & 0x80 == 0 { break }
            }
            let end = min(input.count, place + length)
            ranges.append(offset..<end)
            offset = end
        }
        return ranges
    }

    func repaired(_ input: [UInt8]) -> [UInt8]? {
        var input = input
        for range in RMTPStreamTarget.packets(input) {
            var check = input[range.lowerBound]
            for place in range.lowerBound + 2..<min(input.count, range.lowerBound + 5) {
                check ^= input[place]
                if input[place] & 0x80 == 0 { break }
            }
            input[range.lowerBound + 1] = check
        }
        return input
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        input.withoutOne(of: RMTPStreamTarget.packets(input))
    }

    func seed(from item: Case) -> [UInt8]? { RMTPSettings.seed(item, framing: "tcp", maximumLength) }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let choice = input.first, choice < 32 else { return nil }
        var members: [(name: String, value: RawJSON)] = []
        if choice & 8 != 0 { members.append(("key", .base64([1, 2, 3, 4, 5, 6, 7, 8]))) }
        if choice & 16 != 0 { members.append(("limits", .object([("packetBytes", .integer(64))]))) }
        return RMTPSettings.question(input, framing: "tcp", members)
    }
}
