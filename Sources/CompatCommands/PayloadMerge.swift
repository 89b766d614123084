// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireCompat

/// `imwire compat merge`, which merges the counts of several parts.
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
    @Option(help: "text or json.")
    var format = LineFormat.text
    @Option(help: "The platform's manifest, whose deviations count as known.")
    var manifest: String?
    @Flag(help: "Count known deviations as findings too.")
    var strict = false
    @Flag(help: "Write a part for another merge.")
    var partial = false

    /// The maximum size of a part in bytes.
    private static let maximum = 64 * 1_024 * 1_024

    func run() throws {
        var merge = PayloadMerge()
        for name in files {
            try merge.add(try InputFile.contents(of: name, maximum: CompatMergeCommand.maximum, kind: "json"), name)
        }
        guard let counts = merge.sum else { return }
        if partial { return Output.emit(document: counts.json) }
        let known = try CompatPayloadsCommand.knownDeviations(counts.platform, manifest)
        try PayloadReport(counts, known: known).emit(format, strict: strict, .clean)
    }
}

/// The sum of the counts of parts of a platform's traffic (CMP-054).
struct PayloadMerge {
    private var merged: PayloadCounts?

    /// Adds a part.
    mutating func add(_ bytes: [UInt8], _ name: String) throws(CommandFailure) {
        let part: PayloadCounts
        do throws(ManifestError) {
            part = try PayloadCounts(parsing: bytes)
        } catch {
            throw .usage("\(TextLayout.shown(name, limit: 512)): \(TextLayout.shown(error.description, limit: 512))")
        }
        guard let first = merged else {
            merged = part
            return
        }
        guard first.platform == part.platform else {
            throw .usage(
                "\(TextLayout.shown(name, limit: 512)) is of \(TextLayout.shown(part.platform)) and the parts before it"
                    + " of \(TextLayout.shown(first.platform)): merge each platform alone")
        }
        merged?.add(part)
    }

    /// The sum, with the types beyond the limit counted together.
    var sum: PayloadCounts? {
        var counts = merged
        counts?.limitTypes { Registry.builtIn[$0.rawValue] != nil }
        return counts
    }
}

#endif
