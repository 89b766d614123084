// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import TextSupport

/// Detection of bytes that can only be a message of a WebSocket, and of the direction of such a message.
///
/// The bytes of a packet do not identify it (RMTP-001), and no decoder guesses. An inspection does: bytes that every
/// framing of the socket chat protocol refuses, and that are canonical as a packet, are taken for a packet.
package enum RMTPDetection {
    /// Returns whether no framing of the socket chat protocol can begin with the bytes (FRM-008).
    package static func isNoChat(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first(where: { $0 != 0 && !Words.isSpace($0) }) else { return false }
        if [ChatPacketHeader.firstByte, UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first) { return false }
        return bytes.contains { byte in
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): false
            default: !byte.isASCIILetterOrDigit && !Words.isSpace(byte)
            }
        }
    }

    /// Returns the direction in which a message is canonical, or nil if there is none.
    ///
    /// If both sides can send the message, the result is its usual direction.
    package static func direction(_ message: [UInt8], _ version: RMTPVersion = .three) -> RMTPDirection? {
        guard let first = message.first, RMTPHeader(rawValue: first).type.hasLayout else { return nil }
        let ways = RMTPDirection.allCases.filter { direction in
            let decoder = RMTPMessageDecoder(RMTPFormat(direction, version), mode: .strict)
            return (try? decoder.decode(message.span)) != nil
        }
        if ways.count == 2 { return RMTPHeader(rawValue: first).type == .pingResp ? .down : .up }
        return ways.first
    }
}
