// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform

/// Lists the numbered requirements and what covers each.
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

    // `imwire conform` has the same options, and takes them wherever they stand; they are here for the help.
    @OptionGroup var options: SuiteOptions
    @ParentCommand var conform: ConformCommand

    func run() throws {
        let options = conform.suite
        let folder = try CaseFolder.find(options.cases)
        let ledger: RequirementLedger
        do {
            let registry = try LedgerRegistry(
                file: folder.deletingLastPathComponent().appending(path: "ledger.json"))
            ledger = RequirementLedger(try CaseLibrary(folder: folder).cases, registry)
        } catch {
            throw CommandFailure(message: error.description, exit: .broken)
        }
        let report = LedgerReport(ledger, only: options.only)
        if report.isEmpty {
            throw CommandFailure.usage("no requirement matches \(options.only.joined(separator: " "))")
        }
        switch options.format {
        case .json: Output.emit(document: report.json())
        case .text: Output.emit(lines: report.text(width: TextLayout.width))
        }
    }
}

/// What every command about the suite takes.
struct SuiteOptions: ParsableArguments {
    @Option(
        help: """
            Only cases whose id, area or area/id matches, or whose area begins so; in the ledger, requirements whose \
            id matches. * stands for any run of characters. May be repeated.
            """)
    var only: [String] = []
    @Option(help: "The folder or file that holds the cases; by default Fixtures/cases here or in a parent folder.")
    var cases: String?
    @Option(help: "text or json, on standard output.")
    var format = OutputFormat.text
}

/// The folder of the suite's cases.
enum CaseFolder {
    /// The folder or file that was given, or `Fixtures/cases` in the current folder or one of its parents.
    static func find(_ given: String?) throws(CommandFailure) -> URL {
        if let given {
            guard FileManager.default.fileExists(atPath: given) else {
                throw .usage("\(given): no such file or folder")
            }
            return URL(filePath: given)
        }
        if let found = SuiteFolder.find() { return found.appending(path: "cases") }
        throw .usage("no Fixtures/cases here or in a parent folder; go to the package's root, or give --cases")
    }

    /// What became of the cases of a folder: the files are in it, or in a folder above.
    static func history(of folder: URL) throws(SuiteError) -> SuiteHistory {
        var place = folder
        for _ in 0..<4 {
            let file = place.appending(path: "changes.json").path
            if FileManager.default.fileExists(atPath: file) { return try SuiteHistory(folder: place) }
            place = place.deletingLastPathComponent()
        }
        return SuiteHistory()
    }
}

#endif
