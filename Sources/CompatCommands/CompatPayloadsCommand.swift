// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireCompat
import Platform
import ValueSupport

struct CompatPayloadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payloads",
        abstract: "Counts the deviations in the traffic of one platform, and reports new ones.",
        usage: "imwire compat payloads --platform <name> [<options>] [<file> ...]",
        discussion: """
            The input is that of validate. The output is a table: each deviation with \
            its type and member, the number of lines, and the first occurrence. It \
            is "known" if the specification names the platform or its manifest \
            (--manifest) shows the deviation, and "new" otherwise. Contents are never \
            quoted. Memory does not grow with the number of lines.

            Lines of unknown types are counted apart, and the types whose names are \
            probably mistakes are listed. Types that --types gives are known. Types \
            whose members are named a, b, c are listed as probably minified (CMP-138).

            EXAMPLES
              imwire compat payloads --platform web-v2 < messages.jsonl
              zcat dump.jsonl.gz |
                imwire compat payloads --platform server-go --format json
              imwire compat payloads --platform shop --manifest shop.json *.jsonl
              imwire compat payloads --platform web-v2 --partial dump.jsonl > part.json

            With --partial the counts are written for imwire report merge, and findings do \
            not fail the run, so that many files can be counted in parallel.

            EXIT CODES
              0  only known deviations were found, or --partial was given
              1  new deviations, errors or minified names were found; with --strict, \
            known deviations too, and unknown types whose names are probably mistakes
            """)

    @OptionGroup var lines: LineOptions

    @Option(
        help:
            "The platform: one of the specification (web-v2, server-go, ios, …), or your own with --manifest."
    )
    var platform: String

    @Option(help: "The platform's manifest, whose deviations count as known.")
    var manifest: String?

    @Flag(help: "Count known deviations as findings too.")
    var strict = false

    @OptionGroup var report: ReportOptions<OutputFormat>

    @Flag(help: "Write counts for imwire report merge.")
    var partial = false

    @OptionGroup var custom: CustomTypeOptions

    func run() async throws {
        let known = try CompatPayloadsCommand.knownDeviations(platform, manifest)
        let reader = try lines.reader("content", custom)
        let out = Output()
        let empty = PayloadRows(platform: platform, namesFiles: partial)
        var rows = empty
        let exit = await lines.convert(
            to: out, ItemOutput(for: out), isQuiet: true, by: { PayloadCount(empty, reader) }, { rows.add($0) })
        if partial {
            Output.emit(document: rows.counts.json)
            return try exit.finish()
        }
        try PayloadReport(rows.counts, known: known, registry: reader.registry).emit(report, strict: strict, exit)
    }

    /// Returns the deviations known of a platform.
    ///
    /// - Throws: A usage error if nothing is known of the platform, usually because its name is misspelt (CMP-053).
    static func knownDeviations(_ platform: String, _ manifest: String?) throws -> Set<String> {
        let known = PayloadReport.deviations(seenFrom: platform)
        if let manifest {
            let check = CompatCheck([try Manifest(file: manifest)])
            return known.union(check.findings.compactMap(\.deviation))
        }
        let names = PayloadReport.platforms
        guard names.contains(platform) else {
            let hint = Suggestion.nearest(to: platform, among: names).map { "; did you mean \($0)?" } ?? "."
            throw CommandFailure.usage(
                "no platform \(TextLayout.shown(platform))\(hint) The specification knows \(names.joined(separator: ", "))."
                    + " For your own platform, give its manifest with --manifest.")
        }
        return known
    }
}

/// A converter that counts the deviations and errors of each line, and has no output.
struct PayloadCount: LineConverter {
    private var rows: PayloadRows
    private var reader: MessageReader
    private var validator: ContentValidator

    init(_ rows: PayloadRows, _ reader: MessageReader) {
        self.rows = rows
        self.reader = reader
        validator = ContentValidator(registry: reader.registry, mode: .lenient)
    }

    mutating func convert(
        _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
    ) throws(LineError) {
        let message = try reader.validate(line, with: &validator)
        let type = message.type
        output.count += 1
        rows.add(type.name, validator.deviations, isKnown: type.isKnown, location)
        // A type that a schema describes is judged by its schema.
        guard !type.isTyped || Registry.builtIn.contains(type.name.rawValue) else { return }
        let isMinified =
            if let range = message.range {
                MinifiedNames.areMinified(line.extracting(range), in: type.name.rawValue)
            } else {
                MinifiedNames.areMinified(reader.scratch.span, in: type.name.rawValue)
            }
        if isMinified { rows.addMinified(type.name, location) }
    }

    mutating func refuse(_ error: LineError, at location: LineLocation, into output: inout ItemOutput) {
        output.count += 1
        rows.add(error, isKnown: error.objectName.map { reader.registry[$0] != nil } ?? false, location)
    }

    mutating func drainTally() -> PayloadRows { rows.drain() }
}

#endif
