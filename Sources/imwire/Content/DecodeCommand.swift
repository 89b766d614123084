// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import IMWire

/// `imwire decode`: messages in, canonical values out.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Reads messages and writes their canonical values.",
        discussion: """
            CONTENTS (--protocol content, the default)
            A line in:   {"objectName":"RC:TxtMsg","content":{"content":"Hi","user":{"icon":"http://…"}}}
            A line out:  {"line":1,"objectName":"RC:TxtMsg","value":{…},"unknown":[],"deviations":["DEV-08"],…}
            or:          {"line":3,"objectName":"RC:VcMsg","error":{"code":"field.type","offset":12,"path":"/duration"}}

            The content is an object, or a string that holds its JSON text, as the callbacks of the service have it. \
            "unknown" names the members beyond the schema, "digest" is what a conversation list shows. The value of a \
            type without a schema is {"$base64":"…"}, and so may a content be.

            "offset" counts bytes from the first byte of the content (of its text, where it is in a string). With a \
            code line.… the line itself is wrong: the offset counts from the first byte of the line.

            CHAT STREAMS (--protocol chat)
            In:          the bytes of a connection of the socket chat protocol, lines or packets, of any length
            A line out:  {"kind":"normal","message":{…},"deviations":[],"batch":[0,2]}
            or:          {"error":{"code":"frame.checksum","offset":1012,"scope":"message"}}

            "offset" counts from the first byte of the stream, "inner" from that of the unit behind Base64, deflate or \
            fragments. An error of scope "message" costs one message, one of scope "connection" everything behind it. \
            A file has no clock: fragments wait for each other until its end.

            RONGCLOUD'S PACKETS (--protocol rmtp)
            In:          --framing websocket (the default): a message a line, as hex or Base64, with up or down before it \
            where --direction is not given; --framing tcp: the bytes of a stream; --framing xhr: a reply to a poll a line
            A line out:  {"line":1,"packet":{"packet":"PUBLISH","qos":1,…,"topic":"ppMsgP","data":"CAMS…"},"deviations":[],
                           "body":{"message":"UpStreamMessage","value":{…},"content":{"objectName":"RC:TxtMsg","value":{…}}}}

            The body is read where its topic is known, that of a QUERYACK where its QUERY came before it or --topic names \
            it; --no-bodies leaves bodies alone. "offset" counts from the first byte of the message, reply or stream, in an \
            error of a body or a content from the first byte of that. What is wrong with a body is no error of its packet.

            Examples:
              imwire decode messages.jsonl
              imwire decode --strict < messages.jsonl
              echo '{"content":"Hi"}' | imwire decode --type RC:TxtMsg --format text
              imwire decode --protocol chat --framing packet capture.bin
              imwire decode --protocol chat --framing auto unknown.bin
              nc chat.example 9000 | imwire decode --protocol chat --delimiter crlf --encoding json --format text
              imwire decode --protocol rmtp --direction down frames.hex
              imwire decode --protocol rmtp --framing tcp --direction up --key 0102030405060708 up.bin
              imwire decode --protocol rmtp --direction up --limit packetBytes=65536 frames.hex

            Exit code 1 where something was refused.
            """)

    @OptionGroup var lines: LineOptions

    @Option(
        name: .customLong("protocol"),
        help: "content: message contents, one a line; chat: a stream of chat messages; rmtp: RongCloud's packets.")
    var wire = WireProtocol.content

    @Flag(help: "Refuse what deviates from the canonical form.")
    var strict = false

    @Option(help: "json: one object a line; text: for people.")
    var format = LineFormat.json

    @OptionGroup(title: "Chat streams") var chat: ChatStreamOptions
    @OptionGroup(title: "RongCloud's packets") var rmtp: RMTPOptions

    @Option(help: "How a line's bytes are written: hex or base64. (default: what the first line looks like)")
    var bytes: LineBytes?

    @Flag(inversion: .prefixedNo, help: "Read the bodies of packets, and the contents in them.")
    var bodies = true

    func validate() throws {
        try wire.validate(chat, rmtp)
        if wire != .rmtp, bytes != nil { throw ValidationError("--bytes is for packets; add --protocol rmtp") }
        if wire == .rmtp, chat.framing == .tcp, rmtp.direction == nil {
            throw ValidationError("a stream does not say which way it goes; give --direction up or down")
        }
        if wire != .content, lines.type != nil {
            throw ValidationError("--type is for contents; leave it out with --protocol \(wire.rawValue)")
        }
    }

    func run() throws {
        let mode = strict ? DecodingMode.strict : .lenient
        switch wire {
        case .content:
            var decoding = ContentDecoding(
                reader: MessageReader(bareType: lines.bareType, payloadName: "content"), mode: mode, format: format)
            let exit = lines.forEachLine(&decoding)
            decoding.out.flush()
            try ToolExit.worse(exit, decoding.exit).finish()
        case .chat:
            var decoding = ChatDecoding(
                chat.stream, isDetected: chat.isDetected, limits: try chat.limits(), mode: mode, format: format)
            try decoding.read(InputFile.names(lines.files)).finish()
        case .rmtp: try runRMTP()
        }
    }

    private func runRMTP() throws {
        let framing = chat.framing?.rmtp ?? .websocket
        let options = try rmtp.inspection(framing, rmtp.direction ?? .down, chat, strict: strict)
        let report = RMTPItemReport(out: Output(), format: format, hasLines: framing != .tcp)
        if framing == .tcp {
            var decoding = RMTPStreamDecoding(options, bodies: bodies, report)
            return try decoding.read(InputFile.names(lines.files)).finish()
        }
        var decoding = RMTPDecoding(options, rmtp.direction, bytes, bodies: bodies, report)
        let exit = lines.forEachLine(&decoding)
        report.out.flush()
        try ToolExit.worse(exit, decoding.exit).finish()
    }
}
