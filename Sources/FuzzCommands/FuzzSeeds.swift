// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireFuzzing
import Platform

/// The initial inputs of the targets, prepared once for all jobs of a run, in one file for each target.
final class FuzzSeeds {
    private var folder: URL?

    /// Reads the cases and the corpus in or above the working folder, if there are any.
    init(for targets: [TargetCatalog.Entry]) throws {
        guard let fixtures = FixtureFolder.find() else {
            return
        }
        let folder = URL(
            filePath: FileManager.default.temporaryPath("imwire-seeds-\(ProcessInfo.processInfo.processIdentifier)"))
        self.folder = folder
        let library = try fixtures.library()
        try OutputFile.makeFolder(folder.path, isTemporary: true)
        for entry in targets {
            // An eight-byte length precedes each input.
            var bytes = Data()
            for input in fixtures.inputs(for: entry.make(), library) {
                bytes += withUnsafeBytes(of: UInt64(input.count).littleEndian) { Data($0) } + input
            }
            try OutputFile.write(Array(bytes), to: folder.appending(path: entry.name).path)
        }
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Returns the path of a target's file, or nil if there are no fixtures.
    func file(for target: String) -> String? { folder?.appending(path: target).path }

    /// Returns the findings at a path, which names a file or a folder, each with its file.
    static func findings(_ path: String) throws -> [(file: String, finding: FuzzFinding)] {
        let url = URL(filePath: path)
        guard let isFolder = FileManager.default.isFolder(path) else {
            throw CommandFailure.usage("\(path): there is no such file")
        }
        if isFolder { return FixtureFolder.findings(in: url).map { ("\(path)/\($0.fileName)", $0) } }
        guard let data = try? Data(contentsOf: url) else { throw CommandFailure.usage("\(path): cannot be read") }
        return FuzzFinding(file: Array(data)).map { [(path, $0)] } ?? []
    }

    /// Returns the inputs in a file, or nil if the file is not in this format.
    static func read(_ path: String) -> [[UInt8]]? {
        guard let bytes = (try? Data(contentsOf: URL(filePath: path))).map({ Array($0) }) else { return nil }
        var inputs: [[UInt8]] = []
        var rest = bytes[...]
        while rest.count >= 8 {
            let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(8)
            guard length <= UInt64(rest.count) else { return nil }
            inputs.append(Array(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        return rest.isEmpty ? inputs : nil
    }
}

#endif
