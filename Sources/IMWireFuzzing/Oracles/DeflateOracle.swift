// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `differential.deflate`: zlib in one shot inflates a payload to the same unit.
package enum DeflateOracle {
    /// Judges a unit that came out of the packet whose payload begins at `start`.
    package static func judge(
        _ unit: Span<UInt8>, _ input: [UInt8], payloadAt start: Int, _ observation: inout Observation
    ) {
        // The payload ends where its header, right in front of it or further off, says; a header has 24 bytes at least.
        func begins(_ place: Int) -> Bool {
            guard place >= 0, input[place] == 0xfa, input[place + 1] == 0xce else { return false }
            return place + Int(input[place + 3]) == start
        }
        guard let length = (24...255).first(where: { begins(start - $0) }) else { return }
        let header = start - length
        let end = start + PacketBuilder.read32(input, at: header + 12)
        guard end <= input.count, start + 4 <= end else { return observation.violate(.zlib, at: "length") }
        guard PacketBuilder.read32(input, at: start) == unit.count else {
            return observation.violate(.zlib, at: "declared length")
        }
        guard let theirs = PacketBuilder.inflated(input[(start + 4)..<end], limit: unit.count) else {
            return observation.violate(.zlib, at: "only the codec accepts")
        }
        if TextHash.of(theirs.span) != TextHash.of(unit) { observation.violate(.zlib, at: "bytes") }
    }
}
