// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import IMWire
import IMWireCompat
import IMWireConformance

/// `imwire compat payloads`: real traffic of one platform, against the registry.
struct CompatPayloadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payloads",
        abstract: "Counts how the traffic of one platform deviates, and says what is new.",
        discussion: """
            Lines are as validate takes them. What comes out is a table: each deviation with its type and member, how \
            many lines have it, and where it was met first. "known" means that the specification names the platform, \
            or that its manifest (--manifest) shows the deviation; anything else is "new". Contents are never quoted.

            Memory stays the same however many lines there are.

            Examples:
              imwire compat payloads --platform web-v2 < messages.jsonl
              zcat dump.jsonl.gz | imwire compat payloads --platform server-go --format json
              imwire compat payloads --platform shop --manifest shop.json archive/*.jsonl

            Exit code 1 where something new or an error was found; with --strict also where something known was.
            """)

    @OptionGroup var lines: LineOptions

    @Option(help: "Whose traffic it is: a name as in the specification (web-v2, server-go, ios, …), or your own.")
    var platform: String

    @Option(help: "The platform's manifest: what it shows counts as known.")
    var manifest: String?

    @Flag(help: "Count known deviations as findings too.")
    var strict = false

    @Option(help: "text: a table; json: one object.")
    var format = LineFormat.text

    func run() throws {
        let known = try knownDeviations()
        var count = PayloadCount(MessageReader(bareType: lines.bareType, payloadName: "content"))
        let exit = lines.forEachLine(&count)
        count.progress?.clear()
        let out = Output()
        let report = PayloadReport(platform: platform, count: count.rows, known: known)
        out.write(format == .json ? report.json : report.text(out.style))
        out.flush()
        let isFound = report.hasNew || count.rows.refused > 0 || (strict && count.rows.deviating > 0)
        try ToolExit.worse(exit, isFound ? .findings : .clean).finish()
    }

    private func knownDeviations() throws -> Set<String> {
        var known = PayloadReport.deviations(seenFrom: platform)
        if let manifest {
            let check = CompatCheck([try ManifestFile.read(manifest)])
            known.formUnion(check.findings.compactMap(\.deviation))
        } else if known.isEmpty {
            let names = PayloadReport.platforms.joined(separator: ", ")
            Console.complain(
                "nothing is known of \(TextLayout.shown(platform)), so every deviation is new; known are \(names)."
                    + " --manifest names a file that says more")
        }
        return known
    }
}

/// Counts line after line.
struct PayloadCount: LineHandler {
    private(set) var rows = PayloadRows()
    let progress: Progress?
    private var reader: MessageReader
    private var validator = ContentValidator()

    init(_ reader: MessageReader) {
        self.reader = reader
        progress = Progress(beside: Output(), isQuiet: true)
    }

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        let message: LineMessage
        do throws(Fault) {
            message = try reader.read(line)
        } catch {
            return take(error, place)
        }
        do throws(DecodeError) {
            if let range = message.range {
                try validator.validate(message.objectName, line.extracting(range))
            } else {
                try validator.validate(message.objectName, reader.scratch)
            }
        } catch {
            return take(Fault(error, message.objectName), place)
        }
        rows.add(message.objectName, validator.deviations, isKnown: reader.registry[message.objectName] != nil, place)
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        rows.add(fault, isKnown: fault.objectName.map { reader.registry[$0] != nil } ?? false, place)
    }

    mutating func heard(_ bytes: Int) {
        progress?.advance(rows.lines, bytes: bytes)
    }
}
