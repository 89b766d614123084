// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform

/// The options for the reports of a run and for the findings that are accepted.
package struct RunReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a report; the file's extension selects the format: .json, .xml (JUnit), .tap, .md, .html or .svg (a badge). May be repeated.",
            valueName: "file"))
    package var report: [String] = []
    @Option(help: ArgumentHelp("Accepted findings (Spec/conformance.md).", valueName: "file"))
    package var baseline: String?
    @Option(help: ArgumentHelp("Write a baseline that accepts what fails the run, and exit with 0.", valueName: "file"))
    package var writeBaseline: String?
    @Flag(help: "Print the options that exclude the failing cases, ready to paste.")
    package var skipList = false
    @Flag(help: "Print every finding, not only the first twenty.")
    package var all = false
    @Flag(help: "Print long inputs and answers completely.")
    package var full = false
    @Flag(help: "Print the request and response lines; with --list the request lines.")
    package var showRequest = false
    @OptionGroup package var documents: DocumentOptions

    package init() {}

    package func validate() throws {
        try ReportForm.check(report)
        if let writeBaseline { try OutputFile.checkOption(writeBaseline) }
    }

    /// Applies the baseline to the record, and returns the review, or nil if no baseline is given.
    package func review(_ record: inout RunRecord, _ folder: URL?, _ history: SuiteHistory) throws -> BaselineReview? {
        guard let baseline else { return nil }
        let bytes = try InputFile.contents(of: baseline)
        let parsed = try CommandFailure.converting(to: .usage) {
            try RunBaseline(parsing: bytes, file: TextLayout.path(baseline))
        }
        var known = try CommandFailure.converting(to: .usage) {
            try folder.map { Set(try CaseIndex(folder: $0).names()) } ?? []
        }
        known.formUnion(record.cases.map(\.id))
        return BaselineReview(&record, parsed, on: Today.text, known: known, history: history)
    }

    /// Writes a baseline that accepts the open findings of a record.
    ///
    /// Entries that still hold are kept, and entries that fail the run are dropped.
    package func write(_ record: RunRecord, _ review: BaselineReview?, to path: String) throws {
        var open = record
        for index in open.implementations.indices { open.implementations[index].results.removeAll { !$0.isOpen } }
        var baseline = RunBaseline.accepting(open, expires: Today.after(days: 90))
        baseline.entries = (review?.held ?? []) + baseline.entries
        try OutputFile.write(baseline.json, to: path)
        Console.say(
            "\(TextLayout.path(path)): \(TextLayout.count(baseline.entries.count, "entry", "entries"));"
                + " give each a reason, an owner and an expiry date")
    }

    /// Writes the reports that are files.
    func emitFiles(_ record: RunRecord) throws {
        for file in report {
            try OutputFile.write((ReportForm.of(file) ?? .json).text(record, documents.links), to: file)
        }
    }

    /// Writes the report to standard output, and the reports that are files.
    package func emit(_ record: RunRecord, _ format: OutputFormat) throws {
        try emitFiles(record)
        guard format == .text else { return Output.emit(document: record.json) }
        guard record.implementations.contains(where: { !$0.results.isEmpty }) else { return }
        var text = TextReport(record, color: Style(STDOUT_FILENO).isOn)
        text.most = all ? .max : 20
        text.isFull = full
        text.showsRequest = showRequest
        text.links = documents.links.flatMap { $0.isNamed ? $0 : nil }
        var lines = text.text
        for file in report { lines += "report: \(file)\n" }
        if skipList {
            let ids = Set(record.implementations.flatMap { $0.results.filter(\.isOpen).map(\.id) })
            lines +=
                ids.isEmpty ? "" : "leave out: " + ids.sorted().map { "--except \($0)" }.joined(separator: " ") + "\n"
        }
        Output.emit(lines: lines)
    }
}

/// A reader of report files.
package enum RunFile {
    /// Reads a JSON report.
    package static func read(_ path: String) throws -> RunRecord {
        let bytes = try InputFile.contents(of: path, maximum: 512 << 20, kind: "json")
        return try CommandFailure.converting(to: .usage) {
            try RunRecord(parsing: bytes, file: TextLayout.path(path))
        }
    }
}

#endif
