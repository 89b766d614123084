// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import IMWire

/// `imwire encode`: values in, canonical contents out.
struct EncodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode",
        abstract: "Writes the canonical contents of values.",
        discussion: """
            CONTENTS (--protocol content, the default)
            A line in:   {"objectName":"RC:TxtMsg","value":{"extra":"","content":"Hi"}}
            A line out:  {"line":1,"objectName":"RC:TxtMsg","content":"{\\"content\\":\\"Hi\\",\\"extra\\":\\"\\"}"}

            Members come in the order of the schema, then those beyond it as they are; nothing stands between them. A \
            value that deviates is brought into the canonical form, and its "deviations" are told; --strict refuses \
            it. Bytes of a type without a schema are {"$base64":"…"}; where they are no text, so is the content.

            With --raw the output is the contents alone, one a line, and what is refused is told on standard error.

            Errors count as those of decode: "offset" from the first byte of the value.

            CHAT STREAMS (--protocol chat)
            A line in:   {"kind":"normal","message":{…}} as decode writes it, or the message {…} alone
            Out:         the bytes of a connection, lines or packets

            Messages are written in their canonical form, without the sender's local state. What is refused, and a \
            line that tells an error of decode, is told on standard error and left out.

            RONGCLOUD'S PACKETS (--protocol rmtp)
            A line in:   {"packet":{…},"body":{…},"direction":"up"} as decode writes it, or the packet {…} alone
            Out:         a message a line (--framing websocket), the bytes of a stream (tcp), an object a line (xhr)

            The body is packet.data. Where there is none it is made of body.value, and the content of body.content where \
            the value has none; both must not contradict each other. "deviations" and "contents" are not looked at.

            Examples:
              imwire encode values.jsonl
              echo '{"content":"Hi"}' | imwire encode --type RC:TxtMsg --raw
              imwire decode messages.jsonl | imwire encode
              imwire encode --protocol chat --framing packet --deflate --batch 50 items.jsonl > capture.bin
              imwire decode --protocol chat old.txt | imwire encode --protocol chat --delimiter nul --encoding json
              imwire decode --protocol rmtp --direction up frames.hex | imwire encode --protocol rmtp --direction up

            Exit code 1 where something was refused.
            """)

    @OptionGroup var lines: LineOptions

    @Option(
        name: .customLong("protocol"),
        help: "content: message contents, one a line; chat: a stream of chat messages; rmtp: RongCloud's packets.")
    var wire = WireProtocol.content

    @Flag(help: "Refuse values that deviate from the canonical form.")
    var strict = false

    @Flag(help: "Write the contents alone, one a line.")
    var raw = false

    @OptionGroup(title: "Chat streams") var chat: ChatStreamOptions
    @OptionGroup(title: "Writing chat streams") var writing: ChatWritingOptions
    @OptionGroup(title: "RongCloud's packets") var rmtp: RMTPOptions

    @Option(help: "How the bytes of a message are written in a line: hex or base64. (default: hex)")
    var bytes: LineBytes?

    @Flag(help: "Write characters beyond the BMP in packets as UTF-8, and not as the SDKs do (RMTP-025).")
    var utf8 = false

    func validate() throws {
        try wire.validate(chat, rmtp)
        if chat.isDetected { throw ValidationError("--framing auto is for reading; say line or packet") }
        if wire != .chat, let option = writing.given {
            throw ValidationError("\(option) is for streams of chat messages; add --protocol chat")
        }
        if wire != .rmtp, bytes != nil || utf8 {
            throw ValidationError("\(utf8 ? "--utf8" : "--bytes") is for packets; add --protocol rmtp")
        }
        if wire != .content, lines.type != nil || raw {
            let option = raw ? "--raw" : "--type"
            throw ValidationError("\(option) is for contents; leave it out with --protocol \(wire.rawValue)")
        }
        if wire == .chat { try writing.validate(for: chat.stream) }
    }

    func run() throws {
        let mode = strict ? DecodingMode.strict : .lenient
        switch wire {
        case .content:
            var encoding = ContentEncoding(
                reader: MessageReader(bareType: lines.bareType, payloadName: "value"), mode: mode, isRaw: raw)
            let exit = lines.forEachLine(&encoding)
            encoding.out.flush()
            try ToolExit.worse(exit, encoding.exit).finish()
        case .chat:
            let limits = try chat.limits()
            var encoding = ChatEncoding(writing.options(chat.stream, limits.framing), limits: limits, mode: mode)
            let exit = lines.forEachLine(&encoding)
            encoding.finish()
            try ToolExit.worse(exit, encoding.exit).finish()
        case .rmtp:
            let options = try rmtp.inspection(
                chat.framing?.rmtp ?? .websocket, rmtp.direction ?? .down, chat, strict: strict)
            var encoding = try RMTPEncoding(options, rmtp.direction, bytes ?? .hex, utf8: utf8)
            let exit = lines.forEachLine(&encoding)
            encoding.finish()
            try ToolExit.worse(exit, encoding.exit).finish()
        }
    }
}
