// SPDX-License-Identifier: Apache-2.0

/// The skeleton of a testee in a programming language, which answers hello and skips everything else.
package struct TesteeSkeleton: Sendable {
    /// The name of the language on the command line.
    package let language: String
    /// The name of the source file.
    package let file: String
    /// The command that starts the testee, with `FILE` in place of the file's path and `DIR` in place of its folder's.
    package let command: String
    /// The command that builds the testee, or nil if none is needed.
    package var build: String?
    /// Whether a test builds and runs the skeleton; no toolchain for the others is in Debian.
    package var isTested = true
    /// The contents of the source file.
    package let text: String

    /// All skeletons.
    package static let all = [python, node, c, swift, java, go, csharp, dart]
}
