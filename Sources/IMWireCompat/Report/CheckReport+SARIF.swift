// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import TextSupport
import ValueSupport

extension CheckReport {
    /// The report in SARIF 2.1.0, for code scanning (CMP-073).
    package var sarif: String {
        // A tool marks the lines of each result, so that each place is a result; a rule is a cause.
        let results =
            shown.flatMap(\.differences).map { ($0, nil) }
            + accepted.flatMap { part in part.finding.differences.map { ($0, Optional(part.entry)) } }
        let ids = Set(results.map { $0.0.id }).sorted()
        let driver = RawJSON.object([
            "name": "imwire compat", "version": Suite.version, "rules": ids.map(rule),
        ])
        let run = RawJSON.object([
            "tool": RawJSON.object(["driver": driver]), "columnKind": "utf16CodeUnits",
            "results": results.map { result($0.0, $0.1, ids) },
        ])
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        return JSONLayout.text(.object(["$schema": schema, "version": "2.1.0", "runs": [run]])) + "\n"
    }

    private static func message(_ text: String) -> RawJSON { .object(["text": text]) }

    private func rule(_ id: String) -> RawJSON {
        let text = SpecID.text(id)
        return .object([
            "id": id, "shortDescription": CheckReport.message(text.title),
            "fullDescription": CheckReport.message(text.full), "helpUri": links?.url(ofID: id),
        ])
    }

    private func result(_ difference: CompatDifference, _ entry: Baseline.Entry?, _ ids: [String]) -> RawJSON {
        let isTie = difference.sides != nil
        let side = isTie ? " (\(difference.here))" : ""
        let text =
            "\(difference.platform): \(CheckReport.name(difference.place)): \(difference.kind.title)"
            + " (\(difference.severity.words(difference.certainty))). Here\(side): \(difference.left)."
            + " There (\(difference.there)): \(difference.right). \(difference.advice)"
        let print = [difference.kind.rawValue, difference.platform, difference.place.text].joined(separator: "|")
        let suppressions = entry.map { entry in
            let reason = "\(entry.reason) (\(entry.owner), until \(entry.expires))"
            return [RawJSON.object(["kind": "external", "status": "accepted", "justification": reason])]
        }
        let own = location(
            difference, difference.source, (difference.sides?.left ?? difference.platforms).first)
        let other = difference.otherSource.map { location(difference, $0.source, $0.platform) }
        // Without a place of its own, a missing fact is marked where the other side has it.
        let locations = difference.source == nil ? [other ?? own] : isTie ? [own] + [other].compactMap(\.self) : [own]
        let related = difference.source == nil || isTie ? nil : other.map { [$0] }
        return .object([
            "ruleId": difference.id, "ruleIndex": ids.firstIndex(of: difference.id),
            "level": CheckReport.level(difference), "message": CheckReport.message(text),
            "locations": locations, "relatedLocations": related,
            "partialFingerprints": RawJSON.object(["imwireFinding/v1": print]),
            "properties": RawJSON.object(["certainty": difference.certainty.rawValue]),
            "suppressions": suppressions, "baselineState": unchanged != nil && entry == nil ? "new" : nil,
        ])
    }

    /// Returns the level of a result; a guess is a remark, however severe it would be.
    private static func level(_ difference: CompatDifference) -> String {
        if difference.certainty == .guess { return "note" }
        return switch difference.severity {
        case .losesData: "error"
        case .tolerated: "warning"
        case .cosmetic: "note"
        }
    }

    private func location(_ difference: CompatDifference, _ source: FactSource?, _ platform: String?) -> RawJSON {
        let physical = source.map { source in
            let root = platform.flatMap { roots[$0] } ?? ""
            let path = root.isEmpty ? source.file : "\(root)/\(source.file)"
            let line = source.line.flatMap { $0 > 0 ? $0 : nil }
            return RawJSON.object([
                "artifactLocation": RawJSON.object(["uri": CheckReport.uri(path)]),
                "region": line.map { RawJSON.object(["startLine": $0]) },
            ])
        }
        let place = difference.place
        let logical = RawJSON.object([
            "name": place.member.isEmpty ? place.objectName : place.member,
            "fullyQualifiedName": "\(platform ?? difference.platform) \(place.text)",
            "kind": place.member.isEmpty ? "type" : "member",
        ])
        return .object(["physicalLocation": physical, "logicalLocations": [logical]])
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
