// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireSpec
import IMWireValues
import Platform

struct FixturesRetireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Removes a case from the suite, and records its id and its request.",
        usage: "imwire fixtures retire [--to <id>] --why <why> <id>",
        discussion: """
            The id is added to retired.json, so that baselines that name it stay valid, \
            and --suite still runs the case. An id is never used again.

            EXAMPLES
              imwire fixtures retire unk-exponent --to unk-fraction --why "asked twice"
            """)

    @Argument(help: "The id of a case.")
    var id: String
    @Option(help: "The id of the case that replaces it.")
    var to: String?
    @Option(help: "The reason.")
    var why: String
    @OptionGroup var cases: CasesOption

    func validate() throws {
        if why.isEmpty { throw ValidationError("--why needs a reason") }
        if to == id { throw ValidationError("--to is the case that is retired") }
    }

    func run() throws {
        let files = try CaseFiles(cases)
        let (item, text, path) = try files.file(of: id)
        if let to { _ = try files.item(to) }
        var entry: [(name: String, value: RawJSON)] = [("id", RawJSON(id)), ("since", RawJSON(Suite.version))]
        if let to { entry.append(("to", RawJSON(to))) }
        entry.append(("why", RawJSON(why)))
        if item.since != Suite.version { entry += [("area", RawJSON(text.area)), ("case", text.item)] }
        try files.record(.object(entry), in: "retired")
        if let rest = text.removing() {
            try OutputFile.write(rest, to: path)
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
        Output.emit(lines: "\(path): \(id) is removed and recorded in retired.json")
    }
}

#endif
