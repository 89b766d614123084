// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CommandSupport

struct BenchOptions: ParsableArguments {
    @OptionGroup var report: ReportOptions<OutputFormat>

    @Option(help: "The number of rounds; more rounds give more stable results.")
    var turns = 15

    @Option(
        help: ArgumentHelp(
            "Also shows what changed since an earlier result, written with --format json.", valueName: "file"))
    var compare: String?

    func validate() throws {
        guard (1...1_000).contains(turns) else { throw ValidationError("--turns is 1 to 1000") }
        guard compare == nil || report.format == .text else {
            throw ValidationError("--compare requires --format text")
        }
    }

    /// Returns the result to compare with, read before anything is measured, and warns if the build makes the times
    /// meaningless.
    func prepare() throws -> BenchResult? {
        #if DEBUG
        Console.complain("this is a debug build; its times are meaningless")
        #endif
        return try compare.map { name in try InputFile.parsed(name, kind: "jsonl") { try BenchResult(lines: $0) } }
    }

    /// Writes a result, followed by the changes since `earlier`.
    func emit(text: String, json: String, _ earlier: BenchResult?) throws {
        try report.emit { form, _ in form == .json ? json : text }
        guard let earlier, let compare else { return }
        Output.emit(
            lines: "\nchanges since \(TextLayout.path(compare))\n"
                + (try BenchResult(lines: Array(json.utf8)).changes(since: earlier)))
    }
}

#endif
