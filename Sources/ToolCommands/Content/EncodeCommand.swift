// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire

struct EncodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode",
        abstract: "Writes the canonical contents of values.",
        usage: "imwire encode [<options>] [<file> ...]",
        discussion: """
            CONTENTS (--protocol content, the default)
            The input has one value per line, the output one line for each of them with \
            a content or an error:
              {"objectName":"RC:TxtMsg","value":{"extra":"","content":"Hi"}}

              {"line":1,"objectName":"RC:TxtMsg",
               "content":"{\\"content\\":\\"Hi\\",\\"extra\\":\\"\\"}"}

            Members are written in the order of the schema, then those that the schema \
            does not have, without white space between them. A value that deviates is \
            written in the canonical form, and its "deviations" are listed; --strict \
            rejects it. Bytes of a type without a schema are {"$base64":"…"}, and so is \
            their content if it is not text.

            With --as PLATFORM contents are written for the readers of that platform, as \
            its manifest in Fixtures/platforms requires: an avatar also under icon, text \
            in escapes, numbers in strings. Each departure from the canonical form is \
            reported on standard error, by its DEV id.

            With --raw the output is only the contents, one per line. Rejected values are \
            reported on standard error.

            CHAT STREAMS (--protocol chat)
            The input has one message per line: {"kind":"normal","message":{…}} as \
            decode writes it, or the message {…} alone. The output is the bytes of a \
            connection, lines or packets. Messages are written in canonical form, \
            without the sender's local state. Rejected lines, and lines with an error of \
            decode, are reported on standard error and omitted.

            RONGCLOUD'S PACKETS (--protocol rmtp)
            The input has one packet per line: {"packet":{…},"body":{…}} as decode \
            writes it, or the packet {…} alone. The output has one message per line \
            (--framing websocket), the bytes of a stream (tcp) or one object per line \
            (xhr). The body is packet.data. Without it the body is made of body.value, \
            and its content of body.content where the value has none.

            EXAMPLES
              imwire encode values.jsonl
              echo '{"content":"Hi"}' | imwire encode --type RC:TxtMsg --raw
              imwire encode --as web-sdk-2.5.3 values.jsonl
              imwire decode messages.jsonl | imwire encode
              imwire encode --protocol chat --framing packet --deflate --batch 50 \\
                items.jsonl > packets.bin
              imwire decode --protocol chat --encoding json chat.log |
                imwire encode --protocol chat --delimiter nul > chat.nul
              imwire decode --protocol rmtp --direction down frames.hex |
                imwire encode --protocol rmtp --direction down

            EXIT CODES
              0  everything was written
              1  at least one value was rejected
            """)

    @OptionGroup var lines: LineOptions
    @OptionGroup var wireOption: WireProtocolOption

    @Flag(help: "Reject values that deviate from the canonical form.")
    var strict = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Write for the readers of this platform, an id in Fixtures/platforms.", valueName: "platform"))
    var platform: String?

    @Flag(help: "Write only the contents, one a line.")
    var raw = false

    @OptionGroup var custom: CustomTypeOptions
    @OptionGroup(title: "Chat streams") var chat: ChatStreamOptions
    @OptionGroup(title: "Writing chat streams") var writing: ChatWritingOptions
    @OptionGroup(title: "RongCloud's packets") var rmtp: RMTPOptions

    @Option(help: "The encoding of a message's bytes in a line: hex or base64. (default: hex)")
    var bytes: LineBytes?

    @Flag(help: "Write characters beyond the BMP in packets as UTF-8, not as the SDKs do (RMTP-025).")
    var utf8 = false

    private var wire: WireProtocol { wireOption.wire }

    func validate() throws {
        try wire.validate(chat, rmtp)
        if chat.isDetected { throw ValidationError("--framing auto is for reading; give line or packet") }
        if wire != .chat, let option = writing.given {
            throw ValidationError("\(option) is for streams of chat messages; add --protocol chat")
        }
        if wire != .rmtp, bytes != nil || utf8 {
            throw ValidationError("\(utf8 ? "--utf8" : "--bytes") is for packets; add --protocol rmtp")
        }
        if wire != .content, lines.type != nil || raw || !custom.folders.isEmpty || platform != nil {
            let option = raw ? "--raw" : platform != nil ? "--as" : lines.type == nil ? "--types" : "--type"
            throw ValidationError("\(option) is for contents; omit it with --protocol \(wire.rawValue)")
        }
        if wire == .chat { try writing.validate(for: chat.stream) }
    }

    /// Returns the profile of the given platform, or the canonical profile if none is given.
    private func profile() throws(CommandFailure) -> EncodeProfile {
        guard let platform else { return .canonical }
        if let profile = EncodeProfile.platform(platform) { return profile }
        let known = EncodeProfile.platforms.map(\.name).joined(separator: ", ")
        throw .usage("--as: unknown platform \(TextLayout.shown(platform)); known platforms: \(known)")
    }

    func run() async throws {
        let mode = strict ? DecodingMode.strict : .lenient
        let out = Output()
        let bare = ItemOutput(for: out, isBare: true)
        let exit: ToolExit
        switch wire {
        case .content:
            let reader = try lines.reader("value", custom)
            let profile = try self.profile()
            var departures: [String: Int] = [:]
            exit = await lines.convert(
                to: out, raw ? bare : ItemOutput(for: out),
                by: { ContentEncoding(reader: reader, mode: mode, profile: profile, isRaw: raw) },
                { departures.merge($0, uniquingKeysWith: +) })
            for (text, count) in departures.sorted(by: { $0.key < $1.key }) {
                Console.complain("\(text): \(TextLayout.count(count, "content"))")
            }
        case .chat:
            let limits = try chat.limits()
            let options = writing.options(chat.stream, limits.framing)
            exit = await lines.convert(
                to: out, bare, of: "messages", by: { ChatEncoding(options, limits: limits, mode: mode) })
        case .rmtp:
            let framing = chat.framing?.rmtp ?? .websocket
            let options = try rmtp.inspection(framing, rmtp.direction ?? .down, chat, strict: strict)
            let encoding = try RMTPEncoding(options, rmtp.direction, bytes ?? .hex, utf8: utf8)
            exit = await lines.convert(to: out, bare, of: "packets", by: { encoding })
        }
        try exit.finish()
    }
}

#endif
