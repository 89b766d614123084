// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireCompat

/// `imwire report merge`: one report of many parts.
struct ReportMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Joins the parts of a report into one.",
        usage: "imwire report merge [<options>] <part> ...",
        discussion: """
            The parts are counts of imwire compat payloads --partial, all of one \
            platform: traffic that is in many files is counted in parallel. What a part \
            is stands in its member kind. The order of the parts decides only which \
            first line is shown.

            EXAMPLES
              imwire compat payloads --platform web-v2 --partial dump.jsonl > part.json
              imwire report merge part.json
              printf '%s\\n' *.jsonl | xargs -P 4 -I {} sh -c \\
                'imwire compat payloads --platform web-v2 --partial {} > {}.part'
              imwire report merge --format json *.jsonl.part > web-v2.json

            EXIT CODES
              0  only known deviations were found, or --partial was given
              1  new deviations or errors were found; with --strict, known ones too
              2  a file is no part, or the parts do not belong together
            """)

    @Argument(help: "Files that payloads --partial has written.")
    var parts: [String]

    @Option(help: "The platform's manifest: what it shows counts as known.")
    var manifest: String?

    @Flag(help: "Count known deviations as findings too.")
    var strict = false

    @Flag(help: "Write a part that can be merged again.")
    var partial = false

    @Option(help: "text: a table; json: one object.")
    var format = LineFormat.text

    /// The largest part that is read.
    private static let maximum = 64 * 1_024 * 1_024

    func validate() throws {
        if parts.isEmpty { throw ValidationError("name at least one part") }
    }

    func run() throws {
        var payloads = PayloadMerge()
        for name in parts {
            let bytes = try InputFile.contents(of: name, maximum: ReportMergeCommand.maximum, kind: "json")
            switch ReportMergeCommand.kind(of: bytes) {
            case PayloadCounts.kind: try payloads.add(bytes, name)
            case let kind:
                let found = kind.map { "the kind \(TextLayout.shown($0))" } ?? "no kind"
                throw CommandFailure.usage(
                    "\(TextLayout.shown(name, limit: 512)) has \(found); parts of \(PayloadCounts.kind) can be merged")
            }
        }
        try payloads.emit(self)
    }

    /// What the member `kind` of a part says.
    private static func kind(of bytes: [UInt8]) -> String? {
        (try? RawJSON(parsing: bytes.span))?["kind"]?.string
    }
}

#endif
