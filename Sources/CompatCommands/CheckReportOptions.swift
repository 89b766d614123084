// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireCompat
import Platform

/// The options for reporting a check and for the findings that fail the run, shared by all commands that check.
struct CheckReportOptions: ParsableArguments {
    @OptionGroup var files: ReportOptions<CheckFormat>
    @OptionGroup var documents: DocumentOptions

    @Option(
        help:
            "The lowest severity to report: loses-data, tolerated or cosmetic. Default: tolerated for text, otherwise cosmetic."
    )
    var severity: FindingSeverity?

    @Option(help: "The lowest severity that makes the exit code 1. Default: tolerated.")
    var failOn: FindingSeverity?

    @Flag(help: "Guesses make the exit code 1 as well.")
    var failOnGuesses = false

    @Option(help: ArgumentHelp("Accepted findings (Spec/compat.md, CMP-070).", valueName: "file"))
    var baseline: String?

    @Option(help: ArgumentHelp("Write a baseline that accepts what fails the run, and exit with 0.", valueName: "file"))
    var writeBaseline: String?

    @Option(help: "An earlier JSON report: show only findings that it does not have.")
    var changedSince: String?

    // The old name of `--report`, which writes the form of `--format` to the file, and nothing to standard output.
    @Option(name: .shortAndLong, help: .hidden)
    var output: String?

    func validate() throws {
        if output != nil, !files.report.isEmpty {
            throw ValidationError("--output is the old name of --report; use one of them")
        }
    }

    /// The values from a project file, which apply where the command line sets none.
    struct Defaults {
        var failOn: FindingSeverity?
        var failsOnGuesses = false
        var baseline: String?
        /// The folder of each platform's code, for excerpts.
        var folders: [String: String] = [:]
        /// The same folders as a report names them.
        var roots: [String: String] = [:]
    }

    /// Reports a check, and ends the command with an exit code for what was found.
    ///
    /// - Parameter exit: The exit code for what was found before the check.
    func report(_ check: CompatCheck, _ defaults: Defaults = Defaults(), exit: ToolExit = .clean) throws {
        let threshold = failOn ?? defaults.failOn ?? .tolerated
        let file = baseline ?? defaults.baseline
        let baseline = try file.map { file in
            try InputFile.parsed(file, advice: "Spec/compat.md describes a baseline (CMP-070).") {
                try Baseline(parsing: $0)
            }
        }
        let accepted = BaselineResult(check, baseline ?? Baseline(), on: Today.text)
        let earlier = try changedSince.map { file in
            try InputFile.parsed(file, advice: "imwire compat check --format json writes one.") {
                try EarlierReport(parsing: $0)
            }
        }
        /// Returns the report in a form; text omits what is only cosmetic.
        func report(_ form: CheckFormat) -> CheckReport {
            let least = severity ?? (form == .text ? .tolerated : .cosmetic)
            var report = CheckReport(check, from: least, baseline: accepted, since: earlier)
            report.roots = defaults.roots
            report.links = documents.links
            if form == .html { report.excerpts = SourceFolders(defaults.folders).excerpts(report.shown) }
            return report
        }
        let guessesFail = failOnGuesses || defaults.failsOnGuesses
        let failing = report(files.format).open.filter { $0.severity >= threshold && (guessesFail || !$0.isGuess) }
        func text(_ form: CheckFormat, _ style: Style) -> String {
            form.text(report(form), threshold, guessesFail, style)
        }
        if let writeBaseline {
            try files.emitFiles(text)
            return try write(failing, accepted, to: writeBaseline)
        }
        if let output {
            Console.complain(OldNames.warning("--output", "--report"))
            try OutputFile.write(text(files.format, .off), to: output)
            Console.say(report(files.format).summary)
        } else {
            try files.emit(text)
        }
        for (entry, fault) in accepted.faults {
            Console.complain("baseline: \(TextLayout.shown(entry.pattern, limit: 256)): \(fault.advice)")
        }
        let found = ToolExit.worse(exit, failing.isEmpty ? .clean : .findings)
        try ToolExit.worse(found, accepted.faults.isEmpty ? .clean : .baseline).finish()
    }

    // MARK: Files

    /// Writes a baseline; entries that still hold are kept, and those that fail the run are dropped.
    private func write(_ failing: [CompatFinding], _ accepted: BaselineResult, to path: String) throws {
        var baseline = Baseline.accepting(
            failing, reason: "known when the baseline was written", owner: "nobody yet", expires: Today.after(days: 90))
        for entry in accepted.accepted.map(\.entry).reversed() where !baseline.entries.contains(entry) {
            baseline.entries.insert(entry, at: 0)
        }
        try OutputFile.write(baseline.json, to: path)
        Console.say(
            "\(TextLayout.path(path)): \(TextLayout.count(baseline.entries.count, "entry", "entries"));"
                + " give each a reason, an owner and an expiry date")
    }

}

/// The forms of a report of a check.
enum CheckFormat: String, ExpressibleByArgument, FileForm {
    case text, json, markdown, junit, sarif, html

    var fileExtension: String {
        switch self {
        case .text: "txt"
        case .markdown: "md"
        case .junit: "xml"
        case .json, .sarif, .html: rawValue
        }
    }

    /// Returns a report as text of this form.
    fileprivate func text(
        _ report: CheckReport, _ threshold: FindingSeverity, _ guessesFail: Bool, _ style: Style
    ) -> String {
        switch self {
        case .text:
            report.text { severity, word in
                switch severity {
                case .losesData: style.red(word)
                case .tolerated: style.yellow(word)
                case .cosmetic: style.faint(word)
                }
            }
        case .json: report.json
        case .markdown: report.markdown
        case .junit: report.junit(failing: threshold, guessesFail: guessesFail)
        case .sarif: report.sarif
        case .html: report.html
        }
    }
}

#endif
