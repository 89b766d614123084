// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// Descriptions of the header of a packet.
enum RMTPHeaderText {
    /// Returns the annotation of the header byte, bit by bit (RMTP-010).
    static func annotation(_ range: Range<Int>, _ header: RMTPHeader, _ direction: RMTPDirection) -> Annotation {
        Annotation(
            range, "header", "\(header.type.protocolName), qos \(header.flags.qos.rawValue)", meaning: nil, "RMTP-010",
            details: bits(header, direction))
    }

    /// Returns the four parts of the byte, one per line.
    static func bits(_ header: RMTPHeader, _ direction: RMTPDirection) -> [String] {
        let isMessage = header.type == .publish && direction == .down
        let flags = header.flags
        let marked =
            isMessage
            ? "syncMsg: " + (flags.isSynced ? "this user sent it elsewhere" : "from somebody else")
            : "dup: " + (flags.isDuplicate ? "sent before" : "sent for the first time")
        return [
            "\(digits(header.rawValue, 4...7)).... type \(header.type.rawValue): \(type(header.type))",
            "....\(digits(header.rawValue, 3...3))... \(marked)",
            ".....\(digits(header.rawValue, 1...2)). qos \(flags.qos.rawValue): \(qos(flags.qos))",
            ".......\(digits(header.rawValue, 0...0)) retain: \(flags.isRetained ? "set" : "clear"), without a known effect",
        ]
    }

    private static func digits(_ byte: UInt8, _ bits: ClosedRange<Int>) -> String {
        bits.reversed().map { byte >> UInt8($0) & 1 == 1 ? "1" : "0" }.joined()
    }

    private static func qos(_ qos: RMTPQoS) -> String {
        switch qos {
        case .atMostOnce: "no acknowledgement requested"
        case .atLeastOnce: "acknowledgement requested"
        case .exactlyOnce, .standard: "never sent by the SDKs"
        }
    }

    private static func type(_ type: RMTPType) -> String {
        let text =
            switch type {
            case .connect: "a client's login"
            case .connAck: "the connection is accepted or refused"
            case .publish: "a message or notification"
            case .pubAck: "a PUBLISH has arrived"
            case .query: "a request to the service"
            case .queryAck: "the answer to a QUERY"
            case .queryCon: "a QUERYACK has arrived"
            case .pingReq: "checks whether the peer is alive"
            case .pingResp: "confirms that the peer is alive"
            case .disconnect: "the service ends the connection"
            default: "no layout is known"
            }
        return "\(type.protocolName), \(text)"
    }
}
