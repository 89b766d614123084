// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The cases of the suite, as files below a folder.
public struct CaseLibrary: Sendable {
    /// All cases, ordered by file and place.
    public let cases: [Case]

    /// Reads every `.json` below `folder`.
    ///
    /// - Throws: ``SuiteError`` where the folder holds no case, a file cannot be read, or an id occurs twice.
    public init(folder: URL) throws(SuiteError) {
        guard let walker = FileManager.default.enumerator(atPath: folder.path) else {
            throw SuiteError("\(folder.path): no such folder; run from the package's root, or give --cases")
        }
        let files = walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
        var cases: [Case] = []
        for file in files {
            guard let data = try? Data(contentsOf: folder.appending(path: file)) else {
                throw SuiteError("\(file): cannot be read")
            }
            cases += try CaseFile.cases(in: Array(data), file: file)
        }
        guard !cases.isEmpty else { throw SuiteError("\(folder.path): holds no cases") }
        var seen: Set<String> = []
        for item in cases where !seen.insert(item.id).inserted { throw SuiteError("the id \(item.id) is used twice") }
        self.cases = cases
    }

    /// The cases whose id, area or `area/id` matches one of `only` (all where it is empty) and none of `except`.
    ///
    /// A pattern is an id, or has `*` for any run of characters. An empty selection is an error: a run of nothing would
    /// look like a pass.
    public func select(only: [String], except: [String] = []) throws(SuiteError) -> [Case] {
        func matches(_ item: Case, _ patterns: [String]) -> Bool {
            patterns.contains { pattern in
                Glob.matches(pattern, item.id) || Glob.matches(pattern, item.area)
                    || Glob.matches(pattern, "\(item.area)/\(item.id)")
            }
        }
        let selected = cases.filter { (only.isEmpty || matches($0, only)) && !matches($0, except) }
        guard !selected.isEmpty else {
            let patterns = only.isEmpty ? "--except \(except.joined(separator: " "))" : only.joined(separator: " ")
            throw SuiteError("no case matches \(patterns); `imwire conform --list` shows the ids")
        }
        return selected
    }
}

/// Patterns with `*`.
enum Glob {
    /// Whether `text` is what `pattern` describes; takes time in proportion to the product of their lengths at most.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.utf8)
        let text = Array(text.utf8)
        var position = 0
        var place = 0
        var star: (place: Int, position: Int)?
        while position < text.count {
            if place < pattern.count, pattern[place] == 0x2a {
                star = (place, position)
                place += 1
            } else if place < pattern.count, pattern[place] == text[position] {
                place += 1
                position += 1
            } else if let last = star {
                place = last.place + 1
                position = last.position + 1
                star = (last.place, position)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == 0x2a }
    }
}
