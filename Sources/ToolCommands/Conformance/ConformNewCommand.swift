// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform
import TextSupport

struct ConformNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Writes the skeleton of a testee in one of several languages.",
        usage: "imwire conform new <language> <dir>",
        discussion: """
            The skeleton answers hello and skips every request, so that imwire conform \
            smoke passes. Implement one operation after the other, and list each in \
            hello.

            EXAMPLES
              imwire conform new python my-testee
              imwire conform new c my-testee-in-c
            """)

    @Argument(help: "\(names).")
    var language: String
    @Argument(help: "The folder; existing files are kept.")
    var dir: String

    private static let names = TesteeSkeleton.all.map(\.language).joined(separator: ", ")

    func run() throws {
        guard let skeleton = TesteeSkeleton.all.first(where: { $0.language == language }) else {
            throw CommandFailure.usage("no skeleton in \(language); there are \(Self.names)")
        }
        let folder = URL(filePath: dir)
        let place = folder.appending(path: skeleton.file).path
        if FileManager.default.fileExists(atPath: place) {
            throw CommandFailure.usage("\(TextLayout.path(place)): already exists")
        }
        try OutputFile.makeFolder(dir)
        try OutputFile.write(skeleton.text, to: place)
        // The printed commands are meant to be pasted into a shell.
        let line = { (text: String) in text.replacing(#/FILE|DIR/#) { word($0.output == "FILE" ? place : folder.path) }
        }
        let command = line(skeleton.command)
        let build = skeleton.build.map { line($0) + "\n" }
        let note = skeleton.isTested ? "" : "This skeleton was never run: no toolchain was at hand.\n"
        Output.emit(
            lines: "\(place)\n\(note)\(build ?? "")imwire conform smoke --testee \(ShellWord.quoted(command))")
    }

    /// Returns a path as one word of a shell.
    private func word(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0)) }
        return isPlain ? path : ShellWord.quoted(path)
    }
}

#endif
