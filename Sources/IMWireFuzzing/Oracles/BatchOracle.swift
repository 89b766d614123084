// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `reassembly`, for batches: a unit with several messages matches its own count and lengths to the last byte (FRM-066,
/// FRM-067).
enum BatchOracle {
    /// Checks a batch that was accepted as a whole.
    static func check(_ unit: borrowing ChatStreamUnit, _ observation: inout Observation) {
        let bytes = unit.bytes
        let count = unit.messageCount
        var offset = 4
        var lengths = 0
        while offset + 4 <= bytes.count, lengths < count {
            offset += 4 + length(bytes, at: offset)
            lengths += 1
        }
        guard bytes.count >= 4, length(bytes, at: 0) == lengths, offset == bytes.count else {
            return observation.violate(.reassembly, at: "batch lengths", "\(lengths) in \(bytes.count) bytes")
        }
        var index = 0
        var start = 4
        var messages = unit.messages
        while let message = messages.next() {
            guard index < lengths else { return observation.violate(.reassembly, at: "batch count") }
            let end = start + 4 + length(bytes, at: start)
            if message.sizeError == nil, !message.bytes.isSame(as: bytes.extracting(start + 4..<end)) {
                return observation.violate(.reassembly, at: "batch message")
            }
            start = end
            index += 1
        }
        if index != lengths { observation.violate(.reassembly, at: "batch count") }
    }

    private static func length(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        Int(bytes[offset]) << 24 | Int(bytes[offset + 1]) << 16 | Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
    }
}
