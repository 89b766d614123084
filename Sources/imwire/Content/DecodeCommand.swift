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

            Examples:
              imwire decode messages.jsonl
              imwire decode --strict < messages.jsonl
              echo '{"content":"Hi"}' | imwire decode --type RC:TxtMsg --format text
              imwire decode --protocol chat --framing packet capture.bin
              nc chat.example 9000 | imwire decode --protocol chat --delimiter crlf --encoding json --format text

            Exit code 1 where something was refused.
            """)

    @OptionGroup var lines: LineOptions

    @Option(
        name: .customLong("protocol"), help: "content: message contents, one a line; chat: a stream of chat messages.")
    var wire = WireProtocol.content

    @Flag(help: "Refuse what deviates from the canonical form.")
    var strict = false

    @Option(help: "json: one object a line; text: for people.")
    var format = LineFormat.json

    @OptionGroup(title: "Chat streams") var chat: ChatStreamOptions

    func validate() throws {
        if wire != .chat, let option = chat.given {
            throw ValidationError("\(option) is for streams of chat messages; add --protocol chat")
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
            var decoding = ChatDecoding(chat.stream, limits: try chat.limits(), mode: mode, format: format)
            try decoding.read(InputFile.names(lines.files)).finish()
        }
    }
}
