// SPDX-License-Identifier: Apache-2.0

/// The lines of a source around the line that a finding names (CMP-075).
package struct SourceExcerpt: Sendable {
    /// The lines with their numbers, at most three.
    package var lines: [(number: Int, text: String)]

    /// Creates an excerpt of a file, or returns nil if the file does not have the line.
    package init?(_ bytes: [UInt8], line: Int) {
        let rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard (1...max(1, rows.count)).contains(line) else { return nil }
        lines = (max(1, line - 1)...min(rows.count, line + 1)).map { number in
            let row = rows[number - 1].prefix(400)
            return (number, String(decoding: row.last == UInt8(ascii: "\r") ? row.dropLast() : row, as: UTF8.self))
        }
    }

    /// Returns the possible places of the source of a finding's first place: in the trees of its platforms, or of the
    /// other side for a missing fact.
    package static func places(_ finding: CompatFinding) -> [SourceLine] {
        let first = finding.first
        let own = first.source.flatMap { source in
            source.line.map { line in first.platforms.map { SourceLine(platform: $0, file: source.file, line: line) } }
        }
        let other = first.otherSource.flatMap { other in
            other.source.line.map { SourceLine(platform: other.platform, file: other.source.file, line: $0) }
        }
        return own ?? [other].compactMap(\.self)
    }
}

/// The place of a fact in the tree of its platform.
package struct SourceLine: Hashable, Sendable {
    /// The platform that the tree belongs to.
    package var platform: String
    /// The path of the file, below the root of the tree.
    package var file: String
    /// The line, from 1.
    package var line: Int
}
