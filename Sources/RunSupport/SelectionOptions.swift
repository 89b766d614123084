// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import IMWireSpec
import Platform

/// The options that select the cases of a run, besides `--only`.
package struct SelectionOptions: ParsableArguments {
    @Option(help: "Exclude matching cases. May be repeated, like all options here.")
    package var except: [String] = []
    @Option(help: "Cases that exercise a requirement: CNT-032, or 'CNT-03*'.")
    package var requirement: [String] = []
    @Option(help: "Cases that expect a deviation: DEV-08.")
    package var deviation: [String] = []
    @Option(help: "Cases with an operation: content.decode, or 'rmtp.*'.")
    package var operation: [String] = []
    @Option(help: "Cases of a level: MUST, SHOULD or MAY.")
    package var level: [String] = []
    @Option(help: "Cases with a tag.")
    package var tag: [String] = []
    @Option(help: "Cases with messages of a platform: ios, android, web and so on.")
    package var platform: [String] = []
    @Option(help: ArgumentHelp("Cases that are open findings of a JSON report.", valueName: "report"))
    package var failedFrom: String?
    @Option(help: "The cases of a version of the suite, with its expectations: 1.0.")
    package var suite: String?

    package init() {}

    package func validate() throws {
        _ = try version()
    }

    /// Returns the version of the suite that is requested, or nil for the current one.
    package func version() throws(ValidationError) -> SuiteVersion? {
        guard let suite else { return nil }
        guard let version = SuiteVersion(suite) else {
            throw ValidationError("--suite is a version, such as 1.0")
        }
        guard version.exists else {
            throw ValidationError("--suite \(suite): versions go from 1.0 to \(Suite.version)")
        }
        return version
    }

    /// The selection, without the patterns of `--only`.
    package var selection: CaseSelection {
        var selection = CaseSelection(except: except)
        selection.requirements = requirement
        selection.deviations = deviation
        selection.operations = operation
        selection.levels = level
        selection.tags = tag
        selection.platforms = platform
        return selection
    }

    /// Returns the ids of the open findings in the named report, or nil if no report is named.
    package func failedIDs() throws -> Set<String>? {
        guard let failedFrom else { return nil }
        let record = try RunFile.read(failedFrom)
        let ids = Set(record.implementations.flatMap { $0.results.filter(\.isOpen).map(\.id) })
        if ids.isEmpty {
            throw CommandFailure.usage("\(TextLayout.path(failedFrom)): has no open finding")
        }
        return ids
    }
}

#endif
