// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// The tables and paragraphs of a chapter of `Spec` that generators read as data.
struct ChapterTables {
    private let name: String
    private let lines: [String]

    init(_ file: URL) throws {
        name = file.lastPathComponent
        lines = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the cells, as written, of each row after the header of the first table after a requirement or heading.
    func rows(behind start: String) throws -> [[String]] {
        guard let place = lines.firstIndex(where: { $0.hasPrefix(start) }) else {
            throw SpecError("\(name): there is no \(start)")
        }
        let table = lines[place...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        guard table.count > 2 else { throw SpecError("\(name): there is no table after \(start)") }
        return table.dropFirst(2).map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
                String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
    }

    /// Returns the paragraph of a requirement, as one line.
    func paragraph(_ id: String) throws -> String {
        guard let place = lines.firstIndex(where: { $0.hasPrefix("**\(id)**") }) else {
            throw SpecError("\(name): there is no \(id)")
        }
        return lines[place...].prefix { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the text between each pair of backticks, in order.
    static func code(_ text: some StringProtocol) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    /// Returns the names and default values in the chapter's table of limits.
    func limits(behind heading: String) throws -> [(String, Int)] {
        try rows(behind: heading).map { row in
            guard row.count > 1, let name = ChapterTables.code(row[0]).first, let value = Int(row[1]) else {
                throw SpecError("\(self.name): \(row) is not a limit")
            }
            return (name, value)
        }
    }
}
