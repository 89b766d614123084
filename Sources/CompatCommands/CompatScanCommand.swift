// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireCompat
import Platform

struct CompatScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Reads the source code of a client or server, and writes a manifest of its declarations.",
        usage: "imwire compat scan [<options>] [<folder>]",
        discussion: """
            Reads ArkTS, C#, Dart, Go, Java, JavaScript, Kotlin, Objective-C, PHP, \
            Python, Swift and TypeScript by pattern, without a compiler. Finds built-in and \
            custom types. Every fact has its file and line and a certainty: sure (stated \
            by the code), likely (implied by the code) or guess. Code that could not be \
            read is listed.

            Tests, dependencies (node_modules, Pods, vendor, frameworks and their headers, …) \
            and build output (build, dist, obj, …) are excluded and counted; --list-defaults \
            lists the names. \
            --exclude and the file .imwireignore in the folder exclude more: Legacy/ is \
            any folder of that name, app/old/*.java a path, *Mock.swift any file. \
            Documentation, examples, old releases and bundles are used only for types \
            without sources. Links are never followed. Platforms in one tree are separated \
            by build files, folders and languages; --platform chooses one.

            EXAMPLES
              imwire compat scan src
              imwire compat scan src --exclude 'Legacy/' --exclude '*Mock.swift'
              imwire compat scan --list-defaults
              imwire compat scan src --shape bridge --allow-empty
              imwire compat scan src --platform ios --name ios-app --output app.json
              imwire compat scan . --format json > here.json
              imwire compat check ios.json android.json

            EXIT CODES
              0  everything was read
              1  some code could not be read or declarations conflict; or no type was \
            found, or the members of most types are unknown (--allow-empty)
              2  the folder cannot be used
            """)

    @Argument(help: "The folder with the source code; by default the current folder.", completion: .directory)
    var folder = "."

    @Option(
        help:
            "The platform of the code: auto, or one of \(ScanPlatform.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var platform = "auto"

    @Option(help: "The platform's name in the manifest; by default the platform.")
    var name: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the manifest to a file.", valueName: "file"))
    var output: String?

    @Option(help: "text: a table; json: the manifest.")
    var format = OutputFormat.text

    @Option(help: "Exclude files and folders by name, or by path below the folder. May be repeated.")
    var exclude: [String] = []
    @Option(help: "The kind of member names: wire, property, or bridge for wrappers that translate them.")
    var shape: Manifest.Shape?
    @Flag(help: "Accept a folder without types, or with types whose members are mostly unknown.")
    var allowEmpty = false
    @Flag(help: "List the default exclusions without scanning.")
    var listDefaults = false
    @Flag(help: "Read tests too.")
    var includeTests = false
    @Flag(help: "Read dependencies too.")
    var includeDependencies = false
    @Flag(help: "Read build output too.")
    var includeBuild = false
    @Option(help: "The size limit of a file, in MiB. A file of more than 32 Mi tokens is skipped too.")
    var maxFile = 4

    private var chosen: ScanPlatform? { ScanPlatform(rawValue: platform) }

    func validate() throws {
        guard platform == "auto" || chosen != nil else {
            throw ValidationError(
                "no platform \(TextLayout.shown(platform)); the platforms are auto, "
                    + ScanPlatform.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard (1...1_024).contains(maxFile) else { throw ValidationError("--max-file is 1 to 1024 MiB") }
        if name?.isEmpty == true { throw ValidationError("--name is empty") }
    }

    func run() throws {
        if listDefaults { return Output.emit(lines: CompatScanCommand.defaults) }
        let result = try scanned()
        let found = ScanPlatform.found(in: result)
        let counted = result.files.values.reduce(0, +)
        guard let platform = chosen ?? found.first?.platform, counted > 0 else {
            throw CommandFailure.usage(ScanReport.nothing(in: folder, for: chosen, result))
        }
        var manifest = result.manifest(platform, name: name)
        if let shape { manifest.setShape(shape) }
        let summary = ScanSummary(result, manifest)
        if let output {
            try OutputFile.write(manifest.json, to: output)
        }
        let out = Output()
        switch format {
        case .json: out.write(manifest.json)
        case .text:
            let report = ScanReport(
                result: result, manifest: manifest, platform: platform, found: found, summary: summary)
            for line in report.lines(out.style) { out.line(line) }
            if let output { out.line("manifest: \(output)") }
        }
        out.flush()
        if format == .json {
            for line in ScanReport.remarks(result, platform, found) { Console.say(line) }
            Console.say(TextLayout.path(summary.line))
        }
        if let warning = summary.warning { Console.complain("warning: \(TextLayout.path(warning))") }
        let isEmpty = summary.warning != nil && !allowEmpty
        if isEmpty || !result.unread.isEmpty || !result.passedOver.isEmpty || !result.contradictions.isEmpty {
            throw ToolExit.findings
        }
    }

    private func scanned() throws -> ScanResult {
        var job = ScanJob(folder: FilePath(ArgumentBytes.of(folder)))
        job.options.includeTests = includeTests
        job.options.includeDependencies = includeDependencies
        job.options.includeBuild = includeBuild
        job.options.maximumFile = maxFile * 1_048_576
        for pattern in exclude { job.options.exclude.add(pattern) }
        if let chosen { job.options.languages = chosen.languages }
        return try job.run()
    }

    /// The names that are excluded or superseded, unless an option or `.imwireignore` overrides them (CMP-062).
    private static var defaults: String {
        ScanDefaults.rules.flatMap { rule in
            [rule.title + ":"] + TextLayout.wrap(rule.names.joined(separator: " "), indent: 2)
        }.joined(separator: "\n")
    }
}

extension Manifest.Shape: ExpressibleByArgument {}

#endif
