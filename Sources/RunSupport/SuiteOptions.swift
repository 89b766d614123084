// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform

/// The options of every command about the suite.
package struct SuiteOptions: ParsableArguments {
    @Option(
        help: """
            Only cases whose id, area or area/id matches, or whose area begins so; in the ledger, requirements whose \
            id matches. * stands for any run of characters. May be repeated.
            """)
    package var only: [String] = []
    @Option(
        help: ArgumentHelp(
            "The folder or file that holds the cases; by default Fixtures/cases here or in a parent folder.",
            valueName: "folder"))
    package var cases: String?
    @Option(help: "text or json, on standard output.")
    package var format = OutputFormat.text

    package init() {}
}

/// The folder with the suite's cases.
package enum CaseFolder {
    /// Returns the given folder or file, or `Fixtures/cases` from the current folder, a parent folder, or a release.
    package static func find(_ path: String?) throws(CommandFailure) -> URL {
        if let path {
            guard FileManager.default.fileExists(atPath: path) else {
                throw .usage("\(path): no such file or folder")
            }
            return URL(filePath: path)
        }
        if let found = SuiteFolder.find() { return found.appending(path: "cases") }
        throw .usage("no Fixtures/cases here or in a parent folder; go to the package's root, or give --cases")
    }

    /// Returns the history of the cases in a folder, whose files are in that folder or in a folder above it.
    package static func history(of folder: URL) throws(SuiteError) -> SuiteHistory {
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
