// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The promises for a single packet in any framing: `leniency`, `error`, `identity`, `stable` and `preservation`.
package enum RMTPOracle {
    /// Judges a message that holds one packet.
    package static func judge(_ message: Span<UInt8>, _ format: RMTPFormat, _ observation: inout Observation) {
        let decoded = read(message, RMTPMessageDecoder(format))
        let exact = read(message, RMTPMessageDecoder(format, mode: .strict))
        let type = message.count > 0 ? UInt64(message[0] >> 4) : 99
        func place() -> String { "rmtp \(format.direction.rawValue) \(format.version.rawValue) type \(type)" }
        let where_ = type << 8 | UInt64(format.version.rawValue) << 1 | (format.direction == .up ? 1 : 0)
        LeniencyOracle.judge(place(), lenient: decoded, strict: exact, &observation)
        switch decoded {
        case .failure(let error):
            observation.note(error, where_)
            judge(error, of: message.count, &observation)
        case .success(let decoded):
            observation.note(decoded.deviations, where_)
            observation.note(size: message.count, where_)
            writeAgain(decoded, message, format, place(), &observation)
        }
        if case .failure(let error) = exact {
            observation.note(.code, TextHash.of(error.code), where_ ^ 0xffff)
            judge(error, of: message.count, &observation)
        }
    }

    private static func read(_ message: Span<UInt8>, _ decoder: RMTPMessageDecoder) -> ContentResult<RMTPPacket> {
        do throws(DecodeError) { return .success(try decoder.decode(message)) } catch { return .failure(error) }
    }

    private static func judge(_ error: DecodeError, of count: Int, _ observation: inout Observation) {
        if !error.code.isOf("packet."), error.code != .limitSize {
            observation.violate(.error, at: "rmtp \(error.code.rawValue)", "\(error)")
        }
        if error.offset < 0 || error.offset > count {
            observation.violate(.error, at: "rmtp offset of \(error.code.rawValue)", "\(error)")
        }
    }

    /// Judges the encoding of a decoded packet.
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
            try RMTPMessageEncoder(format).encode(decoded.value, into: &written)
        } catch {
            // A packet of the wrong direction is read but not written (RMTP-113); CESU-8 can exceed the length limit
            // (RMTP-026).
            if isKept, error.code != .string {
                observation.violate(.identity, at: "\(place()) \(error.code.rawValue)")
            }
            return
        }
        let isInput = written.isSame(as: message)
        RoundtripOracle.judge(
            place(), decoded.value, written: written, isInput: isInput,
            again: read(written.span, RMTPMessageDecoder(format)),
            encode: { packet in
                var bytes: [UInt8] = []
                try? RMTPMessageEncoder(format).encode(packet, into: &bytes)
                return bytes
            }, &observation)
        guard isKept, !isInput else { return }
        // A message with four-byte characters can mix them with CESU-8, which neither encoding reproduces.
        var other: [UInt8] = []
        try? RMTPMessageEncoder(format, encoding: .utf8).encode(decoded.value, into: &other)
        let mixed = [UInt8](copying: message).contains { $0 >= 0xf0 }
        if !mixed, !other.isSame(as: message) { observation.violate(.preservation, at: place()) }
    }
}
