// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireCompat
import Platform

/// `imwire compat check`: compares manifests with the registry and with each other.
struct CompatCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares the declarations of platforms.",
        usage: "imwire compat check [<options>] <manifest> ...",
        discussion: """
            Compares every manifest with the registry of built-in types, and with each \
            other where a type is an application's own. The output:
              loses data DEV-01 server-go: RC:CmdNtf operation: member spelled differently
                here   operation
                there  name (registry)
                do     Send name; read both.
                from   sdk/message.go:126

            "loses data" means that somebody does not get what was sent, "tolerated" \
            that a lenient reader copes, "cosmetic" that nothing is lost. \
            imwire explain DEV-01 describes an id.

            EXAMPLES
              imwire compat check ios.json android.json web.json
              imwire compat check --against each-other ios.json android.json
              imwire compat check --format html --output matrix.html \\
                Fixtures/platforms/*.json
              imwire compat check --format junit --fail-on loses-data ios.json > ios.xml

            EXIT CODES
              0  nothing at least as severe as --fail-on was found
              1  something was found
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
            try OutputFile.write(text(report, Style.off), to: output)
            Console.say(report.summary)
            return
        }
        let text = text(report, Style(STDOUT_FILENO))
        if format == .text { Output.emit(lines: text) } else { Output.emit(document: text) }
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

#endif
