// SPDX-License-Identifier: Apache-2.0

/// How chat messages travel: in lines, or in packets.
public struct ChatFraming: Hashable, Sendable {
    /// Whether they stand in packets, otherwise in lines.
    public package(set) var isPacket: Bool
    /// What both sides have agreed on about lines; the heartbeat's body counts for packets too.
    package var lines: LineFraming

    package init(isPacket: Bool, lines: LineFraming) {
        self.isPacket = isPacket
        self.lines = lines
    }

    /// In packets: with checksums, fragments, deflate and batches.
    public static let packets = ChatFraming(isPacket: true, lines: LineFraming())

    /// In lines: LF and Base64, unless something else was agreed.
    public static func lines(_ delimiter: LineDelimiter = .lf, _ encoding: LineEncoding = .base64) -> ChatFraming {
        ChatFraming(isPacket: false, lines: LineFraming(delimiter, encoding))
    }

    /// What both sides have agreed to send as a heartbeat.
    public var heartbeat: HeartbeatBody {
        get { lines.heartbeat }
        set { lines.heartbeat = newValue }
    }
}
