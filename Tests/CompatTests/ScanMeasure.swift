// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireCompat

/// The folder of the projects.
let scanProjects = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/scan")

/// An error for a manifest that names a platform unknown to the scanner.
struct UnknownPlatform: Error {
    let name: String
}

/// A project and the declarations that a person finds in it.
struct MeasuredProject {
    let name: String
    let folder: String
    /// The manifests that a person wrote, one for each platform in the tree.
    let manifests: [Manifest]
    /// The facts of a project that predates manifests.
    let facts: [RawJSON]

    /// The language, or `several` for projects with several platforms.
    var language: String {
        let stem = String(name.prefix { $0 != "-" })
        return SourceLanguage(rawValue: stem) == nil ? "several" : stem
    }

    static func all() throws -> [MeasuredProject] {
        try FileManager.default.contentsOfDirectory(atPath: scanProjects.path).filter { !$0.contains(".") }.sorted()
            .map(MeasuredProject.init)
    }

    init(_ name: String) throws {
        self.name = name
        let root = scanProjects.appending(path: name)
        folder = root.path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasPrefix("manifest") && $0.hasSuffix(".json")
        }
        manifests = try files.sorted().map { file in
            try Manifest(parsing: Array(try Data(contentsOf: root.appending(path: file))))
        }
        guard let text = try? String(contentsOfFile: folder + "/expected.json", encoding: .utf8) else {
            facts = []
            return
        }
        facts = try RawJSON(text: text)["facts"]?.elements ?? []
    }

    /// Scans the project and compares the result.
    func measure() throws -> ScanMeasure {
        let result = try SourceTree.scan(folder)
        var measure = ScanMeasure()
        measure.projects = 1
        if manifests.isEmpty {
            let stated = ScanClaimSet(
                facts.map { ($0["kind"]?.string ?? "", $0["objectName"]?.string ?? "", $0["value"]?.string ?? "") })
            measure.compare(
                stated, ScanClaimSet(result.facts.map { ($0.kind.rawValue, $0.objectName, $0.value) }), "")
        }
        for manifest in manifests {
            guard let platform = ScanPlatform(rawValue: manifest.platform) else { throw UnknownPlatform(name: name) }
            let stated = ScanClaimSet(manifest)
            let place = manifests.count > 1 ? "\(platform.rawValue) " : ""
            measure.compare(stated, ScanClaimSet(result.manifest(platform, name: nil)), place)
        }
        return measure
    }
}

/// The claims of a manifest in comparable form.
struct ScanClaimSet {
    /// The subject of a claim.
    enum Area: String, CaseIterable {
        case type, flags, member, nested, object, enumeration, attribute
    }

    /// The claims of each area.
    private(set) var claims: [Area: Set<String>] = [:]
    /// The attributes by their subject, of which only those that a person states are compared.
    private(set) var attributes: [String: String] = [:]

    private mutating func add(_ area: Area, _ claim: String) {
        claims[area, default: []].insert(claim)
    }

    init(_ facts: [(kind: String, objectName: String, value: String)]) {
        for fact in facts {
            switch fact.kind {
            case "type": add(.type, fact.objectName)
            case "class": attributes["\(fact.objectName) class"] = fact.value
            case "flag": add(.flags, "\(fact.objectName) = \(fact.value)")
            case "member": add(.member, "\(fact.objectName) \(fact.value)")
            default: add(.enumeration, "\(fact.kind) \(fact.value)")
            }
        }
    }

    init(_ manifest: Manifest) {
        for type in manifest.types {
            add(.type, type.objectName)
            attributes["\(type.objectName) class"] = type.className
            attributes["\(type.objectName) direction"] = type.direction == .both ? nil : type.direction.rawValue
            attributes["\(type.objectName) category"] = type.category?.rawValue
            attributes["\(type.objectName) shape"] = (type.shape ?? manifest.shape).rawValue
            attributes["\(type.objectName) keeps members"] = type.keepsMembers.map(String.init)
            attributes["\(type.objectName) common members"] = type.hasCommonMembers.map(String.init)
            if let note = type.note, note.hasPrefix("members unknown") { attributes["\(type.objectName) note"] = note }
            for flags in type.flags {
                let bits = FlagRules.bits(flags, manifest).map(String.init) ?? "?"
                add(.flags, "\(type.objectName) = \(bits)")
            }
            members(type.members ?? [], "\(type.objectName) ", .member)
        }
        for object in manifest.objects {
            add(.object, object.name)
            members(object.members, "\(object.name) ", .object)
        }
        for enumeration in manifest.enumerations {
            for value in enumeration.values {
                let text = value.number.map(String.init) ?? value.text ?? value.name
                add(.enumeration, "\(enumeration.name) \(value.name) = \(text)")
            }
        }
    }

    private mutating func members(_ members: [ManifestMember], _ prefix: String, _ area: Area) {
        for member in members {
            let path = prefix + member.name
            add(area, path)
            let kinds = member.types.map(\.rawValue).sorted().joined(separator: "|")
            attributes["\(path) type"] = kinds.isEmpty ? nil : kinds
            attributes["\(path) required"] = member.isRequired.map(String.init)
            attributes["\(path) default"] = member.defaultValue
            attributes["\(path) absent"] = member.absent?.rawValue
            attributes["\(path) carries"] = member.carries
            attributes["\(path) direction"] = member.direction == .both ? nil : member.direction.rawValue
            let omits = member.omits.map(\.rawValue).sorted().joined(separator: "|")
            attributes["\(path) omits"] = omits.isEmpty ? nil : omits
            let aliases = member.aliases.sorted().joined(separator: "|")
            attributes["\(path) aliases"] = aliases.isEmpty ? nil : aliases
            self.members(member.members, path + ".", area == .member ? .nested : area)
        }
    }
}

/// The numbers of stated, found and correct claims, by area.
struct ScanMeasure {
    /// The counts of one area.
    struct Count {
        var stated = 0
        var found = 0
        var right = 0

        var recall: String { Count.share(right, stated) }
        var precision: String { Count.share(right, found) }

        mutating func add(_ other: Count) {
            stated += other.stated
            found += other.found
            right += other.right
        }

        private static func share(_ part: Int, _ whole: Int) -> String {
            whole == 0 ? "-" : String(format: "%.0f", Double(part) * 100 / Double(whole))
        }
    }

    var projects = 0
    private(set) var counts: [ScanClaimSet.Area: Count] = [:]
    private(set) var lines: [String] = []

    /// Returns the number of incorrect claims of an area.
    func wrong(_ area: ScanClaimSet.Area) -> Int { counts[area].map { $0.found - $0.right } ?? 0 }
    /// The sum of all areas.
    var total: Count {
        counts.values.reduce(into: Count()) { $0.add($1) }
    }

    mutating func compare(_ stated: ScanClaimSet, _ found: ScanClaimSet, _ place: String) {
        for area in ScanClaimSet.Area.allCases where area != .attribute {
            let (wanted, given) = (stated.claims[area] ?? [], found.claims[area] ?? [])
            add(area, wanted.count, given.count, wanted.intersection(given).count)
            lines += wanted.subtracting(given).sorted().map { "\(place)missed \(area) \($0)" }
            lines += given.subtracting(wanted).sorted().map { "\(place)wrong  \(area) \($0)" }
        }
        for (name, value) in stated.attributes.sorted(by: { $0.key < $1.key }) {
            let given = found.attributes[name]
            add(.attribute, 1, given == nil ? 0 : 1, given == value ? 1 : 0)
            if given != value { lines.append("\(place)attribute \(name) is \(value), found \(given ?? "nothing")") }
        }
    }

    private mutating func add(_ area: ScanClaimSet.Area, _ stated: Int, _ found: Int, _ right: Int) {
        counts[area, default: Count()].add(Count(stated: stated, found: found, right: right))
    }

    mutating func add(_ other: ScanMeasure) {
        projects += other.projects
        for (area, count) in other.counts { counts[area, default: Count()].add(count) }
    }

    /// Returns a table with one row per language: stated claims, recall and precision in percent, in total and by area.
    static func table(_ rows: [(name: String, measure: ScanMeasure)]) -> String {
        let areas = ScanClaimSet.Area.allCases
        func cell(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        var lines = [
            "recall/precision in percent",
            "language".padding(toLength: 12, withPad: " ", startingAt: 0) + cell("projects", 9) + cell("stated", 8)
                + cell("all", 9) + areas.map { cell($0.rawValue, 13) }.joined(),
        ]
        for (name, measure) in rows {
            func share(_ count: Count?) -> String {
                count.map { "\($0.recall)/\($0.precision)" } ?? "-/-"
            }
            lines.append(
                name.padding(toLength: 12, withPad: " ", startingAt: 0) + cell(String(measure.projects), 9)
                    + cell(String(measure.total.stated), 8) + cell(share(measure.total), 9)
                    + areas.map { cell(share(measure.counts[$0]), 13) }.joined())
        }
        if let all = rows.last?.measure {
            let alarms = areas.map { "\($0.rawValue) \(all.wrong($0))" }.joined(separator: ", ")
            lines.append("false alarms: \(alarms)")
        }
        return lines.joined(separator: "\n")
    }
}
