// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireCompat
import Testing

/// Tests of the handwritten projects under `Fixtures/scan`, each of which lists every fact that it states.
struct ScanFixtureTests {
    /// The minimum precision and recall of the scanner.
    static let floor = 0.95
    /// The minimum numbers of facts and of languages in the projects.
    static let facts = 900
    static let languages = 12

    @Test("The scanner finds the declared facts of the projects and no others")
    func precisionAndRecall() throws {
        var total = ScanScore(name: "all")
        var scores: [ScanScore] = []
        var languages: Set<String> = []
        for name in try ScanProject.names() {
            let project = try ScanProject(name)
            let score = project.score(try SourceTree.scan(project.folder))
            languages.insert(String(name.prefix { $0 != "-" }))
            scores.append(score)
            total.add(score)
        }
        print(ScanScore.table(scores + [total]))
        for score in scores {
            for line in score.lines { print("  \(score.name): \(line)") }
            #expect(score.precision >= ScanFixtureTests.floor, "\(score.name): \(score.lines)")
            #expect(score.recall >= ScanFixtureTests.floor, "\(score.name): \(score.lines)")
        }
        #expect(total.precision >= ScanFixtureTests.floor)
        #expect(total.recall >= ScanFixtureTests.floor)
        #expect(total.stated >= ScanFixtureTests.facts)
        #expect(languages.count >= ScanFixtureTests.languages)
    }

    @Test("The manifest of a project parses to the same facts")
    func manifests() throws {
        for name in try ScanProject.names() {
            let result = try SourceTree.scan(try ScanProject(name).folder)
            let platforms = ScanPlatform.found(in: result).map(\.platform)
            #expect(!platforms.isEmpty)
            var types = 0
            for platform in platforms {
                let manifest = result.manifest(platform, name: name)
                let again = try Manifest(parsing: Array(manifest.json.utf8))
                #expect(again == manifest)
                types += again.types.count
            }
            #expect(types == result.types.count)
        }
    }

    @Test("Unreadable declarations are reported with their location")
    func unread() throws {
        for name in try ScanProject.names() {
            let project = try ScanProject(name)
            let said = try SourceTree.scan(project.folder).unread.map { "\($0.file):\($0.line)" }
            for place in project.unread { #expect(said.contains(place), "\(name) does not say \(place), only \(said)") }
            #expect(said.count <= project.unread.count + 1, "\(name) says more than it should: \(said)")
        }
    }
}

/// A project and the facts that it states.
struct ScanProject {
    let name: String
    let folder: String
    let facts: Set<String>
    let unread: [String]

    static let root = scanProjects

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
            FileManager.default.fileExists(atPath: root.appending(path: "\($0)/expected.json").path)
        }.sorted()
    }

    init(_ name: String) throws {
        self.name = name
        folder = ScanProject.root.appending(path: name).path
        let json = try RawJSON(text: String(contentsOfFile: folder + "/expected.json", encoding: .utf8))
        facts = Set((json["facts"]?.elements ?? []).map(ScanProject.text))
        unread = (json["unresolved"]?.elements ?? []).map {
            "\($0["file"]?.string ?? ""):\($0["line"]?.text ?? "")"
        }
    }

    private static func text(_ fact: RawJSON) -> String {
        let parts = ["file", "line", "objectName", "kind", "value"].map { fact[$0]?.string ?? fact[$0]?.text ?? "" }
        return "\(parts[0]):\(parts[1]) \(parts[2]) \(parts[3]) \(parts[4])"
    }

    func score(_ result: ScanResult) -> ScanScore {
        let found = Set(
            result.facts.map { "\($0.file):\($0.line) \($0.objectName) \($0.kind.rawValue) \($0.value)" })
        var score = ScanScore(name: name)
        score.stated = facts.count
        score.found = found.count
        score.right = facts.intersection(found).count
        score.lines =
            facts.subtracting(found).sorted().map { "missed " + $0 }
            + found.subtracting(facts).sorted().map { "wrong  " + $0 }
        return score
    }
}

/// A comparison of the facts that a scan finds with those that a project states.
struct ScanScore {
    let name: String
    var stated = 0
    var found = 0
    var right = 0
    var lines: [String] = []

    init(name: String) { self.name = name }

    var precision: Double { found == 0 ? 0 : Double(right) / Double(found) }
    var recall: Double { stated == 0 ? 0 : Double(right) / Double(stated) }

    mutating func add(_ other: ScanScore) {
        stated += other.stated
        found += other.found
        right += other.right
    }

    static func table(_ scores: [ScanScore]) -> String {
        let rows = scores.map { score in
            let name = score.name.padding(toLength: 14, withPad: " ", startingAt: 0)
            let numbers = [score.stated, score.found, score.right].map { String($0).leftPadded(8) }.joined()
            let shares = [score.precision, score.recall].map { String(format: "%.1f %%", $0 * 100).leftPadded(11) }
            return name + numbers + shares.joined()
        }
        let head = "project         stated   found   right  precision     recall"
        return ([head] + rows).joined(separator: "\n")
    }
}

extension String {
    fileprivate func leftPadded(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
