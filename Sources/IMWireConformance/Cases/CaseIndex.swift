// SPDX-License-Identifier: Apache-2.0

import IMWire
import Platform

/// An index that finds cases by id or requirement, and that reads each file once and parses it only if it can match.
package final class CaseIndex {
    private struct File {
        let name: String
        let data: Data
        /// The ids of the file's cases, keyed by requirement; nil until the file is parsed.
        var ids: [String: [String]]?
    }

    private let folder: URL
    /// The files; nil until they are read.
    private var files: [File]?

    package init(folder: URL) {
        self.folder = folder
    }

    /// Returns the case with an id and the name of its file, or nil if there is no such case.
    package func item(_ id: String) throws(SuiteError) -> (item: Case, file: String)? {
        let wanted = Data("\"\(id)\"".utf8)
        for file in try read() where file.data.first(wanted) != nil {
            let selection = CaseSelection(only: [id])
            let cases = try CaseFile.cases(in: Array(file.data), file: file.name, selection: selection)
            if let item = cases.first(where: { $0.id == id }) { return (item, file.name) }
        }
        return nil
    }

    /// Returns the ids of the cases that exercise a requirement, in the order of their files.
    package func ids(exercising requirement: String) throws(SuiteError) -> [String] {
        let wanted = Data("\"\(requirement)\"".utf8)
        var files = try read()
        var ids: [String] = []
        for index in files.indices {
            if files[index].ids == nil, files[index].data.first(wanted) != nil {
                files[index].ids = CaseIndex.idsByRequirement(files[index].data)
            }
            ids += files[index].ids?[requirement] ?? []
        }
        self.files = files
        return ids
    }

    /// Returns every string named `id` in the files: the ids of all cases, and those of some messages.
    package func names() throws(SuiteError) -> [String] {
        try read().flatMap { CaseSelection.strings(named: "id", in: $0.data) }
    }

    private static func idsByRequirement(_ data: Data) -> [String: [String]] {
        var ids: [String: [String]] = [:]
        let file = try? RawJSON(parsing: Array(data).span)
        for item in file?["cases"]?.elements ?? [] {
            guard let id = item["id"]?.string else { continue }
            let names = item["requirements"]?.elements?.compactMap(\.string) ?? []
            for name in Set(names) { ids[name, default: []].append(id) }
        }
        return ids
    }

    private func read() throws(SuiteError) -> [File] {
        if let files { return files }
        var read: [File] = []
        for file in try CaseLibrary.files(folder) {
            guard let data = try CaseLibrary.data(of: file) else { continue }
            read.append(File(name: file.name, data: data))
        }
        files = read
        return read
    }
}
