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
        let driver = RawJSON.object([
            "name": "imwire compat", "version": Suite.version, "rules": ids.map(CheckReport.rule),
        ])
        let run = RawJSON.object([
            "tool": RawJSON.object(["driver": driver]), "columnKind": "utf16CodeUnits",
            "results": results.map { result($0.0, $0.1, ids) },
        ])
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        return JSONLayout.text(.object(["$schema": schema, "version": "2.1.0", "runs": [run]])) + "\n"
    }

    private static func message(_ text: String) -> RawJSON { .object(["text": text]) }

    private static func rule(_ id: String) -> RawJSON {
        let text = SpecID.text(id)
        return .object([
            "id": id, "shortDescription": message(text.title), "fullDescription": message(text.full),
        ])
    }

    private func result(_ finding: CompatFinding, _ entry: Baseline.Entry?, _ ids: [String]) -> RawJSON {
        let text =
            "\(finding.platform): \(CheckReport.places(finding)): \(finding.kind.title). Here: \(finding.left)."
            + " There (\(finding.other)): \(finding.right). \(finding.advice)"
        let places = finding.places.map(\.text).joined(separator: "; ")
        let print = [finding.kind.rawValue, finding.platform, places].joined(separator: "|")
        let suppressions = entry.map { entry in
            let reason = "\(entry.reason) (\(entry.owner), until \(entry.expires))"
            return [RawJSON.object(["kind": "external", "status": "accepted", "justification": reason])]
        }
        return .object([
            "ruleId": finding.id, "ruleIndex": ids.firstIndex(of: finding.id),
            "level": CheckReport.level(finding.severity), "message": CheckReport.message(text),
            "locations": [location(finding)], "partialFingerprints": RawJSON.object(["imwireFinding/v1": print]),
            "suppressions": suppressions, "baselineState": unchanged != nil && entry == nil ? "new" : nil,
        ])
    }

    private static func level(_ severity: FindingSeverity) -> String {
        switch severity {
        case .losesData: "error"
        case .tolerated: "warning"
        case .cosmetic: "note"
        }
    }

    private func location(_ finding: CompatFinding) -> RawJSON {
        let physical = finding.source.map { source in
            let root = CheckMatrix.platforms(of: finding).compactMap { roots[$0] }.first ?? ""
            let path = root.isEmpty ? source.file : "\(root)/\(source.file)"
            let line = source.line.flatMap { $0 > 0 ? $0 : nil }
            return RawJSON.object([
                "artifactLocation": RawJSON.object(["uri": CheckReport.uri(path)]),
                "region": line.map { RawJSON.object(["startLine": $0]) },
            ])
        }
        let logical = finding.places.map { place in
            RawJSON.object([
                "name": place.member.isEmpty ? place.objectName : place.member,
                "fullyQualifiedName": "\(finding.platform) \(place.text)",
                "kind": place.member.isEmpty ? "type" : "member",
            ])
        }
        return .object(["physicalLocation": physical, "logicalLocations": logical])
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
