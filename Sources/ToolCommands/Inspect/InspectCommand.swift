// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues
import Platform

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Explains every byte of a stream, and reports errors.",
        usage: "imwire inspect [<options>] [<file>]",
        discussion: """
            Reads lines and packets of the socket chat protocol as bytes, hex or Base64. \
            For each field it shows offset, bytes, value and requirement. Deflated data \
            is inflated, fragments are joined, and the messages inside are read. A fault \
            is shown with its offset, its field, the expected value, the requirement, and \
            what a receiver does next.

            Of RongCloud's packets (--protocol rmtp) it shows the header's bits, the \
            members, the fields of the body, and the members of the content. A WebSocket \
            message is one line of hex or Base64, preceded by up or down unless \
            --direction is given. --protocol auto guesses them if the bytes cannot be a \
            chat stream and form a canonical packet, and says so.

            Forms of the server API, callbacks and HTTP are recognized too: their fields \
            are shown, and the content of a callback is read. For compressed data, UTF-16 \
            and plain text, the error names the command that converts them.

            JSON (--format json) has one object per line:
              {"stream":{"framing","delimiter"?,"encoding"?,"detected",
                "reasons","input","bytes","cut"}}
              {"part":"packet"|"line"|"rest","number","offset","length",
                "title","fields","inside"?:{"origin","length","fields"},
                "items","findings"}
              {"summary":{"bytes","parts","messages","faults","deviations",
                "notes","first"?}}
              {"connection":{"number","transport","direction"?}}
            The last precedes each stream of a wire log, which imwire capture write \
            reads too.

            A field has offset, length, field and value; meaning, requirement and \
            details if they exist; and either hex, its first 16 bytes (all with \
            --full), or nested fields. Fields cover the bytes without a gap. Offsets \
            under "inside" count in those bytes. An item has kind, text, deviations and, \
            in a batch, its index and count. A finding has severity, code, offset and \
            field, and where they apply inner, path, scope, expected, found, \
            requirement, next, suspect (the byte that would explain a wrong checksum) \
            and remarks.

            EXAMPLES
              imwire inspect capture.bin
              imwire inspect --depth 1 capture.bin         # lines or packets only
              imwire inspect --part 3 --full capture.bin   # the third, every byte
              imwire inspect --format json capture.bin
              echo FACE01180100 0000000000000000 0000 1A32E489 1A32E489 | imwire inspect
              imwire inspect --framing line --encoding json chat.log
              imwire inspect --protocol rmtp --direction down frames.hex
              imwire inspect --protocol rmtp --framing tcp --direction down stream.bin
              imwire inspect --connection 1 wire.log
              echo 'fromUserId=u1&toUserId=u2&objectName=RC:TxtMsg' | imwire inspect
              echo 320006 70704d736750 0002 7532 0001 0803120952433a5478744d7367 |
                imwire inspect

            EXIT CODES
              0  there are no faults; there may be deviations
              1  there are faults; with --strict deviations are faults
              2  the command line is wrong, or the file cannot be used
            """)

    @Argument(help: "The file; standard input if absent or -.", completion: .file())
    var file = InputFile.standardInput

    @Option(name: .customLong("protocol"), help: "auto, chat, or rmtp for RongCloud's packets.")
    var wire = InspectedProtocol.auto

    @Option(
        help:
            "auto, line or packet; of RongCloud's packets websocket, tcp or xhr. auto goes by the first byte (FRM-008)."
    )
    var framing = FramingName.auto

    @Option(help: "The delimiter of lines: lf, crlf, cr or nul; by default the first one that occurs.")
    var delimiter: ChatLineDelimiter?

    @Option(help: "The encoding of lines: base64 or json; by default detected from the first byte.")
    var encoding: ChatLineEncoding?

    @Option(help: "The form of the input: auto, binary, hex, base64 (of the whole stream), or log, a wire log.")
    var input = InputForm.auto

    @Option(help: "Inspect only this connection of a wire log. May be repeated.")
    var connection: [Int] = []

    @Option(help: "text: for people; json: one object a line.")
    var format = OutputFormat.text

    @Option(help: "1: lines or packets, 2: also their fields, 3: also the messages inside.")
    var depth = 3

    @Option(help: "Show only this line or packet. May be repeated. The others are read but not shown.")
    var part: [Int] = []

    @Flag(help: "Show long fields and values completely.")
    var full = false

    @Flag(help: "Reject deviations from the canonical form.")
    var strict = false

    @Option(help: ArgumentHelp("The largest number of bytes to read.", valueName: "bytes"))
    var maxBytes = 1_048_576

    @OptionGroup(title: "RongCloud's packets") var rmtp: RMTPOptions

    func validate() throws {
        try validateProtocol()
        guard part.allSatisfy({ $0 > 0 }) else { throw ValidationError("--part takes numbers from 1") }
        guard AnnotationText.Depth(rawValue: depth) != nil else { throw ValidationError("--depth takes 1, 2 or 3") }
        guard (1...1 << 28).contains(maxBytes) else { throw ValidationError("--max-bytes takes 1 to \(1 << 28) bytes") }
        if framing == .packet, delimiter != nil || encoding != nil {
            throw ValidationError("--delimiter and --encoding are for lines; omit them, or give --framing line")
        }
    }

    /// Whether to inspect RongCloud's packets, as requested by name or by options that apply only to them.
    var isRMTP: Bool { wire == .rmtp || wire == .auto && (framing.rmtp != nil || rmtp.given != nil) }

    private func validateProtocol() throws {
        if isRMTP {
            if framing != .auto, framing.rmtp == nil {
                throw ValidationError("packets of RongCloud come with --framing websocket, tcp or xhr")
            }
            if delimiter != nil || encoding != nil {
                throw ValidationError(
                    "--delimiter and --encoding are for chat streams; omit them, or give --protocol chat")
            }
            try rmtp.validate(for: framing.rmtp ?? .websocket)
        } else if let option = rmtp.given ?? framing.rmtp.map({ "--framing \($0.rawValue)" }) {
            throw ValidationError("\(option) is for RongCloud's packets; give --protocol rmtp")
        }
    }

    func run() throws {
        if input == .log || input == .auto && WireLogInspecting.isLog(file) {
            return try WireLogInspecting(self).run().finish()
        }
        guard connection.isEmpty else { throw CommandFailure.usage("--connection is for a wire log") }
        if isRMTP {
            let inspecting = try RMTPInspecting(file, input, limit: maxBytes, framing.rmtp ?? .websocket, rmtp)
            return try inspecting.run(self, reasons: []).finish()
        }
        let stream = try StreamInput(file, input, limit: maxBytes)
        if stream.bytes.isEmpty { throw CommandFailure.usage("there are no bytes to inspect") }
        let isGuess = wire == .auto && framing == .auto && delimiter == nil && encoding == nil
        if isGuess, let kind = InputKind.of(stream.bytes) {
            let inspecting = WebInspecting(stream.bytes, format, isStrict: strict, isFull: full)
            return try inspecting.run(kind).finish()
        }
        if isGuess, !stream.isCut, RMTPDetection.isNoChat(stream.bytes), RMTPDetection.direction(stream.bytes) != nil {
            let reason =
                "this is a guess, since packets have no signature: the bytes are no packet, no JSON and no Base64 of a"
                + " chat stream, and are a canonical packet of RongCloud's"
            return try RMTPInspecting(message: stream, rmtp).run(self, reasons: [reason]).finish()
        }
        try inspectChat(stream).finish()
    }

    /// Inspects a stream of the socket chat protocol.
    func inspectChat(_ stream: StreamInput) throws -> ToolExit {
        let (framing, reasons) = framing.framing(stream.bytes, delimiter, encoding)
        var options = ChatInspection.Options(framing)
        options.mode = strict ? .strict : .lenient
        options.isCut = stream.isCut
        if full {
            options.valueBytes = .max
            options.parts = .max
        }
        var output = InspectionOutput(
            InspectedInput(
                .chat(framing), form: stream.form.rawValue, bytes: stream.bytes.count, reasons: reasons,
                isDetected: self.framing == .auto, isCut: stream.isCut), self)
        let summary = ChatInspection.inspect(stream.bytes, options) { output.write($0, stream.bytes) }
        return try output.end(summary)
    }
}

extension FramingName {
    /// Returns the framing of a stream and the reasons for choosing it.
    func framing(
        _ bytes: [UInt8], _ delimiter: ChatLineDelimiter?, _ encoding: ChatLineEncoding?
    ) -> (StreamFraming, [String]) {
        let found = FramingDetection(bytes)
        if self == .packet || self == .auto && delimiter == nil && encoding == nil {
            return self == .packet ? (.packet, []) : (found.framing, found.reasons)
        }
        // A delimiter or an encoding implies lines; whichever of the two is not given is detected.
        var reasons: [String] = []
        var detected = (delimiter: ChatLineDelimiter.lf, encoding: ChatLineEncoding.base64)
        if case .line(let delimiter, let encoding) = found.framing { detected = (delimiter, encoding) }
        if encoding == nil { reasons.append("the first byte determines the encoding") }
        if delimiter == nil { reasons.append("the first delimiter is used") }
        return (.line(delimiter ?? detected.delimiter, encoding ?? detected.encoding), reasons)
    }
}

enum InspectedProtocol: String, ExpressibleByArgument, CaseIterable {
    case auto, chat, rmtp
}

#endif
