// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform
import RunSupport

struct ConformLedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Lists all requirements and the cases or registered tests that cover them.",
        usage: "imwire conform ledger [<options>]",
        discussion: """
            A requirement of the specification is covered by cases of the suite. If no case can show it, because it \
            binds the runner, an interface or memory, a test that is registered in Fixtures/ledger.json covers it. The \
            two are listed apart. The totals at the end count every requirement.

            EXAMPLES
              imwire conform ledger
              imwire conform ledger --only 'TST-*'
              imwire conform ledger --format json
            """)

    // `imwire conform` parses these options wherever they appear; they are declared here for the help.
    @OptionGroup var options: SuiteOptions
    @ParentCommand var conform: ConformCommand

    func run() throws {
        let options = conform.suite
        let folder = try CaseFolder.find(options.cases)
        let registry = try LedgerRegistry(file: folder.deletingLastPathComponent().appending(path: "ledger.json"))
        let ledger = RequirementLedger(try CaseLibrary(folder: folder).cases, registry)
        let report = LedgerReport(ledger, only: options.only)
        if report.isEmpty {
            throw CommandFailure.usage("no requirement matches \(options.only.joined(separator: " "))")
        }
        Output.emit(
            options.format == .json ? report.json() : report.text(width: TextLayout.width), options.format)
    }
}

#endif
