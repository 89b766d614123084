// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// Tells whether bytes can be nothing but a message of a WebSocket, and which way it goes.
///
/// The bytes of a packet do not say it (RMTP-001), and no decoder guesses. A person who inspects a packet does: what is
/// refused by the rules of the socket chat protocol whatever its framing, and is canonical as a packet, is one.
package enum RMTPDetection {
    /// Whether no framing of the socket chat protocol has such a beginning (FRM-008).
    package static func isNoChat(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first(where: { $0 != 0 && !Words.isSpace($0) }) else { return false }
        if first == 0xfa || first == 0x7b || first == 0x5b { return false }
        return bytes.contains { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2f, 0x3d: false
            default: !Words.isSpace(byte)
            }
        }
    }

    /// Which way a message goes that is canonical one way alone; of one that both sides can send, the usual one.
    package static func direction(_ message: [UInt8], _ version: RMTPVersion = .three) -> RMTPDirection? {
        guard let first = message.first, RMTPHeader(rawValue: first).type.hasLayout else { return nil }
        let ways = RMTPDirection.allCases.filter { direction in
            let decoder = MessageDecoder(RMTPFormat(direction, version), mode: .strict)
            return (try? decoder.packet(message.span)) != nil
        }
        if ways.count == 2 { return RMTPHeader(rawValue: first).type == .pingResp ? .down : .up }
        return ways.first
    }
}
