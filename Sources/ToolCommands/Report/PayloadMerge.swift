// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireCompat

/// What can be asked of counts of payloads that are merged.
struct PayloadMergeOptions: ParsableArguments {
    @Option(help: "The platform's manifest: what it shows counts as known.")
    var manifest: String?
    @Flag(help: "Count known deviations as findings too.")
    var strict = false
    @Flag(help: "Write a part that can be merged again.")
    var partial = false

    /// Whether none of them was given.
    var areUnused: Bool { manifest == nil && !strict && !partial }
}

/// The sum of the counts of parts of a platform's traffic (CMP-054).
struct PayloadMerge {
    private var merged: PayloadCounts?

    /// Adds a part.
    mutating func add(_ bytes: [UInt8], _ name: String) throws(CommandFailure) {
        let part: PayloadCounts
        do throws(ManifestError) {
            part = try PayloadCounts(parsing: bytes)
        } catch {
            throw .usage("\(TextLayout.shown(name, limit: 512)): \(TextLayout.shown(error.description, limit: 512))")
        }
        guard let first = merged else {
            merged = part
            return
        }
        guard first.platform == part.platform else {
            throw .usage(
                "\(TextLayout.shown(name, limit: 512)) is of \(TextLayout.shown(part.platform)) and the parts before it"
                    + " of \(TextLayout.shown(first.platform)): merge each platform alone")
        }
        merged?.add(part)
    }

    /// Writes the sum, and ends the command by what was found.
    func emit(_ options: PayloadMergeOptions, _ format: OutputFormat) throws {
        guard var counts = merged else { return }
        counts.limitTypes { Registry.builtIn[$0.rawValue] != nil }
        if options.partial { return Output.emit(document: counts.json) }
        let known = try CompatPayloadsCommand.knownDeviations(counts.platform, options.manifest)
        try PayloadReport(counts, known: known).emit(
            format == .json ? LineFormat.json : .text, strict: options.strict, .clean)
    }
}

#endif
