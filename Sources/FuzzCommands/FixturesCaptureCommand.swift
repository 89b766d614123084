// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CaseRecording
import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import Platform

struct FixturesCaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Turns recorded traffic into cases, and replaces personal data.",
        usage: "imwire fixtures capture --name <name> [<options>] <file>",
        discussion: """
            Reads a wire log (imwire capture write --help), a stream of the chat protocol, \
            WebSocket messages as lines of "up" or "down" and hex or Base64, or contents \
            as lines of {"objectName","content"}. Of HTTP in a wire log, navigation, \
            polling and the bodies of the server API become cases. Other requests, and \
            those that are not understood, are counted by path or reason on standard error.

            Names, ids, tokens, texts, times and blobs are replaced with stand-ins of the \
            same length, the same value always with the same stand-in. Words of the \
            protocols are kept: kinds, types, topics, members, numbers below 100, true and \
            false, in the server API also flags and minutes. Lengths and checksums are \
            recalculated. Other input that is not completely understood is rejected with \
            its location: faults, unknown topics, fields and packet types. Review the result before you publish it: your own words may \
            equal words of the protocols.

            A case expects what the codec answers now, and has the tag "review".

            EXAMPLES
              imwire fixtures capture --name shop wire.log --output cases.json
              imwire fixtures capture --name lesson capture.bin
              imwire fixtures capture --name web --protocol rmtp messages.txt

            EXIT CODES
              0  the cases are written
              1  some input is not understood; nothing is written
              2  the command line is wrong, or a file cannot be used
            """)

    @Argument(help: "The recording.", completion: .file())
    var file: String
    @Option(help: "The prefix of the cases' ids after recorded-: a-z, 0-9 and -.")
    var name: String
    @Option(help: "auto, chat, rmtp for RongCloud's packets, or content.")
    var `protocol` = RecordedProtocol.auto
    @Option(help: ArgumentHelp("The version of RongCloud's packets: 2, 3 or 4.", valueName: "number"))
    var protocolVersion = 3
    @Option(
        help: ArgumentHelp("The file to write the cases to; standard output if absent or -.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var output = "-"

    func validate() throws {
        guard name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil else {
            throw ValidationError("--name takes words of a-z and 0-9 with - between them")
        }
        guard RMTPVersion(rawValue: protocolVersion) != nil else {
            throw ValidationError("--protocol-version takes 2, 3 or 4")
        }
    }

    func run() throws {
        let bytes = try InputFile.contents(of: file, kind: "jsonl")
        if bytes.isEmpty { throw CommandFailure.usage("\(file): is empty") }
        var cases = RecordedCases(name: name, version: RMTPVersion(rawValue: protocolVersion) ?? .three)
        do throws(RecordingFault) {
            let omitted = try cases.add(try recordings(bytes))
            if !omitted.isEmpty {
                let paths = omitted.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
                Console.complain("requests that become no case: \(paths.joined(separator: ", "))")
            }
        } catch {
            throw CommandFailure(message: "\(file): not understood: \(error.description)", exit: .findings)
        }
        if cases.count == 0 { throw CommandFailure(message: "\(file): holds nothing for a case", exit: .findings) }
        guard output != "-" else { return Output.emit(document: cases.text) }
        try OutputFile.write(cases.text, to: output)
        Output.emit(lines: "\(output): \(cases.count) case\(cases.count == 1 ? "" : "s"), to be reviewed")
    }

    private func recordings(_ bytes: [UInt8]) throws(RecordingFault) -> RecordingInput.LogRecordings {
        if WireLog.isLog(bytes) {
            let log: WireLog
            do {
                log = try WireLog(bytes)
            } catch {
                throw RecordingFault(error.description, at: 0)
            }
            return try RecordingInput.recordings(log, isRMTP: `protocol` == .auto ? nil : `protocol` == .rmtp)
        }
        return RecordingInput.LogRecordings(try recordingsWithoutLog(bytes))
    }

    private func recordingsWithoutLog(_ bytes: [UInt8]) throws(RecordingFault) -> [RecordedCases.Recording] {
        switch `protocol` {
        case .rmtp: return [try RecordingInput.messages(bytes)]
        case .content: return try RecordingInput.contents(bytes)
        case .chat: return [.chat(bytes, FramingDetection(bytes).framing)]
        case .auto:
            let line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
            let isContent = (try? RawJSON(parsing: line.span)).map { $0["content"] != nil && $0["messageType"] == nil }
            if isContent ?? false { return try RecordingInput.contents(bytes) }
            let way = String(decoding: bytes.prefix(5), as: UTF8.self)
            if way.hasPrefix("up ") || way == "down " { return [try RecordingInput.messages(bytes)] }
            return [.chat(bytes, FramingDetection(bytes).framing)]
        }
    }
}

enum RecordedProtocol: String, ExpressibleByArgument, CaseIterable {
    case auto, chat, rmtp, content
}

#endif
