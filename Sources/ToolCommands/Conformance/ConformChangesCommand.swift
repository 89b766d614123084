// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import IMWireSpec
import RunSupport

struct ConformChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Lists the cases that differ between two versions of the suite.",
        usage: "imwire conform changes [<options>] <from> <to>",
        discussion: """
            Lists added cases, changed cases with the reason, and retired ids. --suite \
            runs the cases of an earlier version.

            EXAMPLES
              imwire conform changes 1.0 2.0
              imwire conform changes 1.0 2.0 --format json
            """)

    // `imwire conform` parses these options wherever they appear; they are declared here for the help.
    @OptionGroup var options: SuiteOptions
    @ParentCommand var conform: ConformCommand

    @Argument(help: "The earlier version.")
    var from: String
    @Argument(help: "The later version.")
    var to: String

    func run() throws {
        guard let old = SuiteVersion(from), let new = SuiteVersion(to) else {
            throw CommandFailure.usage("versions are numbers with dots, such as 1.0")
        }
        for (given, version) in [(from, old), (to, new)] where !version.exists {
            throw CommandFailure.usage("\(given): versions go from 1.0 to \(Suite.version)")
        }
        guard new.has(old) else {
            throw CommandFailure.usage("\(from) is later than \(to); give the earlier one first")
        }
        let folder = try CaseFolder.find(conform.suite.cases)
        let changes = SuiteChanges(
            try CaseLibrary(folder: folder).cases, try CaseFolder.history(of: folder), from: old, to: new)
        Output.emit(conform.suite.format == .json ? changes.json : changes.text, conform.suite.format)
    }
}

#endif
