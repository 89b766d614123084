// SPDX-License-Identifier: Apache-2.0

import Platform

/// The cases of the suite, as files below a folder.
public struct CaseLibrary: Sendable {
    /// All cases, ordered by file and place.
    public let cases: [Case]

    /// Reads every `.json` file below `folder` that is not a schema, or one file.
    ///
    /// - Parameter selection: the cases to read; files that hold none of them are not parsed.
    /// - Throws: ``SuiteError`` if there is no case, a file cannot be read, or an id occurs twice.
    public init(folder: URL, selection: CaseSelection = CaseSelection()) throws(SuiteError) {
        var cases: [Case] = []
        let files = try CaseLibrary.files(folder)
        for file in files {
            guard let data = try? Data(contentsOf: file.url) else {
                throw SuiteError("\(file.name): cannot be read")
            }
            guard selection.mayTakeCase(in: data) else { continue }
            cases += try CaseFile.cases(in: Array(data), file: file.name, selection: selection)
        }
        guard !files.isEmpty, !cases.isEmpty || !selection.isEverything else {
            throw SuiteError("\(folder.path): holds no cases")
        }
        var seen: Set<String> = []
        for item in cases where !seen.insert(item.id).inserted { throw SuiteError("the id \(item.id) is used twice") }
        self.cases = cases
    }

    static func files(_ folder: URL) throws(SuiteError) -> [(name: String, url: URL)] {
        guard let isFolder = FileManager.default.isFolder(folder.path) else {
            throw SuiteError("\(folder.path): no such file or folder")
        }
        guard isFolder else { return [(folder.lastPathComponent, folder)] }
        guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path) else {
            throw SuiteError("\(folder.path): cannot be read")
        }
        return paths.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
            .sorted()
            .map { ($0, folder.appending(path: $0)) }
    }

    /// The cases whose id, area or `area/id` matches one of `only` (all where it is empty) and none of `except`.
    ///
    /// An empty selection is an error: a run of nothing would look like a pass.
    public func select(only: [String], except: [String] = []) throws(SuiteError) -> [Case] {
        try select(CaseSelection(only: only, except: except))
    }

    /// The cases that a selection takes; an empty selection is an error.
    public func select(_ selection: CaseSelection) throws(SuiteError) -> [Case] {
        let selected = cases.filter { selection.takes(id: $0.id, area: $0.area) }
        guard !selected.isEmpty else {
            let patterns =
                selection.only.isEmpty
                ? "--except \(selection.except.joined(separator: " "))" : selection.only.joined(separator: " ")
            throw SuiteError("no case matches \(patterns); `imwire conform --list` shows the ids")
        }
        return selected
    }
}
