// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import RunSupport

struct ReportDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Lists the cases whose result differs between two JSON reports of imwire conform.",
        usage: "imwire report diff [<options>] <old> <new>",
        discussion: """
            EXAMPLES
              imwire report diff old.json new.json
              imwire report diff old.json new.json --format json

            EXIT CODES
              0  no new findings
              1  the new report has a finding that the old one does not have
              2  a file is not a JSON report
            """)

    @Argument(help: "The earlier report.")
    var old: String
    @Argument(help: "The later report.")
    var new: String
    @OptionGroup var report: ReportOptions<OutputFormat>

    func run() throws {
        let difference = RunDifference(from: try RunFile.read(old), to: try RunFile.read(new))
        try report.emit { form, _ in form == .json ? difference.json : difference.text }
        try (difference.isWorse ? ToolExit.findings : .clean).finish()
    }
}

#endif
