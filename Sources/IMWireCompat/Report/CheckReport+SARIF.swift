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
        let driver: [(name: String, value: RawJSON)] = [
            ("name", RawJSON("imwire compat")), ("version", RawJSON(Suite.version)),
            ("rules", .array(ids.map(CheckReport.rule))),
        ]
        let run: [(name: String, value: RawJSON)] = [
            ("tool", .object([("driver", .object(driver))])), ("columnKind", RawJSON("utf16CodeUnits")),
            ("results", .array(results.map { result($0.0, $0.1, ids) })),
        ]
        let log: [(name: String, value: RawJSON)] = [
            ("$schema", RawJSON("https://json.schemastore.org/sarif-2.1.0.json")), ("version", RawJSON("2.1.0")),
            ("runs", .array([.object(run)])),
        ]
        return JSONLayout.text(.object(log)) + "\n"
    }

    private static func message(_ text: String) -> RawJSON { .object([("text", RawJSON(text))]) }

    private static func rule(_ id: String) -> RawJSON {
        let text = SpecID.text(id)
        return .object([
            ("id", RawJSON(id)), ("shortDescription", message(text.title)), ("fullDescription", message(text.full)),
        ])
    }

    private func result(_ finding: CompatFinding, _ entry: Baseline.Entry?, _ ids: [String]) -> RawJSON {
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
            let reason = "\(entry.reason) (\(entry.owner), until \(entry.expires))"
            let suppression: [(name: String, value: RawJSON)] = [
                ("kind", RawJSON("external")), ("status", RawJSON("accepted")), ("justification", RawJSON(reason)),
            ]
            result.add("suppressions", [.object(suppression)])
        }
        if unchanged != nil, entry == nil { result.add("baselineState", "new") }
        return result.json
    }

    private static func level(_ severity: FindingSeverity) -> String {
        switch severity {
        case .losesData: "error"
        case .tolerated: "warning"
        case .cosmetic: "note"
        }
    }

    private func location(_ finding: CompatFinding) -> RawJSON {
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
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || plain.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            uri += isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return uri
    }
}
