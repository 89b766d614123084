// SPDX-License-Identifier: Apache-2.0

/// The text that is a heartbeat when it is the whole content of a line or packet (FRM-022, CHT-030).
public struct ChatHeartbeatBody: Hashable, Sendable {
    /// The bytes of the text.
    public let bytes: [UInt8]

    /// The default body `beatID`, which applies unless another one is agreed.
    public static let standard = ChatHeartbeatBody(unchecked: "beatID")

    /// Creates a body from a text, or returns nil if the text is not suitable.
    ///
    /// A text is suitable if it has 1 to 64 bytes, does not start with `{` or `[`, and contains no white space or
    /// control characters, so that no message can be mistaken for it.
    public init?(_ text: String) {
        let body = ChatHeartbeatBody(unchecked: text)
        guard (1...64).contains(body.bytes.count), body.bytes[0] != .openBrace, body.bytes[0] != .openBracket else {
            return nil
        }
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control { return nil }
        }
        self = body
    }

    private init(unchecked text: String) {
        bytes = Array(text.utf8)
    }

    /// Returns whether a unit is the heartbeat, ignoring white space at its ends.
    public func matches(_ unit: Span<UInt8>) -> Bool {
        guard unit.count >= bytes.count else { return false }
        let start = WhiteSpace.end(of: unit, from: 0)
        let end = WhiteSpace.start(of: unit, from: start)
        return end - start == bytes.count && unit.slice(start, end).equals(bytes.span)
    }
}
