// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireCompat
import Platform

/// `imwire compat scan`: a manifest out of source code.
struct CompatScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Reads the source code of a client or server, and writes what it declares as a manifest.",
        usage: "imwire compat scan [<options>] <folder>",
        discussion: """
            Reads ArkTS, C#, Dart, Go, Java, JavaScript, Kotlin, Objective-C, PHP, \
            Python, Swift and TypeScript by pattern, without a compiler, built-in types \
            and your own alike. Every fact has its file and line and a certainty: sure \
            (as it is written), likely (follows from what was read) or guess. What could \
            not be read is listed.

            Tests, dependencies (node_modules, Pods, vendor, …) and build output (build, \
            dist, obj, …) are left out and listed. Links are never followed.

            EXAMPLES
              imwire compat scan src
              imwire compat scan src --platform ios --name ios-app --output app.json
              imwire compat scan . --format json > here.json
              imwire compat check ios.json android.json

            EXIT CODES
              0  everything was read
              1  something could not be read
              2  the folder cannot be used
            """)

    @Argument(help: "The folder that holds the source code.", completion: .directory)
    var folder: String

    @Option(help: "Whose code it is: auto, or one of \(ScanPlatform.allCases.map(\.rawValue).joined(separator: ", ")).")
    var platform = "auto"

    @Option(help: "The platform's name in the manifest; the platform itself where it is absent.")
    var name: String?

    @Option(name: .shortAndLong, help: "Write the manifest to a file.")
    var output: String?

    @Option(help: "text: a table; json: the manifest.")
    var format = OutputFormat.text

    @Flag(help: "Read tests too.")
    var includeTests = false
    @Flag(help: "Read dependencies too.")
    var includeDependencies = false
    @Flag(help: "Read build output too.")
    var includeBuild = false
    @Option(help: "The largest file that is read, in MiB.")
    var maxFile = 4

    private var chosen: ScanPlatform? { ScanPlatform(rawValue: platform) }

    func validate() throws {
        guard platform == "auto" || chosen != nil else {
            throw ValidationError(
                "no platform \(TextLayout.shown(platform)); there are auto, "
                    + ScanPlatform.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard (1...1_024).contains(maxFile) else { throw ValidationError("--max-file is 1 to 1024 MiB") }
        if name?.isEmpty == true { throw ValidationError("--name is empty") }
    }

    func run() throws {
        let result = try scanned()
        let found = ScanPlatform.found(in: result)
        let counted = result.files.values.reduce(0, +)
        guard let platform = chosen ?? found.first?.platform, counted > 0 else {
            throw CommandFailure.usage(ScanReport.nothing(in: folder, for: chosen, result))
        }
        let manifest = result.manifest(platform, name: name)
        if let output {
            try OutputFile.write(manifest.json, to: output)
        }
        let out = Output()
        switch format {
        case .json: out.write(manifest.json)
        case .text:
            let report = ScanReport(result: result, manifest: manifest, platform: platform, found: found)
            for line in report.lines(out.style) { out.line(line) }
            if let output { out.line("manifest: \(output)") }
        }
        out.flush()
        if format == .json {
            for line in ScanReport.remarks(result, platform, found) { Console.say(line) }
        }
        if !result.unread.isEmpty || !result.passedOver.isEmpty || !result.contradictions.isEmpty {
            throw ToolExit.findings
        }
    }

    private func scanned() throws -> ScanResult {
        var options = SourceTree.Options()
        options.includeTests = includeTests
        options.includeDependencies = includeDependencies
        options.includeBuild = includeBuild
        options.maximumFile = maxFile * 1_048_576
        if let chosen { options.languages = chosen.languages }
        let clock = ContinuousClock()
        let started = clock.now
        var shown = started
        var isShown = false
        let result: ScanResult
        do {
            result = try SourceTree.scan(FilePath(ArgumentBytes.of(folder)), options) { files, bytes in
                guard Console.isTerminal, clock.now - shown >= .milliseconds(200), clock.now - started > .seconds(1)
                else { return }
                shown = clock.now
                isShown = true
                let megabytes = TextLayout.grouped(bytes / 1_000_000)
                Console.write("\r\u{1b}[K\(TextLayout.count(files, "file")), \(megabytes) MB")
            }
        } catch {
            throw CommandFailure.usage(error.message)
        }
        if isShown { Console.write("\r\u{1b}[K") }
        return result
    }
}

#endif
