// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import IMWireFuzzing
import Platform

/// A command group for the files of the suite.
package struct FixturesCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "fixtures",
        abstract: "Turns findings and recordings into cases, reduces the corpus, exports and checks the cases.",
        subcommands: [
            FixturesAddCommand.self, FixturesAnnotateCommand.self, FixturesCaptureCommand.self,
            FixturesCorpusCommand.self, FixturesExportCommand.self, FixturesLintCommand.self,
            FixturesRetireCommand.self, FixturesUpdateCommand.self,
        ])

    package init() {}
}

struct FixturesAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Turns a finding of imwire fuzz into a case.",
        usage: "imwire fixtures add --from-finding <file> [<options>]",
        discussion: """
            The case repeats the request of the finding and expects the present answer of \
            the codec. Compare it with the specification, correct the expectation and the \
            requirements, and remove the tag "review".

            EXAMPLES
              imwire fixtures add --from-finding findings/chat-identity-0123.json
            """)

    @Option(help: "The finding's file.")
    var fromFinding: String
    @OptionGroup var cases: CasesOption

    func run() throws {
        guard let data = try? Data(contentsOf: URL(filePath: fromFinding)) else {
            throw CommandFailure.usage("\(fromFinding): cannot be read")
        }
        guard let finding = FuzzFinding(file: Array(data)), let entry = TargetCatalog.named(finding.target) else {
            throw CommandFailure.usage("\(fromFinding): is not a finding of imwire fuzz")
        }
        guard let draft = CaseDraft(finding, target: entry.make()) else {
            throw CommandFailure.usage(
                "the testee protocol has no operation for target \(finding.target); keep the finding in Fixtures/findings"
            )
        }
        let place = try cases.folder().appending(path: "fuzz").appending(path: draft.id + ".json")
        if FileManager.default.fileExists(atPath: place.path) {
            throw CommandFailure.usage("\(place.path): the case already exists")
        }
        _ = try CaseFile.cases(in: Array(draft.text.utf8), file: place.lastPathComponent)
        try OutputFile.makeFolder(place.deletingLastPathComponent().path)
        try OutputFile.write(draft.text, to: place.path)
        Output.emit(lines: "\(place.path): case \(draft.id), to be reviewed")
    }
}

struct FixturesLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Checks all cases, and reports errors.",
        usage: "imwire fixtures lint [<options>]",
        discussion: """
            EXAMPLES
              imwire fixtures lint
            """)

    @OptionGroup var cases: CasesOption

    func run() throws {
        let folder = try cases.folder()
        let all = try CommandFailure.converting(to: .findings) { try CaseLibrary(folder: folder).cases }
        let waiting = all.filter { $0.tags.contains("review") }
        let count = "\(all.count) cases can be read"
        let remark = waiting.isEmpty ? "" : ", \(waiting.count) of them to be reviewed"
        Output.emit(lines: ([count + remark] + waiting.map { "  \($0.id)" }).joined(separator: "\n"))
    }
}

#endif
