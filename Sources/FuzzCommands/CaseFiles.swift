// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireFuzzing
import IMWireSpec
import IMWireValues
import Platform

/// The folder of the cases, for commands that show or change a single case.
struct CaseFiles {
    private let folder: URL

    init(_ option: CasesOption) throws(CommandFailure) {
        folder = try option.folder()
    }

    func item(_ id: String) throws -> Case {
        try found(id).item
    }

    /// Returns a case with the text and path of its file; refuses a scenario, which has a file of its own.
    func file(of id: String) throws -> (item: Case, text: CaseFileText, path: String) {
        let (item, name) = try found(id)
        let path = folder.appending(path: name).path
        guard item.area != "scenario", let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw CommandFailure.usage("\(id): is a scenario; correct or remove \(name)")
        }
        return (item, try CaseFileText(Array(data), id: id, file: name), path)
    }

    /// Adds an entry to a record of changed or retired cases, which is next to the folder of the cases.
    func record(_ entry: RawJSON, in name: String) throws {
        let path = folder.deletingLastPathComponent().appending(path: "\(name).json").path
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw CommandFailure.usage("\(path): cannot be read")
        }
        try OutputFile.write(CaseFileText.adding(entry, to: name, in: Array(data), file: path), to: path)
    }

    private func found(_ id: String) throws -> (item: Case, file: String) {
        guard let found = try CaseIndex(folder: folder).item(id) else {
            throw CommandFailure.usage("\(id): no case has this id; imwire explain suggests similar ids")
        }
        return found
    }
}

#endif
