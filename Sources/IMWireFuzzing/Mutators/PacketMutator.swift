// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A mutator for the structure of a stream of packets: packets are cut, merged, reordered and duplicated, and their
/// fields are falsified, with wrong checksums or with checksums that are corrected so that the change gets past them
/// (FUZ-022).
enum PacketMutator {
    /// Returns the ranges of the packets of a stream according to their lengths, up to the first byte that is not a
    /// packet.
    static func packets(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(8)
        var offset = start
        while offset + PacketBuilder.header <= bytes.count, bytes[offset] == PacketBuilder.magic[0], ranges.count < 64 {
            let length =
                max(PacketBuilder.header, Int(bytes[offset + 3])) + PacketBuilder.read32(bytes, at: offset + 12)
            let end = min(bytes.count, offset + max(1, length))
            ranges.append(offset..<end)
            offset = end
        }
        return ranges
    }

    /// Applies one mutation to the stream.
    static func mutate(
        _ bytes: inout [UInt8], from start: Int, with other: [UInt8], _ random: inout SeededRandom
    ) {
        let ranges = packets(bytes, from: start)
        guard !ranges.isEmpty else {
            bytes += PacketGenerator.stream(&random)
            return
        }
        let range = EdgeValues.pick(ranges, &random)
        switch random.pick(0...14) {
        case 0: bytes.insert(contentsOf: bytes[range], at: EdgeValues.pick(ranges, &random).lowerBound)
        case 1: bytes.removeSubrange(range)
        case 2: swap(&bytes, ranges, &random)
        case 3: bytes.removeSubrange(random.pick(range.lowerBound...range.upperBound - 1)..<range.upperBound)
        case 4: bytes.insert(contentsOf: PacketGenerator.stream(&random), at: range.lowerBound)
        case 5: merge(&bytes, ranges, &random)
        case 6, 7, 8: field(&bytes, range, &random)
        case 9: payload(&bytes, range, &random)
        case 10: encodeAgain(&bytes, range, &random)
        case 11: if range.count >= 36 { fragmentField(&bytes, range, &random) }
        case 12, 13: moveFragment(&bytes, ranges, &random)
        default:
            lieInBatch(&bytes, from: range.lowerBound + PacketBuilder.header, to: range.upperBound, &random)
            seal(&bytes, range, &random)
        }
    }

    /// Changes the message count or a length of a batch by a small amount.
    static func lieInBatch(
        _ bytes: inout [UInt8], from start: Int, to end: Int = .max, _ random: inout SeededRandom
    ) {
        let end = min(end, bytes.count)
        var places = [start]
        var offset = start + 4
        while offset + 4 <= end, places.count < 16 {
            places.append(offset)
            offset += 4 + PacketBuilder.read32(bytes, at: offset)
        }
        // Nothing follows the last length, so it is changed more often.
        let place = random.chance(30) ? places[places.count - 1] : EdgeValues.pick(places, &random)
        let value = PacketBuilder.read32(bytes, at: place) + EdgeValues.pick([-2, -1, 1, 2, 4], &random)
        if place + 4 <= end { PacketBuilder.write(UInt32(truncatingIfNeeded: value), &bytes, at: place) }
    }

    /// Moves a fragment so that it adjoins another, leaves a gap, or overlaps by a byte.
    private static func moveFragment(_ bytes: inout [UInt8], _ ranges: [Range<Int>], _ random: inout SeededRandom) {
        let head = PacketBuilder.header
        let fragments = ranges.filter {
            $0.count >= head + 12 && bytes[$0.lowerBound + 7] & UInt8(PacketBuilder.fragmentFlag) != 0
        }
        guard fragments.count > 1 else { return }
        let moved = EdgeValues.pick(fragments, &random)
        let other = EdgeValues.pick(fragments, &random)
        let start = PacketBuilder.read32(bytes, at: other.lowerBound + head + 8)
        let touching =
            random.chance(50) ? start - (moved.count - head - 12) : start + other.count - head - 12
        let value = max(0, touching + random.pick(-1...1))
        PacketBuilder.write(UInt32(truncatingIfNeeded: value), &bytes, at: moved.lowerBound + head + 8)
        seal(&bytes, moved, &random)
    }

    /// Returns the stream with the lengths and checksums of all packets corrected, as far as their bytes are present.
    static func repaired(_ bytes: [UInt8], from start: Int) -> [UInt8] {
        var bytes = bytes
        let ranges = packets(bytes, from: start)
        for range in ranges {
            let header = max(PacketBuilder.header, Int(bytes[range.lowerBound + 3]))
            PacketBuilder.write(UInt32(max(0, range.count - header)), &bytes, at: range.lowerBound + 12)
            PacketBuilder.seal(&bytes, at: range.lowerBound, length: range.count)
        }
        return bytes
    }

    private static func seal(_ bytes: inout [UInt8], _ range: Range<Int>, _ random: inout SeededRandom) {
        if random.chance(85) { PacketBuilder.seal(&bytes, at: range.lowerBound, length: range.count) }
    }

    private static func swap(_ bytes: inout [UInt8], _ ranges: [Range<Int>], _ random: inout SeededRandom) {
        guard ranges.count > 1 else { return }
        let place = random.pick(0...ranges.count - 2)
        bytes.swapRanges(ranges[place], ranges[random.pick(place + 1...ranges.count - 1)])
    }

    /// Merges two packets under one header.
    private static func merge(_ bytes: inout [UInt8], _ ranges: [Range<Int>], _ random: inout SeededRandom) {
        guard ranges.count > 1 else { return }
        let place = random.pick(0...ranges.count - 2)
        let whole = ranges[place].lowerBound..<ranges[place + 1].upperBound
        let header = max(PacketBuilder.header, Int(bytes[whole.lowerBound + 3]))
        PacketBuilder.write(UInt32(max(0, whole.count - header)), &bytes, at: whole.lowerBound + 12)
        seal(&bytes, whole, &random)
    }

    /// Changes a field of the header.
    private static func field(_ bytes: inout [UInt8], _ range: Range<Int>, _ random: inout SeededRandom) {
        let start = range.lowerBound
        switch random.pick(0...7) {
        case 0: bytes[start + 2] = UInt8(random.pick(0...3))
        case 1: bytes[start + 3] = EdgeValues.pick([0, 23, 24, 25, 32, 127, 128, 200, 255], &random)
        case 2: bytes[start + 4] = EdgeValues.pick([0, 1, 2, 3, 127, 128, 255], &random)
        case 3: bytes[start + 5] = UInt8(truncatingIfNeeded: random.next())
        case 4: bytes[start + 7] ^= 1 << UInt8(random.pick(0...5))
        case 5: bytes[start + 6] ^= 1 << UInt8(random.pick(0...7))
        case 6: PacketBuilder.write(UInt32(truncatingIfNeeded: random.pick(0...3)), &bytes, at: start + 8)
        default:
            let actual = range.count - PacketBuilder.header
            let lie =
                random.chance(50)
                ? EdgeValues.pick(EdgeValues.counts, &random) : max(0, actual + random.pick(0...4) - 2)
            PacketBuilder.write(UInt32(truncatingIfNeeded: lie), &bytes, at: start + 12)
        }
        seal(&bytes, range, &random)
    }

    private static func payload(_ bytes: inout [UInt8], _ range: Range<Int>, _ random: inout SeededRandom) {
        guard range.count > PacketBuilder.header else { return }
        var part = Array(bytes[(range.lowerBound + PacketBuilder.header)..<range.upperBound])
        ByteMutator.mutate(&part, with: [], dictionary: [], limit: 2_048, &random)
        bytes.replaceSubrange((range.lowerBound + PacketBuilder.header)..<range.upperBound, with: part)
        let now = range.lowerBound..<range.lowerBound + PacketBuilder.header + part.count
        if random.chance(80) { PacketBuilder.write(UInt32(part.count), &bytes, at: range.lowerBound + 12) }
        seal(&bytes, now, &random)
    }

    /// Deflates, fragments or batches the payload once more, under a header that says so.
    private static func encodeAgain(_ bytes: inout [UInt8], _ range: Range<Int>, _ random: inout SeededRandom) {
        guard range.count > PacketBuilder.header + 1 else { return }
        let part = Array(bytes[(range.lowerBound + PacketBuilder.header)..<range.upperBound])
        let flags = Int(bytes[range.lowerBound + 7])
        let sequence = UInt32(PacketBuilder.read32(bytes, at: range.lowerBound + 8))
        switch random.pick(0...2) {
        case 0:
            var deflated = PacketBuilder.deflated(part)
            if random.chance(40) { ByteMutator.mutate(&deflated, with: [], dictionary: [], limit: 2_048, &random) }
            bytes.replaceSubrange(
                range, with: PacketBuilder.packet(type: 2, flags: flags | 1, sequence: sequence, payload: deflated))
        case 1:
            let parts = PacketBuilder.fragments(
                part, flags: flags & ~2, sequence: sequence, size: max(1, part.count / random.pick(2...4)))
            bytes.replaceSubrange(range, with: parts.flatMap { $0 })
        default:
            let batch = PacketBuilder.batch([part, Array("{}".utf8)])
            bytes.replaceSubrange(
                range, with: PacketBuilder.packet(type: 2, flags: flags | 4, sequence: sequence, payload: batch))
        }
    }

    /// Changes the index, count, total or offset of a fragment (FRM-051).
    private static func fragmentField(_ bytes: inout [UInt8], _ range: Range<Int>, _ random: inout SeededRandom) {
        let start = range.lowerBound + PacketBuilder.header
        let place = EdgeValues.pick([0, 2, 4, 8], &random)
        let width = place < 4 ? 2 : 4
        var value = 0
        for index in 0..<width { value = value << 8 | Int(bytes[start + place + index]) }
        value = random.chance(70) ? max(0, value + random.pick(0...4) - 2) : EdgeValues.pick(EdgeValues.counts, &random)
        for index in 0..<width {
            bytes[start + place + index] = UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - index)))
        }
        seal(&bytes, range, &random)
    }
}
