// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire

struct DecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Reads messages and writes their canonical values.",
        usage: "imwire decode [<options>] [<file> ...]",
        discussion: """
            CONTENTS (--protocol content, the default)
            The input has one message per line, the output one line for each of them \
            with a value or an error:
              {"objectName":"RC:TxtMsg","content":{"content":"Hi","user":{"icon":"u"}}}

              {"line":1,"objectName":"RC:TxtMsg","value":{…},"unknown":[],
               "deviations":["DEV-08"],"digest":"Hi"}
              {"line":3,"objectName":"RC:VcMsg",
               "error":{"code":"field.type","offset":12,"path":"/duration"}}

            The content is an object, or a string that holds its JSON text, as in the \
            callbacks of the service. "unknown" names the members that the schema does \
            not have, "digest" is the text of a conversation list. The value of a type \
            without a schema is {"$base64":"…"}; a content may have that form too. The line \
            of an unknown type has "status":"unknown" and, if the name is near a known one, \
            "suggestion":"RC:TxtMsg".

            "offset" counts bytes from the first byte of the content, or of its text \
            where it is in a string. A code line.… says that the line itself is wrong; \
            its offset counts from the first byte of the line.

            CHAT STREAMS (--protocol chat)
            The input is the bytes of a connection of the socket chat protocol, lines or \
            packets. The output has one line for each message:
              {"kind":"normal","message":{…},"deviations":[],"batch":[0,2]}
              {"error":{"code":"frame.checksum","offset":1012,"scope":"message"}}

            "offset" counts from the first byte of the stream, "inner" from the first \
            byte of the payload after Base64, deflate and fragments are undone. An error of scope "message" costs \
            one message, one of scope "connection" the rest of the stream. A file has no \
            clock, so fragments never time out.

            RONGCLOUD'S PACKETS (--protocol rmtp)
            The input depends on --framing:
              websocket  one message per line, as hex or Base64 (the default); up or
                         down precedes it unless --direction is given
              tcp        the bytes of a stream
              xhr        one reply to a poll per line
            The output has one line for each packet:
              {"line":1,"packet":{"packet":"PUBLISH","qos":1,…,"data":"CAMS…"},
               "deviations":[],"body":{"message":"UpStreamMessage","value":{…},
               "content":{"objectName":"RC:TxtMsg","value":{…}}}}

            The body is read if its topic is known. The topic of a QUERYACK follows from \
            the QUERY before it, or from --topic. "offset" counts from the first byte of \
            the message, reply or stream, and in an error of a body or a content from \
            the first byte of that. An error in a body is not an error of its packet.

            EXAMPLES
              imwire decode messages.jsonl
              imwire decode --strict < messages.jsonl
              echo '{"content":"Hi"}' | imwire decode --type RC:TxtMsg --format text
              imwire decode --protocol chat --framing packet capture.bin
              imwire decode --protocol chat --framing auto capture.bin
              cat chat.log | imwire decode --protocol chat --encoding json --format text
              imwire decode --protocol rmtp --direction down frames.hex
              imwire decode --protocol rmtp --framing tcp --direction down stream.bin
              imwire decode --protocol rmtp --direction up --limit packetBytes=65536 \\
                frames.hex

            EXIT CODES
              0  everything was read
              1  at least one message was rejected, or with --strict has an unknown type \
                 whose name is probably a mistake
            """)

    @OptionGroup var lines: LineOptions
    @OptionGroup var wireOption: WireProtocolOption

    @Flag(help: "Reject deviations from the canonical form.")
    var strict = false

    @Option(help: "json: one object a line; text: for people.")
    var format = OutputFormat.json

    @OptionGroup var custom: CustomTypeOptions
    @OptionGroup(title: "Chat streams") var chat: ChatStreamOptions
    @OptionGroup(title: "RongCloud's packets") var rmtp: RMTPOptions

    @Option(help: "The encoding of bytes in a line: hex or base64. (default: detected from the first line)")
    var bytes: LineBytes?

    @Flag(inversion: .prefixedNo, help: "Decode the bodies of packets, and their contents.")
    var bodies = true

    private var wire: WireProtocol { wireOption.wire }

    func validate() throws {
        try wire.validate(chat, rmtp)
        if wire != .rmtp, bytes != nil { throw ValidationError("--bytes is for packets; add --protocol rmtp") }
        if wire == .rmtp, chat.framing == .tcp, rmtp.direction == nil {
            throw ValidationError("the direction of a stream is unknown; give --direction up or down")
        }
        if wire != .content, lines.type != nil || !custom.folders.isEmpty {
            let option = lines.type == nil ? "--types" : "--type"
            throw ValidationError("\(option) is for contents; omit it with --protocol \(wire.rawValue)")
        }
    }

    func run() async throws {
        let mode = strict ? DecodingMode.strict : .lenient
        let out = Output()
        let empty = ItemOutput(format, for: out)
        let exit: ToolExit
        switch wire {
        case .content:
            let reader = try lines.reader("content", custom)
            exit = await lines.convert(to: out, empty, by: { ContentDecoding(reader: reader, mode: mode) })
        case .chat:
            let limits = try chat.limits()
            let (framing, isDetected) = (chat.stream, chat.isDetected)
            let source = StreamSource(BlockReader(lines.files)) { file in
                ChatDecoding(file, framing, isDetected: isDetected, limits: limits, mode: mode)
            }
            // Text numbers the messages, and their number is known only when those before them are decoded.
            var pipeline = lines.pipeline(to: out, of: "messages", isSequential: format == .text)
            exit = await pipeline.run(source, empty) { ChatConverter(framing, limits: limits, mode: mode) }
        case .rmtp:
            let framing = chat.framing?.rmtp ?? .websocket
            let options = try rmtp.inspection(framing, rmtp.direction ?? .down, chat, strict: strict)
            var pipeline = lines.pipeline(to: out, of: "packets")
            if framing == .tcp {
                let source = StreamSource(BlockReader(lines.files)) { RMTPStreamDecoding($0, options) }
                exit = await pipeline.run(source, empty) { RMTPStreamConverter(options, bodies: bodies) }
            } else {
                let decoding = RMTPDecoding(options, rmtp.direction, bytes, bodies: bodies)
                let source = RMTPLineSource(lines.source, decoding)
                exit = await pipeline.run(source, empty) { RMTPLineConverter(decoding, maximum: lines.maxLine) }
            }
        }
        try exit.finish()
    }
}

#endif
