// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `reassembly`, of batches: a unit of several messages is what its own numbers say, to the last byte (FRM-066, FRM-067).
package enum BatchOracle {
    /// Judges a batch that came out whole.
    package static func judge(_ unit: borrowing StreamUnit, _ observation: inout Observation) {
        let bytes = [UInt8](copying: unit.bytes)
        var lengths: [Int] = []
        var offset = 4
        while offset + 4 <= bytes.count, lengths.count < unit.messageCount {
            lengths.append(PacketBuilder.read32(bytes, at: offset))
            offset += 4 + (lengths.last ?? 0)
        }
        guard PacketBuilder.read32(bytes, at: 0) == lengths.count, offset == bytes.count else {
            return observation.violate(.reassembly, at: "batch lengths", "\(lengths) in \(bytes.count) bytes")
        }
        var index = 0
        var start = 4
        var messages = unit.messages
        while let message = messages.next() {
            guard index < lengths.count else { return observation.violate(.reassembly, at: "batch count") }
            start += 4
            if message.sizeError == nil,
                TextHash.of(message.bytes) != TextHash.of(bytes.span.extracting(start..<start + lengths[index]))
            {
                return observation.violate(.reassembly, at: "batch message")
            }
            start += lengths[index]
            index += 1
        }
        if index != lengths.count { observation.violate(.reassembly, at: "batch count") }
    }
}
