// SPDX-License-Identifier: Apache-2.0

/// The framing of chat messages: lines or packets.
public struct ChatFraming: Hashable, Sendable {
    /// Whether messages travel in packets rather than in lines.
    public package(set) var isPacket: Bool
    /// The agreed form of lines.
    ///
    /// The heartbeat's body applies to packets as well.
    package var lines: ChatLineFraming

    package init(isPacket: Bool, lines: ChatLineFraming) {
        self.isPacket = isPacket
        self.lines = lines
    }

    /// Framing in packets, with checksums, fragments, deflate and batches.
    public static let packets = ChatFraming(isPacket: true, lines: ChatLineFraming())

    /// Returns framing in lines, by default delimited by LF and encoded as Base64.
    public static func lines(_ delimiter: ChatLineDelimiter = .lf, _ encoding: ChatLineEncoding = .base64)
        -> ChatFraming
    {
        ChatFraming(isPacket: false, lines: ChatLineFraming(delimiter, encoding))
    }

    /// The agreed form of a heartbeat.
    public var heartbeat: ChatHeartbeatBody {
        get { lines.heartbeat }
        set { lines.heartbeat = newValue }
    }
}
