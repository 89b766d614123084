// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import Schemas
import TypeGenerator

struct TypesGenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes Swift types for your own schemas, in the form of the built-in types.",
        usage: "imwire types generate [<options>] <folder>",
        discussion: """
            Each schema with an x-swiftName becomes one file. The types need the library IMWire and nothing else. \
            Register them with ContentRegistry.register.

            Without --output everything is written to standard output.

            EXAMPLES
              imwire types generate --swift Examples/gift
              imwire types generate --swift Schemas --output Sources/App/Messages
            """)

    @Flag(help: "Write Swift, which is the only language so far.")
    var swift = false

    @Argument(help: "A folder with schemas, *.schema.json (Spec/custom-types.md).", completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp("The folder to write to, a file for each type.", valueName: "folder"),
        completion: .directory)
    var output: String?

    @Flag(help: "Accept a schema whose objectName starts with RC: (CNT-122).")
    var overrideReserved = false

    func validate() throws {
        if !swift { throw ValidationError("give --swift, the language to write") }
    }

    func run() throws {
        let types = try CustomTypes([folder], overridingReserved: overrideReserved)
        let files: [CustomTypeWriter.File]
        do {
            files = try CustomTypeWriter(types.library()).files()
        } catch let error as SpecError {
            throw CommandFailure.usage(TextLayout.shown(error.description, limit: 1_024))
        }
        guard let output else { return Output.emit(document: files.map(\.text).joined(separator: "\n")) }
        try OutputFile.makeFolder(output)
        for file in files {
            let path = output.hasSuffix("/") ? output + file.name : "\(output)/\(file.name)"
            try OutputFile.write(file.text, to: path)
            Console.complain("wrote \(TextLayout.path(path))")
        }
    }
}

#endif
