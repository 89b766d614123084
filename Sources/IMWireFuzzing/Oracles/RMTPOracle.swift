// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The promises for a single packet in any framing: `leniency`, `error`, `identity`, `stable` and `preservation`.
enum RMTPOracle {
    /// Checks a message that holds one packet.
    static func check(_ message: Span<UInt8>, _ format: RMTPFormat, _ observation: inout Observation) {
        let decoded = read(message, RMTPMessageDecoder(format))
        let exact = read(message, RMTPMessageDecoder(format, mode: .strict))
        let type = message.count > 0 ? UInt64(message[0] >> 4) : 99
        func place() -> String { "rmtp \(format.direction.rawValue) \(format.version.rawValue) type \(type)" }
        let hash = type << 8 | UInt64(format.version.rawValue) << 1 | (format.direction == .up ? 1 : 0)
        LeniencyOracle.check(place(), lenient: decoded, strict: exact, &observation)
        switch decoded {
        case .failure(let error):
            observation.record(error, hash)
            ErrorOracle.check(error, of: message.count, allowed: .packets, at: "rmtp", &observation)
        case .success(let decoded):
            observation.record(decoded.deviations, hash)
            observation.record(size: message.count, hash)
            writeAgain(decoded, message, format, place(), &observation)
        }
        if case .failure(let error) = exact {
            observation.record(.code, TextHash.of(error.code), hash ^ 0xffff)
            ErrorOracle.check(error, of: message.count, allowed: .packets, at: "rmtp", &observation)
        }
    }

    private static func read(_ message: Span<UInt8>, _ decoder: RMTPMessageDecoder) -> ContentResult<RMTPPacket> {
        do throws(DecodeError) { return .success(try decoder.packet(message)) } catch { return .failure(error) }
    }

    /// Checks the encoding of a decoded packet.
    ///
    /// The encoding must have the bytes of the message if everything was kept (RMTP-043) and the message has no
    /// four-byte characters.
    private static func writeAgain(
        _ decoded: Decoded<RMTPPacket>, _ message: Span<UInt8>, _ format: RMTPFormat,
        _ place: @autoclosure () -> String, _ observation: inout Observation
    ) {
        let isKept = decoded.deviations.allSatisfy { $0.id == Deviation.ID(132) }
        var written: [UInt8] = []
        do throws(EncodeError) {
            try RMTPMessageEncoder(format).encode(decoded.content, into: &written)
        } catch {
            // A packet of the wrong direction is read but not written (RMTP-113); CESU-8 can exceed the length limit
            // (RMTP-026).
            if isKept, error.code != .string {
                observation.violate(.identity, at: "\(place()) \(error.code.rawValue)")
            }
            return
        }
        let isInput = written.isSame(as: message)
        RoundtripOracle.check(
            place(), decoded.content, written: written, isInput: isInput,
            again: read(written.span, RMTPMessageDecoder(format)),
            encode: { packet in
                var bytes: [UInt8] = []
                try? RMTPMessageEncoder(format).encode(packet, into: &bytes)
                return bytes
            }, &observation)
        guard isKept, !isInput else { return }
        // A message with four-byte characters can mix them with CESU-8, which neither encoding reproduces.
        var other: [UInt8] = []
        try? RMTPMessageEncoder(format, encoding: .utf8).encode(decoded.content, into: &other)
        let mixed = [UInt8](copying: message).contains { $0 >= 0xf0 }
        if !mixed, !other.isSame(as: message) { observation.violate(.preservation, at: place()) }
    }
}
