// SPDX-License-Identifier: Apache-2.0

/// The text that alone in a line or packet is a heartbeat (FRM-022, CHT-030).
public struct HeartbeatBody: Hashable, Sendable {
    /// The bytes of the text.
    public let bytes: [UInt8]

    /// `beatID`, unless something else was agreed.
    public static let standard = HeartbeatBody(unchecked: "beatID")

    /// Takes another text; nil where a message could be taken for it.
    public init?(_ text: String) {
        let body = HeartbeatBody(unchecked: text)
        guard (1...64).contains(body.bytes.count), body.bytes[0] != 0x7b, body.bytes[0] != 0x5b else { return nil }
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control { return nil }
        }
        self = body
    }

    private init(unchecked text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether a unit is the heartbeat, white space at its ends apart.
    public func matches(_ unit: Span<UInt8>) -> Bool {
        guard unit.count >= bytes.count else { return false }
        let start = WhiteSpace.end(of: unit, from: 0)
        let end = WhiteSpace.start(of: unit, from: start)
        return end - start == bytes.count && unit.slice(start, end).equals(bytes.span)
    }
}
