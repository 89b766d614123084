// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A generator for valid streams of packets: heartbeats, messages, batches, and deflated and fragmented units
/// (FUZ-020).
enum PacketGenerator {
    /// Returns a stream of one to three units.
    static func stream(_ random: inout SeededRandom) -> [UInt8] {
        var stream: [UInt8] = []
        for _ in 0..<random.pick(1...3) { stream += unit(&random) }
        return stream
    }

    private static func unit(_ random: inout SeededRandom) -> [UInt8] {
        if random.chance(15) { return PacketBuilder.packet(type: 1, flags: 0, sequence: 0, payload: []) }
        var flags = random.chance(10) ? 8 : 0
        var payload: [UInt8]
        if random.chance(20) {
            flags |= PacketBuilder.batchFlag
            payload = PacketBuilder.batch((0..<random.pick(1...4)).map { _ in message(&random) })
            if random.chance(8) { PacketMutator.lieInBatch(&payload, from: 0, &random) }
        } else {
            payload = message(&random)
        }
        if random.chance(20) {
            flags |= PacketBuilder.deflateFlag
            payload = PacketBuilder.deflated(payload)
        }
        let sequence = UInt32(truncatingIfNeeded: random.chance(80) ? UInt64(random.pick(0...3)) : random.next())
        guard random.chance(30), payload.count > 2 else {
            let extra = random.chance(5) ? [UInt8](repeating: 7, count: random.pick(1...40)) : []
            return PacketBuilder.packet(type: 2, flags: flags, sequence: sequence, payload: payload, extra: extra)
        }
        let size = max(1, payload.count / random.pick(2...5))
        var parts = PacketBuilder.fragments(payload, flags: flags, sequence: sequence, size: size)
        if random.chance(50) {
            for index in parts.indices { parts.swapAt(index, random.pick(0...parts.count - 1)) }
        }
        return parts.flatMap { $0 }
    }

    /// Returns the bytes of a message, which is usually short and sometimes around a limit.
    static func message(_ random: inout SeededRandom) -> [UInt8] {
        switch random.pick(0...9) {
        case 0: return [UInt8](repeating: .space, count: random.pick(0...3))
        case 1: return Array("beatID".utf8)
        case 2:
            return [UInt8](
                repeating: UInt8(ascii: "a"), count: EdgeValues.pick([1, 63, 64, 65, 100, 128, 255, 256, 513], &random))
        case 3, 4:
            var value: [UInt8] = []
            JSONGenerator.value(&value, &random)
            return value
        default:
            let number = random.pick(0...99)
            var value = receipt
            if number > 9 { value.append(UInt8(ascii: "0") + UInt8(number / 10)) }
            value += [UInt8(ascii: "0") + UInt8(number % 10), .quote, .closeBrace]
            return value
        }
    }

    private static let receipt = Array(#"{"messageType":"normalReceipt","messageID":""#.utf8)
}
