// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireFuzzing
import IMWireValues
import Platform

struct FixturesCorpusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus",
        abstract: "Merges the corpus of a fuzzing run into Fixtures/corpus, and reduces it.",
        usage: "imwire fixtures corpus [<options>]",
        discussion: """
            Runs the inputs of the corpus and of the fuzzing run. It keeps inputs with \
            behaviours that neither the suite's cases nor a smaller input has, preferring \
            inputs with the most behaviours. All others are removed.

            EXAMPLES
              imwire fixtures corpus --from learned
              imwire fixtures corpus --target packets,units --from learned --max-inputs 60
            """)

    @Option(help: "all, or names of targets separated by commas.")
    var target = "all"
    @Option(help: "A folder written by imwire fuzz --corpus, with a folder for each target.")
    var from: String?
    @Option(help: "The folder of the corpora; by default Fixtures/corpus here or in a parent folder.")
    var into: String?
    @Option(help: "The largest number of inputs a target keeps.")
    var maxInputs = 40
    @Option(help: ArgumentHelp("The largest number of bytes a target keeps.", valueName: "bytes"))
    var maxBytes = 8_192
    @OptionGroup var report: ReportOptions<OutputFormat>

    func validate() throws {
        guard maxInputs > 0, maxBytes > 0 else { throw ValidationError("--max-inputs and --max-bytes are at least 1") }
    }

    func run() throws {
        let targets = try TargetSelection.entries(target)
        let fixtures = FixtureFolder.find()
        guard let folder = into.map({ URL(filePath: $0) }) ?? fixtures?.corpus else {
            throw CommandFailure.usage(
                "no Fixtures/cases here or in a parent folder; go to the package's root, or give --into")
        }
        if let from, !FileManager.default.fileExists(atPath: from) {
            throw CommandFailure.usage("\(from): there is no such folder")
        }
        let library = try fixtures?.library()
        var rows: [Row] = []
        for entry in targets {
            let cases = library.flatMap { fixtures?.seeds(for: entry.make(), $0) } ?? []
            rows.append(try merge(entry, into: folder, beyond: cases))
        }
        try report.emit { form, _ in form == .json ? Row.json(rows) : Row.text(rows) }
    }

    private func merge(_ entry: TargetCatalog.Entry, into folder: URL, beyond cases: [[UInt8]]) throws -> Row {
        let target = entry.make()
        let place = folder.appending(path: entry.name)
        let before = FixtureFolder.inputs(in: place)
        let learned = from.map { FixtureFolder.inputs(in: URL(filePath: $0).appending(path: entry.name)) } ?? []
        let usable = (before + learned).filter { $0.count <= target.maximumLength }
        let small = CorpusReduction.reduce(usable, for: target, beyond: cases)
        let kept = CorpusReduction.most(of: small, for: target, beyond: cases, count: maxInputs, bytes: maxBytes)
        try CorpusFolder.write(kept, to: place)
        let bytes = kept.reduce(0) { $0 + $1.count }
        return Row(target: entry.name, counts: [before.count, learned.count, kept.count, bytes])
    }

    private struct Row {
        let target: String
        /// The counts that ``names`` names.
        let counts: [Int]
        private static let names = ["before", "learned", "kept", "bytes"]

        static func text(_ rows: [Row]) -> String {
            let cells = rows.map { [$0.target] + $0.counts.map { TextLayout.grouped($0) } }
            return FuzzReport.columns([["target"] + names] + cells).joined(separator: "\n") + "\n"
        }

        static func json(_ rows: [Row]) -> String {
            let targets = rows.map { row in
                let counts = zip(names, row.counts).map { (name: $0, value: RawJSON.integer($1)) }
                return RawJSON.object([(name: "target", value: RawJSON(row.target))] + counts)
            }
            return RawJSON.object(["targets": targets]).text + "\n"
        }
    }
}

/// A folder of inputs, in files that are named by the hash of their bytes.
enum CorpusFolder {
    /// Writes inputs, and removes all other files from the folder except Markdown files.
    static func write(_ inputs: [[UInt8]], to folder: URL) throws(CommandFailure) {
        try add(inputs, to: folder)
        let manager = FileManager.default
        let names = Set(inputs.map(name))
        for old in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
        where !names.contains(old) && !old.hasSuffix(".md") {
            do { try manager.removeItem(at: folder.appending(path: old)) } catch {
                throw CommandFailure.usage("\(TextLayout.path(folder.path)): \(old) cannot be removed")
            }
        }
    }

    /// Writes inputs in addition to the existing ones.
    static func add(_ inputs: [[UInt8]], to folder: URL) throws(CommandFailure) {
        try OutputFile.makeFolder(folder.path)
        for input in inputs { try OutputFile.write(input, to: folder.appending(path: name(input)).path) }
    }

    private static func name(_ input: [UInt8]) -> String { String(TextHash.of(input.span), radix: 16) }
}

#endif
