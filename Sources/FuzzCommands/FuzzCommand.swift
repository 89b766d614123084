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
            "Looks for inputs that break a promise of the codec, or that another implementation reads differently.",
        usage: "imwire fuzz [<options>] [--replay [<file> ...]]",
        discussion: """
            Generates inputs from the schemas, mutates bytes, tokens and structure, and \
            checks every oracle that applies (Spec/fuzzing.md). Each job is a process of \
            its own, so that a crash is a finding. A finding is minimised, deduplicated \
            and written to the folder of findings with the command that shows it again.

            --time is the time of the whole run; the targets share it. With --testee the \
            same is asked of both sides, and each cause of a disagreement is kept with \
            both answers; --replay asks what was kept again.

            EXAMPLES
              imwire fuzz --target all --time 60s --seed 7 --jobs 2
              imwire fuzz --target packets,units --time 10m --findings findings
              imwire fuzz --replay
              imwire fuzz --target json --replay findings/json-identity-0123.json
              imwire fuzz --target content --time 60s \\
                --testee "python3 Examples/testees/python/testee.py"

            EXIT CODES
              0  nothing was found
              1  something was found
              2  the command line is wrong
              3  the tool or the testee broke
            """)

    @Option(help: "all, or names of targets with commas between them; `--list` shows them.")
    var target = "all"
    @Option(help: "How long the whole run takes: 90, 60s, 10m or 2h.")
    var time = "60s"
    @Option(help: "What every choice follows from.")
    var seed: UInt64 = 1
    @Option(help: "How many processes run at once.")
    var jobs = 1
    @Option(help: "A folder with a folder for each target: inputs are read from there, and new ones are kept there.")
    var corpus: String?
    @Option(help: "The folder that findings are written to.")
    var findings = "findings"
    @Flag(help: "Run the seeds, the committed corpus and all findings, or the files that are named, and nothing new.")
    var replay = false
    @Option(help: "The command that starts another implementation, which is compared with the codec.")
    var testee: String?
    @Option(help: "text or json, on standard output.")
    var format = OutputFormat.text
    @Flag(help: "List the targets, all or those of --target, and run nothing.")
    var list = false
    @Argument(help: "With --replay: findings or inputs, as files or folders.")
    var files: [String] = []

    package func validate() throws {
        guard FuzzTime.seconds(time) != nil else {
            throw ValidationError("--time is a number with s, m or h behind it, such as 60s")
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
        let seconds = FuzzTime.seconds(time) ?? 60
        if let testee {
            try FuzzTesteeRun(
                command: testee, targets: targets, seconds: seconds, seed: seed, format: format, folder: findings,
                replay: replay ? files : nil
            ).run()
            return
        }
        var run = FuzzRun(
            targets: targets, seconds: replay ? 0 : seconds, seed: seed, jobs: jobs, corpus: corpus, findings: findings,
            files: files, isReplay: replay)
        let rows = try run.run()
        let report = FuzzReport(rows: rows, findings: run.found, folder: findings, isReplay: replay)
        Output.emit(format == .json ? report.json : report.text, format)
        if !run.found.isEmpty { throw ToolExit.findings }
    }

    package init() {}
}

/// Durations on the command line.
enum FuzzTime {
    /// Returns the number of seconds, or nil if the text is not a duration.
    static func seconds(_ text: String) -> Double? {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
        let factor = text.last.flatMap { units[$0] }
        guard let number = Double(factor == nil ? text : String(text.dropLast())), number > 0, number < 1e6 else {
            return nil
        }
        return number * (factor ?? 1)
    }
}

#endif
