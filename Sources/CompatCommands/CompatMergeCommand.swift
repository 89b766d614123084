// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireCompat

struct CompatMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merges counts of payloads, as imwire report merge does.",
        usage: "imwire compat merge [<options>] <part> ...",
        discussion: """
            Parts are files written by imwire compat payloads --partial, all of one \
            platform. Their order decides only which first line is shown.

            EXAMPLES
              imwire compat payloads --platform web-v2 --partial dump.jsonl > part.json
              imwire compat merge part.json

            EXIT CODES
              0  only known deviations were found, or --partial was given
              1  new deviations or errors were found; with --strict, known ones too
            """)

    @Argument(help: "Files written by payloads --partial.", completion: .file())
    var files: [String]
    @OptionGroup var report: ReportOptions<OutputFormat>
    @OptionGroup var options: PayloadMergeOptions

    func run() throws {
        var sum: PayloadCounts?
        for name in files {
            let part = try InputFile.parsed(name) { try PayloadCounts(parsing: $0) }
            guard let first = sum else {
                sum = part
                continue
            }
            guard first.platform == part.platform else {
                throw CommandFailure.usage(
                    "\(TextLayout.path(name)) is of \(TextLayout.shown(part.platform)) and the parts before it"
                        + " of \(TextLayout.shown(first.platform)): merge each platform alone")
            }
            sum?.add(part)
        }
        guard var counts = sum else { return }
        // Types beyond the limit are counted together (CMP-054).
        counts.limitTypes { Registry.builtIn.contains($0.rawValue) }
        if options.partial { return Output.emit(document: counts.json) }
        let known = try CompatPayloadsCommand.knownDeviations(counts.platform, options.manifest)
        try PayloadReport(counts, known: known).emit(report, strict: options.strict, .clean)
    }
}

#endif
