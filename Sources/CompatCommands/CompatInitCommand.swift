// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireCompat
import Platform

struct CompatInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes the project file .imwire.json for a source tree.",
        usage: "imwire compat init [<options>] [<folder>]",
        discussion: """
            Scans the folder, shows the platforms that declare message types, their \
            folders and the prefixes of own names, and writes \(ProjectFile.fileName) into the \
            folder. imwire compat then scans and checks these platforms. What is \
            uncertain is listed: read it, and change the file where it is wrong.

            It never asks. A project file that exists is kept unless --force is given.

            EXAMPLES
              imwire compat init --dry-run Examples/compat/shop
              imwire compat init --dry-run --exclude 'old/' Examples/compat/shop
              imwire compat init --dry-run --format json Examples/compat/shop

            EXIT CODES
              0  the file was written, or shown with --dry-run
              2  the folder holds no types or cannot be used, or the file exists
            """)

    @Argument(help: "The root of the source tree; by default the current folder.", completion: .directory)
    var folder = "."

    @Flag(help: "Replace a project file that exists.")
    var force = false

    @Flag(help: "Show the project file without writing it.")
    var dryRun = false

    @Option(help: "Exclude files and folders by name, or by path below the folder. May be repeated.")
    var exclude: [String] = []

    @Option(help: "text: a table; json: one object.")
    var format = OutputFormat.text

    func run() throws {
        let path = path
        if !dryRun {
            var status = stat()
            if !force, lstat(path, &status) == 0 {
                throw CommandFailure.usage(
                    "\(TextLayout.path(path)) exists; --force replaces it, and --dry-run shows what would be written")
            }
            try OutputFile.check(path)
        }
        var job = ScanJob(folder: FilePath(ArgumentBytes.of(folder)))
        for pattern in exclude { job.options.exclude.add(pattern) }
        let result = try job.run()
        var draft = ProjectDraft(result)
        draft.exclude(exclude)
        guard !draft.platforms.isEmpty else { throw CommandFailure.usage(nothing(result)) }
        if !dryRun { try OutputFile.write(draft.project.json, to: path) }
        let report = InitReport(draft: draft, result: result, path: path, isWritten: !dryRun)
        switch format {
        case .json: Output.emit(document: report.json)
        case .text: Output.emit(lines: report.lines(Style(STDOUT_FILENO)).joined(separator: "\n"))
        }
    }

    /// The path of the project file.
    private var path: String {
        var folder = folder
        while folder.hasSuffix("/"), folder.count > 1 { folder.removeLast() }
        return folder == "."
            ? ProjectFile.fileName
            : folder == "/"
                ? "/" + ProjectFile.fileName
                : folder + "/" + ProjectFile.fileName
    }

    /// Returns the reason that there is nothing to write, and what to do next.
    private func nothing(_ result: ScanResult) -> String {
        let files = result.files.values.reduce(0, +)
        if files == 0 {
            return ScanReport.nothing(in: folder, for: nil, result)
                + "\nName the folder that holds the source code: imwire compat init <folder>"
        }
        return "no message type was found in \(TextLayout.count(files, "source file")) of \(TextLayout.path(folder)), "
            + "so nothing was written.\nimwire compat scan \(TextLayout.path(folder)) lists what could not be read; "
            + "imwire compat project --help shows a project file to write by hand."
    }
}

#endif
