// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import RunSupport

struct ReportMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Joins the parts of a report into one.",
        usage: "imwire report merge [<options>] <part> ...",
        discussion: """
            Parts are JSON reports of imwire conform (shards, machines, implementations), \
            or counts of imwire compat payloads --partial, all of one platform.

            Results of the same implementation are merged; implementations with different \
            names become columns of one matrix. If two reports have the same case of the \
            same implementation, the worse verdict counts. Counts are added; their order \
            decides only which first line is shown.

            EXAMPLES
              imwire report merge part-1.json part-2.json --report all.html
              imwire report merge part-1.json part-2.json --format json > all.json
              imwire report merge part-1.json part-2.json --baseline accepted.json
              imwire compat payloads --platform web-v2 --partial dump.jsonl > part.json
              imwire report merge part.json
              printf '%s\\n' *.jsonl | xargs -P 4 -I {} sh -c \\
                'imwire compat payloads --platform web-v2 --partial {} > {}.part'
              imwire report merge --format json *.jsonl.part > web-v2.json

            EXIT CODES
              0  no findings
              1  findings
              2  a file is not a part, or the parts do not match
              3  an implementation failed before the end of a run
              4  an entry of the baseline is wrong
            """)

    @Argument(help: "Reports, or files written by payloads --partial.")
    var files: [String]
    @Option(help: "text or json, on standard output.")
    var format = OutputFormat.text
    @OptionGroup var reports: RunReportOptions
    @OptionGroup(title: "FOR COUNTS OF PAYLOADS") var payloads: PayloadMergeOptions

    func run() throws {
        if let first = files.first, first != InputFile.standardInput, try isOfPayloads(first) {
            return try mergePayloads()
        }
        guard payloads.areUnused else {
            throw CommandFailure.usage("--manifest, --strict and --partial are for counts of payloads")
        }
        try mergeRuns()
    }

    /// Returns whether a part holds counts of payloads; parts of no known kind are rejected when read as reports.
    private func isOfPayloads(_ name: String) throws -> Bool {
        let bytes = try InputFile.contents(of: name)
        return (try? RawJSON(parsing: bytes.span))?["kind"]?.string == "payload-counts"
    }

    /// Merges counts of payloads with `imwire compat merge`.
    private func mergePayloads() throws {
        guard reports.baseline == nil, reports.writeBaseline == nil else {
            throw CommandFailure.usage("baselines are for reports of imwire conform")
        }
        var words = ["compat", "merge", "--format", format.rawValue] + payloads.words
        words += reports.report.flatMap { ["--report", $0] } + ["--"] + files
        try HandOver.runAgain(words)
    }

    private func mergeRuns() throws {
        let records = try files.map(RunFile.read)
        var merged = try CommandFailure.converting(to: .usage) { try RunRecord.merged(records) }
        // A machine that merges reports may not have the suite, in which case only the reports name the cases.
        let folder = try? CaseFolder.find(nil)
        let history = try folder.map(CaseFolder.history) ?? SuiteHistory()
        try reports.finish(&merged, format, folder, history)
    }
}

#endif
