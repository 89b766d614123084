// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance

/// Joins the reports of shards, of machines, or of several implementations.
struct ReportMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Joins JSON reports of imwire conform: shards, machines, implementations.",
        usage: "imwire report merge [<options>] <report> ...",
        discussion: """
            Results of one implementation go together; implementations of different \
            names stand side by side. Where two reports have the same case on the same \
            implementation, the worse verdict counts.

            EXAMPLES
              imwire report merge part-1.json part-2.json --report all.html
              imwire report merge part-1.json part-2.json --format json > all.json

            EXIT CODES
              0  nothing was found
              1  there are findings
              2  a file is no such report, or the reports do not go together
              3  an implementation could not be asked to the end
            """)

    @Argument(help: "JSON reports.")
    var files: [String]
    @Option(help: "text or json, on standard output.")
    var format = OutputFormat.text
    @OptionGroup var reports: RunReportOptions

    func run() throws {
        var records: [RunRecord] = []
        for file in files { records.append(try RunFile.read(file)) }
        let merged: RunRecord
        do {
            merged = try RunRecord.merged(records)
        } catch {
            throw CommandFailure.usage(error.description)
        }
        try reports.emit(merged, format)
        var exit = ToolExit.clean
        for one in merged.implementations {
            if one.fault != nil { exit = .worse(exit, .broken) }
            if one.results.contains(where: \.isOpen) { exit = .worse(exit, .findings) }
        }
        try exit.finish()
    }
}

#endif
