// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// A list of patterns of files and folders that a scan excludes (CMP-062).
///
/// A pattern with a slash describes a path below the root, and any other pattern the name of a file or folder anywhere.
/// `*` stands for any characters, including slashes. A trailing slash restricts a pattern to folders.
package struct ExcludeList: Sendable {
    /// The name of the file at the root of a tree that lists patterns, one per line.
    package static let fileName = ".imwireignore"

    /// An error in a line of the file.
    package struct Failure: Error {
        /// The number of the line, from 1.
        package var line: Int
        /// The reason, in words.
        package var message: String
    }

    private struct Pattern: Sendable {
        var text: String
        var isPath: Bool
        var isFolder: Bool
    }

    private var patterns: [Pattern] = []
    private static let maximum = 10_000

    /// Creates an empty list.
    package init() {}

    /// Adds a pattern in the form used on the command line.
    package mutating func add(_ pattern: String) {
        var text = pattern[...]
        let isFolder = text.hasSuffix("/")
        while text.hasSuffix("/") { text = text.dropLast() }
        if text.hasPrefix("./") { text = text.dropFirst(2) }
        let isPath = text.holds("/")
        while text.hasPrefix("/") { text = text.dropFirst() }
        guard !text.isEmpty, patterns.count < ExcludeList.maximum else { return }
        patterns.append(Pattern(text: String(text), isPath: isPath, isFolder: isFolder))
    }

    /// Adds the patterns of a file; blank lines and lines that start with `#` are ignored.
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

    /// Returns whether a file or folder is excluded.
    package func contains(_ path: String, isFolder: Bool) -> Bool {
        guard !patterns.isEmpty else { return false }
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        return patterns.contains { pattern in
            (isFolder || !pattern.isFolder) && Glob.matches(pattern.text, pattern.isPath ? path : name)
        }
    }
}

extension Substring {
    /// The text without leading and trailing white space.
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return text
    }
}
