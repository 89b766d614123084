// SPDX-License-Identifier: Apache-2.0

import IMWire

/// `differential.deflate`: one-shot inflation with zlib produces the same unit from a payload.
enum DeflateOracle {
    /// Checks `memory`: a zlib stream inflates to no more than the declared ratio allows (FRM-061).
    static func checkRatio(
        inflated: Int, deflated: Int, _ limits: ChatFramingLimits, _ observation: inout Observation
    ) {
        if inflated > max(limits.inflateFloor, deflated * limits.inflateRatio) {
            observation.violate(.memory, at: "inflateRatio", "\(inflated) bytes from \(deflated)")
        }
    }

    /// Checks a unit that came from the packet whose payload begins at `start`.
    static func check(
        _ unit: Span<UInt8>, _ input: [UInt8], payloadAt start: Int, _ limits: ChatFramingLimits,
        _ observation: inout Observation
    ) {
        // The header, which has 24 to 255 bytes and ends at `start`, states the length of the payload.
        func begins(_ place: Int) -> Bool {
            place >= 0 && input[place...].starts(with: PacketBuilder.magic) && place + Int(input[place + 3]) == start
        }
        guard let length = (24...255).first(where: { begins(start - $0) }) else { return }
        let header = start - length
        let end = start + PacketBuilder.read32(input, at: header + 12)
        guard end <= input.count, start + 4 <= end else { return observation.violate(.zlib, at: "length") }
        guard PacketBuilder.read32(input, at: start) == unit.count else {
            return observation.violate(.zlib, at: "declared length")
        }
        checkRatio(inflated: unit.count, deflated: end - start - 4, limits, &observation)
        guard let theirs = PacketBuilder.inflated(input[(start + 4)..<end], limit: unit.count) else {
            return observation.violate(.zlib, at: "only the codec accepts")
        }
        if !theirs.isSame(as: unit) { observation.violate(.zlib, at: "bytes") }
    }
}
