// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireCompat
import Platform

/// `imwire compat merge`: one report of many parts of a platform's traffic (CMP-054).
struct CompatMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Joins the counts of payloads --partial into one report.",
        usage: "imwire compat merge [<options>] <part> ...",
        discussion: """
            Traffic that is in many files is counted in parallel, and the counts are \
            joined. The order of the parts decides only which first line is shown.

            EXAMPLES
              imwire compat payloads --platform web-v2 --partial dump.jsonl > part.json
              imwire compat merge part.json
              printf '%s\\n' *.jsonl | xargs -P 4 -I {} sh -c \\
                'imwire compat payloads --platform web-v2 --partial {} > {}.part'
              imwire compat merge --format json *.jsonl.part > web-v2.json

            EXIT CODES
              0  only known deviations were found
              1  new deviations or errors were found; with --strict, known ones too
              2  a file is no part, or the parts are of several platforms
            """)

    @Argument(help: "Files that payloads --partial has written.")
    var parts: [String]

    @Option(help: "The platform's manifest: what it shows counts as known.")
    var manifest: String?

    @Flag(help: "Count known deviations as findings too.")
    var strict = false

    @Flag(help: "Write counts that can be merged again.")
    var partial = false

    @Option(help: "text: a table; json: one object.")
    var format = LineFormat.text

    private static let maximum = 64 * 1_024 * 1_024

    func validate() throws {
        if parts.isEmpty { throw ValidationError("name at least one part") }
    }

    func run() throws {
        var merged: PayloadPart?
        for name in parts {
            let part = try read(name)
            guard let first = merged else {
                merged = part
                continue
            }
            guard first.platform == part.platform else {
                throw CommandFailure.usage(
                    "\(TextLayout.shown(name, limit: 512)) is of \(TextLayout.shown(part.platform)) and the parts before"
                        + " it of \(TextLayout.shown(first.platform)): merge each platform alone")
            }
            merged?.count.add(part.count)
        }
        guard var merged else { return }
        merged.count.limitTypes { Registry.builtIn[$0.rawValue] != nil }
        if partial { return Output.emit(document: merged.json) }
        let known = try CompatPayloadsCommand.knownDeviations(merged.platform, manifest)
        try PayloadReport(platform: merged.platform, count: merged.count, known: known)
            .emit(format, strict: strict, .clean)
    }

    private func read(_ name: String) throws -> PayloadPart {
        let bytes = try InputFile.contents(of: name, maximum: CompatMergeCommand.maximum, kind: "json")
        do throws(PayloadPart.Failure) {
            return try PayloadPart(parsing: bytes)
        } catch {
            throw CommandFailure.usage("\(TextLayout.shown(name, limit: 512)): \(error.message)")
        }
    }
}

#endif
