// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import IMWireFuzzing
import Platform

struct FixturesExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the cases as flat, self-contained files, for tests without a testee.",
        usage: "imwire fixtures export --output <folder> [<options>]",
        discussion: """
            Writes one JSON file for each operation (Spec/vectors.schema.json). Each test \
            has the members of its request and every accepted outcome, so that XCTest, \
            JUnit or Jest can use it without the runner.

            EXAMPLES
              imwire fixtures export --output vectors
            """)

    @Option(help: ArgumentHelp("The folder to write the files to.", valueName: "folder"))
    var output: String
    @OptionGroup var cases: CasesOption

    func run() throws {
        let folder = try cases.folder()
        let all = try CommandFailure.converting(to: .usage) { try CaseLibrary(folder: folder).cases }
        let files = VectorExport(all).files
        try OutputFile.makeFolder(output)
        for file in files {
            try OutputFile.write(file.text, to: URL(filePath: output).appending(path: file.name).path)
        }
        Output.emit(lines: "\(files.count) files in \(output), of \(all.count) cases")
    }
}

#endif
