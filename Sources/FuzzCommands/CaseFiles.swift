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

    /// Creates an instance for the folder at `named`, or for the one found in or above the current folder.
    init(_ named: String?) throws(CommandFailure) {
        folder = try FixtureFolder.cases(named)
    }

    /// Returns the case with the given id.
    func item(_ id: String) throws(CommandFailure) -> Case {
        try found(id).item
    }

    /// Returns a case with the text and path of its file; refuses a scenario, which has a file of its own.
    func file(of id: String) throws(CommandFailure) -> (item: Case, text: CaseFileText, path: String) {
        let (item, name) = try found(id)
        let path = folder.appending(path: name).path
        guard item.area != "scenario", let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw .usage("\(id): is a scenario; correct or remove \(name)")
        }
        return (item, try broken { () throws(SuiteError) in try CaseFileText(Array(data), id: id, file: name) }, path)
    }

    /// Adds an entry to a record of changed or retired cases, which is next to the folder of the cases.
    func note(_ entry: RawJSON, in name: String) throws(CommandFailure) {
        let path = folder.deletingLastPathComponent().appending(path: "\(name).json").path
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw .usage("\(path): cannot be read")
        }
        let text = try broken { () throws(SuiteError) in
            try CaseFileText.adding(entry, to: name, in: Array(data), file: path)
        }
        try OutputFile.write(text, to: path)
    }

    private func found(_ id: String) throws(CommandFailure) -> (item: Case, file: String) {
        let found = try broken { () throws(SuiteError) in try CaseIndex(folder: folder).item(id) }
        guard let found else { throw .usage("\(id): no case has this id; imwire explain suggests similar ids") }
        return found
    }

    private func broken<Value>(_ body: () throws(SuiteError) -> Value) throws(CommandFailure) -> Value {
        do throws(SuiteError) {
            return try body()
        } catch {
            throw CommandFailure(message: error.description, exit: .broken)
        }
    }
}

#endif
