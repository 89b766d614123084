// SPDX-License-Identifier: Apache-2.0

import IMWireValues

/// Files and folders that a scan leaves out (CMP-062).
///
/// A pattern with a slash describes a path below the root, any other one the name of a file or folder anywhere. `*`
/// stands for any characters, slashes included; a slash at the end restricts a pattern to folders.
package struct ExcludeList: Sendable {
    /// The file at the root of a tree that lists patterns, one a line.
    package static let fileName = ".imwireignore"

    /// A line that cannot be read.
    package struct Failure: Error {
        /// The number of the line, from 1.
        package var line: Int
        /// Why, in words.
        package var message: String
    }

    private struct Pattern: Sendable {
        var text: String
        var isPath: Bool
        var isFolder: Bool
    }

    private var patterns: [Pattern] = []
    private static let maximum = 10_000

    /// No patterns.
    package init() {}

    /// Adds a pattern, as the command line has it.
    package mutating func add(_ pattern: String) {
        var text = pattern[...]
        let isFolder = text.hasSuffix("/")
        while text.hasSuffix("/") { text = text.dropLast() }
        if text.hasPrefix("./") { text = text.dropFirst(2) }
        let isPath = text.contains("/")
        while text.hasPrefix("/") { text = text.dropFirst() }
        guard !text.isEmpty, patterns.count < ExcludeList.maximum else { return }
        patterns.append(Pattern(text: String(text), isPath: isPath, isFolder: isFolder))
    }

    /// Adds the patterns of a file; blank lines and lines that start with `#` are comments.
    package mutating func add(lines text: String) throws(Failure) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let pattern = line.trimmed
            if pattern.isEmpty || pattern.hasPrefix("#") { continue }
            if pattern.hasPrefix("!") {
                throw Failure(line: index + 1, message: "patterns that include again (!) are not supported")
            }
            add(String(pattern))
        }
    }

    /// Whether an entry is left out.
    package func contains(_ path: String, isFolder: Bool) -> Bool {
        guard !patterns.isEmpty else { return false }
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        return patterns.contains { pattern in
            (isFolder || !pattern.isFolder) && Glob.matches(pattern.text, pattern.isPath ? path : name)
        }
    }
}

extension Substring {
    /// The text without white space at its ends.
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return text
    }
}
