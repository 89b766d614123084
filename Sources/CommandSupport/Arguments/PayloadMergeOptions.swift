// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// The options for merging counts of payloads.
package struct PayloadMergeOptions: ParsableArguments {
    @Option(help: "The platform's manifest, whose deviations count as known.")
    package var manifest: String?
    @Flag(help: "Count known deviations as findings too.")
    package var strict = false
    @Flag(help: "Write a part for another merge.")
    package var partial = false

    package init() {}

    /// Whether none of these options was given.
    package var areUnused: Bool { words.isEmpty }

    /// The arguments that repeat these options.
    package var words: [String] {
        (manifest.map { ["--manifest", $0] } ?? []) + (strict ? ["--strict"] : []) + (partial ? ["--partial"] : [])
    }
}

#endif
