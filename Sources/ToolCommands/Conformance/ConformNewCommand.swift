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
        abstract: "Writes the skeleton of a testee in Python, JavaScript or C.",
        usage: "imwire conform new <language> <dir>",
        discussion: """
            The skeleton answers hello and skips every request, so that imwire conform \
            smoke passes. Implement one operation after the other, and list each in \
            hello.

            EXAMPLES
              imwire conform new python my-testee
              imwire conform new c my-testee-in-c
            """)

    @Argument(help: "python, node or c.")
    var language: Language
    @Argument(help: "The folder; existing files are kept.")
    var dir: String

    enum Language: String, ExpressibleByArgument, CaseIterable {
        case python, node, c
    }

    func run() throws {
        let skeleton =
            switch language {
            case .python: TesteeSkeleton.python
            case .node: TesteeSkeleton.node
            case .c: TesteeSkeleton.c
            }
        let folder = URL(filePath: dir)
        let place = folder.appending(path: skeleton.file).path
        if FileManager.default.fileExists(atPath: place) {
            throw CommandFailure.usage("\(TextLayout.path(place)): already exists")
        }
        try OutputFile.makeFolder(dir)
        try OutputFile.write(skeleton.text, to: place)
        // The printed commands are meant to be pasted into a shell.
        let isPlain = place.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0)) }
        let word = isPlain ? place : ShellWord.quoted(place)
        let command = skeleton.command.replacing("FILE", with: word)
        Output.emit(
            lines: "\(place)\n\(skeleton.build.map { $0.replacing("FILE", with: word) + "\n" } ?? "")"
                + "imwire conform smoke --testee \(ShellWord.quoted(command))")
    }
}

#endif
