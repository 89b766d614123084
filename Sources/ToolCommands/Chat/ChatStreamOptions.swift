// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

extension ChatLineDelimiter: ExpressibleByArgument {}
extension ChatLineEncoding: ExpressibleByArgument {}

/// The framing of the messages of a stream.
enum FramingName: String, ExpressibleByArgument, CaseIterable {
    /// The framing that the first bytes of a chat stream indicate (FRM-008).
    case auto
    /// Lines that end with a delimiter.
    case line
    /// Packets with headers that hold lengths.
    case packet
    /// RongCloud's packets as WebSocket messages, one per line.
    case websocket
    /// RongCloud's packets in a stream.
    case tcp
    /// RongCloud's packets in replies to polls, one per line.
    case xhr

    /// The framing of RongCloud's packets, or nil for a framing of chat streams.
    var rmtp: RMTPFraming? { RMTPFraming(rawValue: rawValue) }
}

/// The options of commands that read or write streams of the socket chat protocol.
///
/// The options have no default values, so that an option given for another protocol can be rejected.
struct ChatStreamOptions: ParsableArguments {
    @Option(
        help:
            "The framing: line, packet, or auto (decode only, by the first bytes); with --protocol rmtp websocket, tcp or xhr. (default: line, websocket)"
    )
    var framing: FramingName?

    @Option(help: "The delimiter of lines: lf, crlf, cr or nul. (default: lf)")
    var delimiter: ChatLineDelimiter?

    @Option(help: "The encoding of lines: base64 or json. (default: base64)")
    var encoding: ChatLineEncoding?

    @Option(help: ArgumentHelp("The heartbeat's body. (default: beatID)", valueName: "text"))
    var beat: String?

    @Option(
        help: ArgumentHelp(
            "A limit, such as messageBytes=65536; Spec/framing.md, Spec/rmtp.md and Spec/content.md list them."
                + " May be repeated; memory use grows with the limits.", valueName: "name=number"))
    var limit: [String] = []

    /// The first of these options that was given.
    var given: String? {
        framing != nil ? "--framing" : givenForChat ?? (limit.isEmpty ? nil : "--limit")
    }

    /// The first given option that applies only to chat streams.
    var givenForChat: String? {
        if delimiter != nil { return "--delimiter" }
        if encoding != nil { return "--encoding" }
        return beat == nil ? nil : "--beat"
    }

    func validate() throws {
        if framing == .packet, delimiter != nil || encoding != nil {
            throw ValidationError(
                "--delimiter and --encoding are for lines; omit them, or give --framing line")
        }
        if framing == .auto, delimiter != nil || encoding != nil {
            throw ValidationError(
                "--framing auto detects the delimiter and the encoding; omit them, or give --framing line")
        }
        if let beat, ChatHeartbeatBody(beat) == nil {
            throw ValidationError(
                "--beat takes 1 to 64 bytes without white space that do not begin with { or [ (FRM-022)")
        }
        _ = try settings()
    }

    /// The framing of messages.
    var stream: ChatFraming {
        let body = beat.flatMap { ChatHeartbeatBody($0) } ?? .standard
        return ChatFraming(
            isPacket: framing == .packet, lines: ChatLineFraming(delimiter ?? .lf, encoding ?? .base64, heartbeat: body)
        )
    }

    /// Whether to detect the framing from the first bytes.
    var isDetected: Bool { framing == .auto }

    /// Returns the limits of RongCloud's packets, of their bodies and of the JSON in them.
    func packetLimits() throws -> PacketLimits {
        var limits = PacketLimits()
        try setLimits("packets", PacketLimits.names) { limits.set($0, $1) }
        return limits
    }

    /// Returns the limits of streams and of their contents.
    func limits() throws -> StreamLimits {
        var limits = StreamLimits()
        try setLimits("streams", StreamLimits.names) { limits.set($0, $1) }
        return limits
    }

    /// Sets each limit given with `--limit`, which has to be one of `names`.
    private func setLimits(_ subject: String, _ names: [String], _ set: (String, Int) -> Bool) throws {
        for (name, value) in try settings() where !set(name, value) {
            throw ValidationError(
                "\(subject) have no limit \(name); the limits are \(names.joined(separator: ", "))")
        }
    }

    /// Returns the names and values given with `--limit`.
    private func settings() throws -> [(name: String, value: Int)] {
        try limit.map { setting in
            let parts = setting.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let value = Int(parts[1]), value >= 0 else {
                throw ValidationError("--limit takes a name and a number: --limit messageBytes=65536")
            }
            return (String(parts[0]), value)
        }
    }
}

#endif
