// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireCompat
import Platform

struct CompatCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares the declarations of platforms.",
        usage: "imwire compat check [<options>] <manifest> ...",
        discussion: """
            Compares every manifest with the registry of built-in types, and compares the \
            manifests' custom types with each other. The output:
              loses data DEV-01 server-go: RC:CmdNtf operation: the member has another name
                here   operation
                there  name (registry)
                do     Send name, and read both.
                from   sdk/message.go:126

            "loses data" means that a receiver does not get what was sent, "tolerated" \
            that a lenient reader reads it, "cosmetic" that nothing is lost. \
            imwire explain DEV-01 describes an id.

            A finding is as certain as the weakest fact that it rests on. What rests on a \
            guess comes last, on one line each: it "may lose data (guess)", and fails a run \
            only with --fail-on-guesses. Where two sides differ and nothing shows which one \
            is wrong, both are named.

            A custom type is expected in each manifest that has another type with its \
            prefix, such as app:. With --own 'app:*', matching types are expected in every \
            manifest, and other custom types are not compared.

            A baseline accepts findings, each with a reason, an owner and an expiry date: \
            {"baseline":1,"entries":[{"id":"CMP-031","platform":"ios", \
            "objectName":"app:*","member":"price","reason":"…","owner":"…", \
            "expires":"2027-01-31"}]}. Entries that are expired, stale or match nothing \
            fail the run.

            EXAMPLES
              imwire compat check ios.json android.json web.json
              imwire compat check --against each-other ios.json android.json
              imwire compat check --report matrix.html \\
                Fixtures/platforms/*.json
              imwire compat check --fail-on loses-data --report ios.xml ios.json
              imwire compat check --report before.json ios.json
              imwire compat check --changed-since before.json ios.json
              imwire compat check --report imwire.sarif ios.json
              imwire compat check --write-baseline known.json ios.json android.json
              imwire compat check --baseline known.json ios.json android.json

            EXIT CODES
              0  no findings at or above the severity of --fail-on
              1  findings
              2  the command line is wrong, or a file cannot be used
              4  an entry of the baseline is expired, stale or matches nothing
            """)

    @Argument(help: "Manifests, one platform each (Spec/compat.md).")
    var manifests: [String]

    @Option(
        help:
            "registry: compare with the registry, and custom types with each other; each-other: compare all types with each other."
    )
    var against = CheckMode.registry

    @Option(help: "Custom types that all manifests share, such as app:*. May be repeated.")
    var own: [String] = []

    @Option(help: "The folder of a platform's code, as NAME=FOLDER, for excerpts and SARIF. May be repeated.")
    var source: [String] = []

    @OptionGroup var reporting: CheckReportOptions

    func validate() throws {
        if manifests.isEmpty { throw ValidationError("name at least one manifest") }
        for pair in source where !pair.contains("=") {
            throw ValidationError("--source \(TextLayout.shown(pair)): write it as NAME=FOLDER")
        }
    }

    func run() throws {
        let read = try manifests.map(Manifest.init(file:))
        var files: [String: String] = [:]
        for (manifest, file) in zip(read, manifests) {
            if let other = files.updateValue(file, forKey: manifest.platform) {
                throw CommandFailure.usage(
                    "\(other) and \(file) both describe the platform \(TextLayout.shown(manifest.platform)); give each a different name"
                )
            }
        }
        var defaults = CheckReportOptions.Defaults()
        for pair in source {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, files[parts[0]] != nil else {
                throw CommandFailure.usage("--source \(TextLayout.shown(pair)): no manifest is of that platform")
            }
            defaults.folders[parts[0]] = parts[1]
            defaults.roots[parts[0]] = parts[1]
        }
        try reporting.report(CompatCheck(read, against: against, own: own), defaults)
    }
}

extension CheckMode: ExpressibleByArgument {}
extension FindingSeverity: ExpressibleByArgument {}

extension Manifest {
    init(file path: String) throws(CommandFailure) {
        self = try InputFile.parsed(path, advice: "Spec/compat.md describes the format.") { try Manifest(parsing: $0) }
    }
}

#endif
