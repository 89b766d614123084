// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import IMWireCompat

/// `imwire compat check`: compares manifests with the registry and with each other.
struct CompatCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares the declarations of platforms.",
        discussion: """
            Every manifest is compared with the registry of built-in types, and types that the registry does not have, \
            an application's own, are compared with each other. What comes out:

              loses data DEV-01 server-go: RC:CmdNtf operation: member spelled differently
                here   operation
                there  name (registry)
                do     Send name; read both.
                from   sdk/message.go:126

            "loses data": somebody does not get what was sent. "tolerated": a lenient reader copes. "cosmetic": nothing \
            is lost. imwire explain DEV-01 says more of an id.

            Examples:
              imwire compat check ios.json android.json web.json server.json
              imwire compat check --against each-other ios.json android.json
              imwire compat check --format html --output matrix.html Fixtures/platforms/*.json
              imwire compat check --format junit --fail-on loses-data ios.json > compat.xml

            Exit code 1 where something at least as bad as --fail-on was found.
            """)

    @Argument(help: "Manifests, one platform each (Spec/compat.md).")
    var manifests: [String]

    @Option(help: "registry: with the registry, and own types with each other; each-other: all types with each other.")
    var against = CheckMode.registry

    @Option(help: "text, json, markdown, junit or html.")
    var format = CheckFormat.text

    @Option(
        help:
            "The least severity that is told: loses-data, tolerated or cosmetic. Default: tolerated for text, all for the rest."
    )
    var severity: Finding.Severity?

    @Option(help: "The least severity that makes the exit code 1.")
    var failOn = Finding.Severity.tolerated

    @Option(name: .shortAndLong, help: "Write to a file.")
    var output: String?

    func validate() throws {
        if manifests.isEmpty { throw ValidationError("name at least one manifest") }
    }

    func run() throws {
        let read = try manifests.map(ManifestFile.read)
        var files: [String: String] = [:]
        for (manifest, file) in zip(read, manifests) {
            if let other = files.updateValue(file, forKey: manifest.platform) {
                throw CommandFailure.usage(
                    "\(other) and \(file) are both of the platform \(TextLayout.shown(manifest.platform)): give each its own name"
                )
            }
        }
        let check = CompatCheck(read, against: against)
        let report = CheckReport(check, from: severity ?? (format == .text ? .tolerated : .cosmetic))
        try write(report)
        let isFound = check.findings.contains { $0.severity >= failOn }
        try (isFound ? ToolExit.findings : .clean).finish()
    }

    private func write(_ report: CheckReport) throws {
        if let output {
            do {
                try text(report, Style.off).write(toFile: output, atomically: true, encoding: .utf8)
            } catch {
                throw CommandFailure.usage("cannot write \(output): \(error.localizedDescription)")
            }
            Console.say(report.summary)
            return
        }
        let out = Output()
        out.write(text(report, out.style))
        out.flush()
    }

    private func text(_ report: CheckReport, _ style: Style) -> String {
        switch format {
        case .text:
            report.text { severity, word in
                switch severity {
                case .losesData: style.red(word)
                case .tolerated: style.yellow(word)
                case .cosmetic: style.faint(word)
                }
            }
        case .json: report.json
        case .markdown: report.markdown
        case .junit: report.junit(failing: failOn)
        case .html: report.html
        }
    }
}

/// How a check is written.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
    /// For people at a terminal.
    case text
    /// For programs.
    case json
    /// For a pull request or a wiki.
    case markdown
    /// For a build server.
    case junit
    /// For a browser: one page, complete in itself.
    case html
}

extension CheckMode: ExpressibleByArgument {}
extension Finding.Severity: ExpressibleByArgument {}
