// SPDX-License-Identifier: Apache-2.0

import IMWireConformance
import Platform

/// The folder `Fixtures`, with cases that serve as seeds, the committed corpus, and past findings.
package struct FixtureFolder: Sendable {
    package let folder: URL

    /// Creates an instance for a folder.
    package init(_ folder: URL) {
        self.folder = folder
    }

    /// Returns `Fixtures` in a folder or one of its parents, or nil if there is none.
    package static func find(from start: URL) -> FixtureFolder? {
        SuiteFolder.find(from: start).map(FixtureFolder.init)
    }

    /// Returns `Fixtures` in the current folder, in one of its parents or in the release, or nil if there is none.
    package static func find() -> FixtureFolder? {
        SuiteFolder.find().map(FixtureFolder.init)
    }

    package var findings: URL { folder.appending(path: "findings") }
    /// The folder of the corpora, which has a folder for each target.
    package var corpus: URL { folder.appending(path: "corpus") }

    /// The schedules in which explorations have found a fault that was put in, as files (FUZ-113).
    package var explorations: [[UInt8]] { files(in: "explorations", below: 1 << 16) { $1 } }

    /// Returns the cases of the suite.
    package func library() throws(SuiteError) -> CaseLibrary {
        try CaseLibrary(folder: folder.appending(path: "cases"))
    }

    /// Returns the inputs that the cases provide for a target.
    package func seeds(for target: any FuzzTarget, _ library: CaseLibrary) -> [[UInt8]] {
        switch target.name {
        case "cases": return files(in: "cases", below: 6_000) { name, bytes in name.hasSuffix(".json") ? bytes : nil }
        case "manifests": return files(in: "platforms", below: target.maximumLength) { $1 }
        case "recordings":
            let logs = files(in: "captures", below: target.maximumLength) { $0.hasSuffix(".jsonl") ? [5] + $1 : nil }
            return logs + library.cases.compactMap { target.seed(from: $0) }
        case "sources": return files(in: "scan", below: target.maximumLength) { SourceTarget.seed($1, fileName: $0) }
        default: break
        }
        var seen: Set<[UInt8]> = []
        return library.cases.compactMap { target.seed(from: $0) }.filter { seen.insert($0).inserted }
    }

    /// Returns the initial inputs of a target: the cases, the committed corpus, and past findings (FUZ-002).
    package func inputs(for target: any FuzzTarget, _ library: CaseLibrary) -> [[UInt8]] {
        seeds(for: target, library) + FixtureFolder.inputs(in: corpus.appending(path: target.name))
            + FixtureFolder.findings(in: findings).filter { $0.target == target.name }.map(\.input)
    }

    /// Returns the inputs that small files of a folder provide, ordered by name.
    private func files(
        in name: String, below limit: Int, _ input: (String, [UInt8]) -> [UInt8]?
    ) -> [[UInt8]] {
        let root = folder.appending(path: name)
        let names = FileManager.default.paths(below: root.path)
        return names.sorted().compactMap { name in
            guard let data = try? Data(contentsOf: root.appending(path: name)), data.count < limit else { return nil }
            return input(name, Array(data))
        }
    }

    /// Returns the inputs in a folder of files, ordered by name; empty if there is no such folder.
    package static func inputs(in folder: URL) -> [[UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { !$0.hasSuffix(".md") }.compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) }
        }
    }

    /// Returns the findings in a folder, ordered by name.
    package static func findings(in folder: URL) -> [FuzzFinding] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".json") }.compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).flatMap { FuzzFinding(file: Array($0)) }
        }
    }
}
