// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireCompat
import Testing

/// Tests of an iOS and an Android application with ten planted disagreements, which `planted.json` lists.
struct PlantedTests {
    /// The findings of a check of both applications' scanned declarations.
    private static let findings = Result {
        let apps = scanProjects.appending(path: "apps")
        return CompatCheck([
            try SourceTree.scan(apps.appending(path: "ios").path).manifest(.ios, name: nil),
            try SourceTree.scan(apps.appending(path: "android").path).manifest(.android, name: nil),
        ]).findings.flatMap(\.differences)
    }

    private struct Planted {
        var kind: String
        var objectName: String
        var member: String
    }

    private static func planted() throws -> [Planted] {
        let file = scanProjects.appending(path: "apps/planted.json")
        let json = try RawJSON(text: String(contentsOf: file, encoding: .utf8))
        return (json["planted"]?.elements ?? []).map {
            Planted(
                kind: $0["kind"]?.string ?? "", objectName: $0["objectName"]?.string ?? "",
                member: $0["member"]?.string ?? "")
        }
    }

    /// The kinds of finding that report each kind of planted disagreement.
    private static let kinds: [String: Set<FindingKind>] = [
        "flags": [.flagsDiffer], "string/integer": [.memberType], "object/string": [.memberType],
        "missing member": [.memberMissing], "renamed type": [.nameNear], "nested member": [.memberMissing],
        "enumeration number": [.enumerationNumber], "required/absent": [.memberRequired], "alias": [.memberSpelling],
        "custom type starting with RC:": [.nameReserved],
    ]

    private static func tells(_ finding: CompatDifference, _ planted: Planted) -> Bool {
        guard kinds[planted.kind]?.contains(finding.kind) == true else { return false }
        // A type or member with two names is reported under either of them.
        if finding.kind == .nameNear { return [finding.left, finding.right].contains(planted.objectName) }
        return finding.place.objectName == planted.objectName
            && (finding.place.member == planted.member
                || (finding.kind == .memberSpelling && [finding.left, finding.right].contains(planted.member)))
    }

    @Test("All ten planted disagreements are found, and no other finding loses data")
    func all() throws {
        let planted = try PlantedTests.planted()
        let findings = try PlantedTests.findings.get()
        #expect(planted.count == 10)
        for one in planted {
            #expect(
                findings.contains { PlantedTests.tells($0, one) }, "\(one.kind): \(one.objectName) \(one.member)")
        }
        for finding in findings where finding.severity == .losesData {
            #expect(planted.contains { PlantedTests.tells(finding, $0) }, "\(finding.id) \(finding.place.text)")
        }
    }

    @Test("A type under two names is reported once")
    func once() throws {
        let about = try PlantedTests.findings.get().filter { finding in
            finding.place.objectName.hasPrefix("party:Pk") && finding.place.member.isEmpty
        }
        #expect(about.map(\.kind) == [.nameNear])
    }

    @Test("The status of a typed decoder is compared by its numbers")
    func typed() throws {
        let battle = try #require(try PlantedTests.findings.get().first { $0.kind == .enumerationNumber })
        #expect(battle.severity == .losesData)
        #expect(battle.place.text == "BattleStatus ended")
    }
}
