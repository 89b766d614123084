// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireFuzzing
import Platform

/// A command that searches for inputs that break a promise of the codec.
package struct FuzzCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract:
            "Searches for inputs that violate a property of the codec, or that another implementation reads differently.",
        usage: "imwire fuzz [<options>] [--replay [<file> ...]]",
        discussion: """
            Generates inputs from the schemas, mutates bytes, tokens and structure, and \
            checks every oracle that applies (Spec/fuzzing.md). Each job is a separate \
            process, so a crash is a finding. A finding is minimized, deduplicated and \
            written to the folder of findings with the command that reproduces it.

            --time is the time of the whole run; the targets share it. With --testee both \
            sides get the same requests, and each cause of a disagreement is kept with \
            both answers; --replay repeats the requests that were kept.

            EXAMPLES
              imwire fuzz --target all --time 60s --seed 7 --jobs 2
              imwire fuzz --target packets,units --time 10m --findings findings
              imwire fuzz --replay
              imwire fuzz --target json --replay findings/json-identity-0123.json
              imwire fuzz --target content --time 60s \\
                --testee "python3 Examples/testees/python/testee.py"

            EXIT CODES
              0  no findings
              1  findings
              2  the command line is wrong
              3  the tool or the testee failed
            """)

    @Option(help: "all, or names of targets separated by commas; `--list` shows them.")
    var target = "all"
    @Option(help: "The duration of the whole run: 60s, 10m or 2h.")
    var time = TimeArgument(seconds: 60)
    @Option(help: "The seed of all random choices.")
    var seed: UInt64 = 1
    @Option(help: ArgumentHelp("The number of parallel processes.", valueName: "number"))
    var jobs = 1
    @Option(
        help: "A folder with a folder for each target, from which inputs are read and to which new ones are written.")
    var corpus: String?
    @Option(help: "The folder to write findings to.")
    var findings = "findings"
    @Flag(help: "Run only the seeds, the committed corpus and all findings, or the given files.")
    var replay = false
    @Option(
        help: ArgumentHelp(
            "The shell command that starts another implementation to compare with the codec.", valueName: "command"))
    var testee: String?
    @Option(
        help: "With --testee: the number of answered questions after which a target ends before its share of the time.")
    var questions: Int?
    @OptionGroup var report: ReportOptions<OutputFormat>
    @Flag(help: "List the targets, all or those of --target, without running them.")
    var list = false
    @Argument(help: "With --replay: findings or inputs, as files or folders.")
    var files: [String] = []

    package func validate() throws {
        if let questions, testee == nil || questions < 1 {
            throw ValidationError("--questions is a number of 1 or more, with --testee")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64") }
        if !files.isEmpty && !replay { throw ValidationError("files are for --replay") }
    }

    package func run() throws {
        let targets = try TargetSelection.entries(target)
        if list {
            Output.emit(lines: targets.map { "\($0.name)\t\($0.summary)" }.joined(separator: "\n"))
            return
        }
        let seconds = time.seconds
        if let testee {
            try FuzzTesteeRun(
                command: testee, targets: targets, seconds: seconds, questions: questions, seed: seed, output: report,
                folder: findings,
                replay: replay ? files : nil
            ).run()
            return
        }
        var run = FuzzRun(
            targets: targets, seconds: replay ? 0 : seconds, seed: seed, jobs: jobs, corpus: corpus, findings: findings,
            files: files, isReplay: replay)
        let rows = try run.run()
        let report = FuzzReport(rows: rows, findings: run.found, folder: findings, isReplay: replay)
        try self.report.emit { form, _ in form == .json ? report.json : report.text }
        if !run.found.isEmpty { throw ToolExit.findings }
    }

    package init() {}
}

enum TargetSelection {
    /// Returns the targets of `--target`: all, or names and families separated by commas.
    static func entries(_ text: String) throws -> [TargetCatalog.Entry] {
        switch TargetCatalog.select(text.split(separator: ",").map(String.init)) {
        case .success(let selected) where !selected.isEmpty: return selected
        case .success: throw CommandFailure.usage("no target given; `imwire fuzz --list` shows them")
        case .failure(let unknown):
            throw CommandFailure.usage("unknown target \(unknown.name); `imwire fuzz --list` shows them")
        }
    }
}

#endif
