// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of Fixtures/planted-bugs, the bugs that `scripts/planted-bugs` puts into a copy of the sources.
@Suite("The list of planted bugs")
struct PlantedBugListTests {
    private struct List: Decodable {
        let replacements: [Replacement]
        let files: [NewFile]
    }

    private struct Replacement: Decodable {
        let id: String
        let file: String
        let text: [String]
        let replacement: [String]
    }

    private struct NewFile: Decodable {
        let id: String
        let file: String
        let from: String
    }

    private static let folder = root.appending(path: "Fixtures/planted-bugs")
    /// The id of an entry that supports the bugs but is not one itself.
    private static let support = "support"

    private func list() throws -> List {
        try JSONDecoder().decode(
            List.self, from: Data(contentsOf: Self.folder.appending(path: "replacements.json")))
    }

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOf: root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
    }

    /// Returns the ranges at which whole lines occur in a file.
    private func places(_ text: [String], in lines: [String]) -> [Range<Int>] {
        guard !text.isEmpty, text.count <= lines.count else { return [] }
        return (0...lines.count - text.count).map { $0..<$0 + text.count }.filter { Array(lines[$0]) == text }
    }

    @Test("Every entry's text occurs once, and not in another entry's place")
    func texts() throws {
        var taken: [String: [Range<Int>]] = [:]
        for entry in try list().replacements {
            let found = places(entry.text, in: try lines(entry.file))
            #expect(found.count == 1, "\(entry.id): \(entry.file) has its text \(found.count) times")
            #expect(entry.replacement != entry.text && !entry.replacement.isEmpty, "\(entry.id)")
            for place in found {
                let isFree = !taken[entry.file, default: []].contains { $0.overlaps(place) }
                #expect(isFree, "\(entry.id): \(entry.file) line \(place.lowerBound + 1)")
                taken[entry.file, default: []].append(place)
            }
        }
    }

    @Test("There are at least 25 bugs, each declared and queried where it is inserted")
    func bugs() throws {
        let list = try list()
        let source = try String(contentsOf: Self.folder.appending(path: "PlantedBug.swift"), encoding: .utf8)
        let declared = source.matches(of: /(?m)^    case ([a-z].*)$/)
            .flatMap { $0.1.split(separator: ", ").map(String.init) }
        #expect(declared.count >= 25)
        #expect(Set(declared).count == declared.count)
        #expect(Set(declared) == Set(list.replacements.map(\.id)).subtracting([Self.support]))
        for bug in declared {
            let asked = list.replacements.filter {
                $0.replacement.joined(separator: "\n").contains("PlantedBug.isActive(.\(bug))")
            }
            #expect(asked.map(\.id) == [bug], "\(bug) is active in \(asked.map(\.id))")
        }
    }

    @Test("The new files exist for the copy and not in the sources")
    func files() throws {
        let files = try list().files
        #expect(files.map(\.from).sorted() == ["PlantedBug.swift", "PlantedBugTests.swift"])
        for file in files {
            #expect(FileManager.default.fileExists(atPath: Self.folder.appending(path: file.from).path))
            #expect(!FileManager.default.fileExists(atPath: root.appending(path: file.file).path), "\(file.file)")
        }
    }
}
