// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireSpec
import IMWireValues
import Platform
import TextSupport

struct FixturesUpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Updates the expectation of a case to the codec's answer, after review.",
        usage: "imwire fixtures update [<options>] <id>",
        discussion: """
            Without --write it prints both side by side and changes nothing. Compare the \
            difference with the specification: the codec may be wrong. changes.json \
            records the expectation of a released version, with the reason.

            EXAMPLES
              imwire fixtures update dev-08-lenient-icon
              imwire fixtures update dev-08-lenient-icon --write --why "CNT-036"

            EXIT CODES
              0  the case passes, or was written
              1  the case expects something else
              2  the command line is wrong, or there is no such case
            """)

    @Argument(help: "The id of a case.")
    var id: String
    @Flag(help: "Write the case's file and changes.json.")
    var write = false
    @Option(help: "The reason, with the requirement.")
    var why: String?
    @OptionGroup var cases: CasesOption

    func validate() throws {
        if write && (why ?? "").isEmpty { throw ValidationError("--write needs the reason: --why \"CNT-017: …\"") }
    }

    func run() throws {
        let files = try CaseFiles(cases)
        let (item, text, path) = try files.file(of: id)
        let update = try CommandFailure.converting(to: .findings) { try CaseUpdate(item, in: text) }
        guard let update else { return Output.emit(lines: "\(id): the codec's answer matches the expectation") }
        let heading = "\(id)  \(DisplayText.safe(item.title))\n  \(DisplayText.pad("expected", 48))  answered now"
        Output.emit(lines: ([heading] + update.lines.map(DisplayText.safe)).joined(separator: "\n"))
        guard write else { throw ToolExit.findings }
        if let before = update.before {
            try files.record(
                .object([
                    ("id", RawJSON(id)), ("since", RawJSON(Suite.version)), ("before", .object([("expect", before)])),
                    ("why", RawJSON(why ?? "")),
                ]), in: "changes")
        }
        try OutputFile.write(update.file, to: path)
        Output.emit(lines: "\(path): written")
    }
}

#endif
