// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import Platform

/// The cases of the suite, read from the files below a folder.
package struct CaseLibrary: Sendable {
    /// All cases, ordered by file and by position in the file.
    package let cases: [Case]

    /// Creates a library from every `.json` file below `folder` that is not a schema, or from a single file.
    ///
    /// - Parameters:
    ///   - selection: the cases to read; files that contain none of them are not parsed.
    ///   - version: the version of the suite whose cases are read in their former state; nil for the current version.
    /// - Throws: ``SuiteError`` if there is no case, a file cannot be read, or an id occurs twice.
    package init(
        folder: URL, selection: CaseSelection = CaseSelection(), history: SuiteHistory = SuiteHistory(),
        version: SuiteVersion? = nil
    ) throws(SuiteError) {
        var selection = selection
        if version == nil { selection.only = selection.only.map { history.successor(of: $0) ?? $0 } }
        var cases: [Case] = []
        let files = try CaseLibrary.files(folder)
        for file in files {
            guard let data = try CaseLibrary.data(of: file) else {
                throw SuiteError("\(file.name): cannot be read")
            }
            guard selection.mayInclude(in: data) else { continue }
            let changed = version.map { version in { (item: RawJSON) in history.item(item, in: version) } }
            cases += try CaseFile.cases(in: Array(data), file: file.name, selection: selection, changed: changed)
        }
        if let version {
            for (area, item) in history.lost(since: version) {
                let read = try CaseFile.read(JSONObject(item), area, "retired.json")
                if selection.matches(id: read.id, area: area) { cases.append(read) }
            }
        }
        guard !files.isEmpty, !cases.isEmpty || !selection.only.isEmpty || selection.ids != nil || version != nil else {
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
            .map { ($0, folder.appending(path: $0)) } + ScenarioFile.files(beside: folder)
    }

    /// Returns the bytes of a file in the form of a case file, or nil if the file cannot be read.
    static func data(of file: (name: String, url: URL)) throws(SuiteError) -> Data? {
        guard let data = try? Data(contentsOf: file.url) else { return nil }
        return ScenarioFile.isOne(file.name) ? Data(try ScenarioFile.cases(Array(data), file.name).utf8) : data
    }

    /// Returns the cases whose id, area, or `area/id` matches a pattern of `only` and none of `except`.
    ///
    /// If `only` is empty, it matches all cases. An empty selection is an error, because a run without cases would look
    /// like a pass.
    package func select(only: [String], except: [String] = []) throws(SuiteError) -> [Case] {
        try select(CaseSelection(only: only, except: except))
    }

    /// Returns the cases that a selection includes, and throws if an option matches nothing.
    package func select(_ selection: CaseSelection, history: SuiteHistory = SuiteHistory()) throws(SuiteError) -> [Case]
    {
        var selection = selection
        // An earlier version of the suite still has the case under its former id.
        let ids = Set(cases.map(\.id))
        func present(_ id: String) -> String { ids.contains(id) ? id : history.successor(of: id) ?? id }
        selection.only = selection.only.map(present)
        selection.except = selection.except.map(present)
        return try selection.selected(of: cases)
    }
}
