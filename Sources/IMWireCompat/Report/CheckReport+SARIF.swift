// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues
import TextSupport

extension CheckReport {
    /// The report in SARIF 2.1.0, for code scanning (CMP-073).
    package var sarif: String {
        let results = shown.map { ($0, nil) } + accepted.map { ($0.finding, Optional($0.entry)) }
        let ids = Set(results.map { $0.0.id }).sorted()
        var driver = JSONBuilder()
        driver.add("name", "imwire compat")
        driver.add("version", Suite.version)
        driver.add("rules", RawJSON.array(ids.map(CheckReport.rule)))
        var tool = JSONBuilder()
        tool.add("driver", driver.json)
        var run = JSONBuilder()
        run.add("tool", tool.json)
        run.add("columnKind", "utf16CodeUnits")
        run.add("results", RawJSON.array(results.map { result($0.0, $0.1, ids) }))
        var log = JSONBuilder()
        log.add("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        log.add("version", "2.1.0")
        log.add("runs", RawJSON.array([run.json]))
        return JSONLayout.text(log.json) + "\n"
    }

    private static func message(_ text: String) -> RawJSON { .object([("text", RawJSON(text))]) }

    private static func rule(_ id: String) -> RawJSON {
        let text = SpecID.text(id)
        var rule = JSONBuilder()
        rule.add("id", id)
        rule.add("shortDescription", message(text.title))
        rule.add("fullDescription", message(text.full))
        return rule.json
    }

    private func result(_ finding: Finding, _ entry: Baseline.Entry?, _ ids: [String]) -> RawJSON {
        var result = JSONBuilder()
        result.add("ruleId", finding.id)
        result.add("ruleIndex", ids.firstIndex(of: finding.id))
        result.add("level", CheckReport.level(finding.severity))
        result.add(
            "message",
            CheckReport.message(
                "\(finding.platform): \(CheckReport.places(finding)): \(finding.kind.title). Here: \(finding.left)."
                    + " There (\(finding.other)): \(finding.right). \(finding.advice)"))
        result.add("locations", RawJSON.array([location(finding)]))
        let places = finding.places.map(\.text).joined(separator: "; ")
        let print = [finding.kind.rawValue, finding.platform, places].joined(separator: "|")
        result.add("partialFingerprints", .object([("imwireFinding/v1", RawJSON(print))]))
        if let entry {
            var suppression = JSONBuilder()
            suppression.add("kind", "external")
            suppression.add("status", "accepted")
            suppression.add("justification", "\(entry.reason) (\(entry.owner), until \(entry.expires))")
            result.add("suppressions", RawJSON.array([suppression.json]))
        }
        if unchanged != nil, entry == nil { result.add("baselineState", "new") }
        return result.json
    }

    private static func level(_ severity: Finding.Severity) -> String {
        switch severity {
        case .losesData: "error"
        case .tolerated: "warning"
        case .cosmetic: "note"
        }
    }

    private func location(_ finding: Finding) -> RawJSON {
        var location = JSONBuilder()
        if let source = finding.source {
            let root = CheckMatrix.platforms(of: finding).compactMap { roots[$0] }.first ?? ""
            let path = root.isEmpty ? source.file : "\(root)/\(source.file)"
            var physical = JSONBuilder()
            physical.add("artifactLocation", .object([("uri", RawJSON(CheckReport.uri(path)))]))
            if let line = source.line, line > 0 {
                physical.add("region", .object([("startLine", .integer(line))]))
            }
            location.add("physicalLocation", physical.json)
        }
        location.add(
            "logicalLocations",
            RawJSON.array(
                finding.places.map { place in
                    .object([
                        ("name", RawJSON(place.member.isEmpty ? place.objectName : place.member)),
                        ("fullyQualifiedName", RawJSON("\(finding.platform) \(place.text)")),
                        ("kind", RawJSON(place.member.isEmpty ? "type" : "member")),
                    ])
                }))
        return location.json
    }

    /// Returns a path as a relative URI reference, with bytes that RFC 3986 does not allow in a path percent-encoded.
    private static func uri(_ path: String) -> String {
        let plain = Array("-._~/!$&'()*+,;=@".utf8)
        var uri = ""
        for byte in path.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || plain.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            uri += isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return uri
    }
}
