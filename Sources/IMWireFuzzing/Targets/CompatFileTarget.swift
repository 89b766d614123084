// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireCompat
import IMWireTestSupport

/// A target for the files that a comparison reads besides manifests: project files, baselines, counts of parts of the
/// traffic, and earlier reports.
///
/// The first byte of an input selects the format; the rest is the file.
struct CompatFileTarget: ChoosingTarget {
    let name = "compat-files"
    let memory = (factor: 8_000, base: 16 << 20)
    var maximumLength: Int { 4_096 }
    /// The comparison to which baselines and earlier reports are applied.
    private let check: CompatCheck

    private enum Kind: Int, CaseIterable {
        case project, baseline, counts, report
    }

    init() {
        func manifest(_ platform: String, _ flags: Int, _ type: ManifestMember.MemberType) -> Manifest {
            var manifest = Manifest(platform: platform)
            var offer = ManifestType(objectName: "a:Offer")
            offer.flags = [ManifestFlags(value: flags)]
            offer.members = [ManifestMember("price", [type])]
            manifest.types = [offer]
            return manifest
        }
        check = CompatCheck([manifest("ios", 3, .integer), manifest("web", 1, .string)])
    }

    mutating func run(_ choice: UInt8, _ text: [UInt8], _ observation: inout Observation) {
        let kind = CompatFileTarget.kind(choice)
        observation.record(.shape, UInt64(kind.rawValue))
        do throws(ManifestError) {
            switch kind {
            case .project: try project(text, &observation)
            case .baseline: try baseline(text, &observation)
            case .counts: try counts(text, &observation)
            case .report: try report(text, &observation)
            }
        } catch {
            let depth = error.path.utf8.count { $0 == .slash }
            observation.record(
                .code, TextHash.of(String(error.message.prefix(12))), UInt64(min(depth, 8) * 4 + kind.rawValue))
        }
    }

    private static func kind(_ choice: UInt8) -> Kind { Kind.allCases[Int(choice) % Kind.allCases.count] }

    // MARK: Checks

    private func project(_ text: [UInt8], _ observation: inout Observation) throws(ManifestError) {
        let file = try ProjectFile(parsing: text)
        observation.record(size: file.platforms.count, UInt64(file.own.count))
        if try ProjectFile(parsing: text) != file { observation.violate(.stable, at: "project") }
        if Set(file.platforms.map(\.name)).count != file.platforms.count {
            observation.violate(.identity, at: "project names")
        }
        var exclude = ExcludeList()
        for platform in file.platforms { for pattern in platform.exclude.prefix(64) { exclude.add(pattern) } }
        let isOut = exclude.contains("app/src/Main.java", isFolder: false)
        observation.record(.shape, isOut ? 8 : 9)
        for finding in CompatCheck(check.manifests, own: file.own).findings {
            observation.record(.shape, TextHash.of(finding.kind.rawValue))
        }
    }

    private func baseline(_ text: [UInt8], _ observation: inout Observation) throws(ManifestError) {
        let file = try Baseline(parsing: text)
        observation.record(size: file.entries.count, 1)
        if try Baseline(parsing: Array(file.json.utf8)) != file { observation.violate(.identity, at: "baseline") }
        let result = BaselineResult(check, file, on: "2026-12-01")
        for (_, fault) in result.faults { observation.record(.shape, TextHash.of(fault.rawValue)) }
        // Every location is either open or accepted.
        let places = { (findings: [CompatFinding]) in findings.reduce(0) { $0 + $1.places.count } }
        if places(result.open) + places(result.accepted.map(\.finding)) != places(check.findings) {
            observation.violate(.identity, at: "baseline places")
        }
        let report = CheckReport(check, baseline: result)
        if (try? RawJSON(text: report.sarif)) == nil { observation.violate(.report, at: "SARIF") }
    }

    private func counts(_ text: [UInt8], _ observation: inout Observation) throws(ManifestError) {
        let part = try PayloadCounts(parsing: text)
        observation.record(size: part.rows.count, UInt64(part.types.count))
        if try PayloadCounts(parsing: Array(part.json.utf8)) != part { observation.violate(.identity, at: "counts") }
        var sum = part
        sum.add(part)
        sum.limitTypes { $0.isReserved }
        // The sum of counts is valid, however large the counts are (CMP-054).
        if try PayloadCounts(parsing: Array(sum.json.utf8)) != sum { observation.violate(.identity, at: "counts sum") }
        if sum.lines < part.lines || sum.types.count > part.types.count {
            observation.violate(.stable, at: "counts sum")
        }
    }

    private func report(_ text: [UInt8], _ observation: inout Observation) throws(ManifestError) {
        let earlier = try EarlierReport(parsing: text)
        let report = CheckReport(check, since: earlier)
        observation.record(size: report.open.count, UInt64(report.gone ?? 0))
        if (report.unchanged ?? 0) + report.open.count < check.findings.count {
            observation.violate(.identity, at: "report")
        }
    }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let kind = EdgeValues.pick(Kind.allCases, &random)
        return [UInt8(kind.rawValue)] + CompatFileTarget.grammar.text("\(kind)", &random)
    }

    private static let grammar = TextGrammar([
        "project": [#"{"project":1,"platforms":[<platform*3>],"own":["<word>"],"failOn":"tolerated"}"#],
        "platform": [#"{"name":"<word>","folder":"<word>","exclude":["<word>"],"allowEmpty":true}"#],
        "baseline": [#"{"baseline":1,"entries":[<entry*3>]}"#],
        "entry": [
            #"{"id":"CMP-03<digit>","platform":"<word>","objectName":"<word>","reason":"r","owner":"o","#
                + #""expires":"202<digit>-02-28"}"#
        ],
        "counts": [
            #"{"kind":"payload-counts","version":1,"platform":"web-v2","lines":<number>,"deviating":1,"refused":0,"#
                + #""types":{"<word>":<number>},"otherTypes":<number>,"rows":[<row*3>]}"#
        ],
        "row": [#"{"id":"DEV-0<digit>","objectName":"<word>","path":"a","count":<number>,"line":1,"offset":0}"#],
        "report": [#"{"findings":[<finding*3>]}"#],
        "finding": [
            #"{"kind":"<kind>","severity":"tolerated","platforms":["<word>"],"#
                + #""places":[{"objectName":"a:Offer","member":"price"}]}"#
        ],
        "kind": FindingKind.allCases.map(\.rawValue),
        "digit": ["0", "1", "2", "3", "5", "7", "9"],
        "number": ["0", "1", "9007199254740992", "9007199254740993", "9223372036854775807", "-1", "1.5"],
        "word": [
            "ios", "web", "a:*", "a:Offer", "*", "**a*b*", "app/*.java", "src/", "RC:TxtMsg", "price", "", "../x",
            ReportOracle.markup, #"\u001b[2J"#, #"\ud83d\ude00"#,
        ],
    ])

    var renewal: Int { 5 }

    let dictionary = [[UInt8]](
        words: """
            project platforms name folder manifest platform shape exclude allowEmpty own baseline failOn entries id
            objectName member severity reason owner expires kind version lines deviating refused types otherTypes rows error
            path count file line offset findings places
            """)
}
