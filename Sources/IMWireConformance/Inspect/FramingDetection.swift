// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// The framing of the messages in a stream.
package enum StreamFraming: Hashable, Sendable {
    /// Lines with a delimiter and an encoding.
    case line(ChatLineDelimiter, ChatLineEncoding)
    /// Packets.
    case packet
}

/// The framing detected from the first bytes of a stream, with the reasons (FRM-008).
package struct FramingDetection: Hashable, Sendable {
    /// The detected framing.
    package var framing: StreamFraming
    /// The reasons for the detection.
    package var reasons: [String]

    /// Creates a detection from the first bytes of a stream.
    package init(_ bytes: [UInt8]) {
        let first = bytes.firstIndex { $0 != 0 && !Words.isSpace($0) }
        guard let first else {
            framing = .line(.lf, .base64)
            reasons = ["there is only white space, so the defaults apply"]
            return
        }
        let place = first == 0 ? "the first byte" : "the first byte that is not white space, byte \(first),"
        let encoding: ChatLineEncoding
        switch bytes[first] {
        case ChatPacketHeader.firstByte:
            framing = .packet
            reasons = ["\(place) is FA, which begins every packet and does not occur in text"]
            return
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            encoding = .json
            reasons = ["\(place) is \(bytes[first] == UInt8(ascii: "{") ? "{" : "["), so the lines are JSON"]
        default:
            encoding = .base64
            reasons = ["\(place) is neither FA nor a bracket, so the lines are Base64"]
        }
        let found = FramingDetection.delimiter(in: bytes)
        framing = .line(found ?? .lf, encoding)
        reasons.append(
            found.map { "the first delimiter is \(Words.name($0))" }
                ?? "there is no delimiter, so \(Words.name(.lf)) is assumed")
    }

    /// Returns whether the bytes suffice: the first is that of a packet, or the first line is complete.
    package static func isEnough(_ bytes: [UInt8]) -> Bool {
        var probe = FramingProbe()
        probe.add(bytes)
        return probe.isEnough
    }

    /// Returns the first of the four delimiters that occurs, or nil if none does.
    package static func delimiter(in bytes: [UInt8]) -> ChatLineDelimiter? {
        guard let place = bytes.firstIndex(where: { $0 == 0 || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        else { return nil }
        switch bytes[place] {
        case 0: return .nul
        case UInt8(ascii: "\n"): return .lf
        default: return place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n") ? .crlf : .cr
        }
    }
}

/// A probe that determines when a stream in chunks reveals its framing, and that examines each byte once.
package struct FramingProbe: Sendable {
    private var first: UInt8?
    private var delimiter: UInt8?
    private var isFollowed = false

    package init() {}

    /// Whether the bytes so far suffice: the first is that of a packet, or the first line is complete.
    package var isEnough: Bool {
        // A CR at the end may be the first byte of a CRLF.
        first == ChatPacketHeader.firstByte || hasLine && (delimiter != UInt8(ascii: "\r") || isFollowed)
    }

    /// Whether there is a line, whose delimiter may be the first byte of a CRLF.
    package var hasLine: Bool { first != nil && delimiter != nil }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if isEnough { return }
            if first == nil, byte != 0, !Words.isSpace(byte) { first = byte }
            if delimiter != nil {
                isFollowed = true
            } else if byte == 0 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                delimiter = byte
            }
        }
    }
}
