// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The findings of an earlier JSON report, used to determine which findings are new (CMP-072).
package struct EarlierReport: Sendable {
    private struct Key: Hashable {
        var kind: String
        var platform: String
        var place: FindingPlace
    }

    private var severities: [Key: FindingSeverity] = [:]
    private var groups: [[Key]] = []

    /// Reads a report written with `--format json`.
    ///
    /// - Throws: The first error found, with its path.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        let json = try FactObject.json(bytes)
        guard let findings = json["findings"]?.elements else {
            throw ManifestError("/findings", "a report of imwire compat check --format json is expected")
        }
        for (index, finding) in findings.enumerated() {
            guard let kind = finding["kind"]?.string,
                let severity = finding["severity"]?.string.flatMap(FindingSeverity.init),
                let platforms = finding["platforms"]?.elements, let places = finding["places"]?.elements
            else { throw ManifestError("/findings/\(index)", "kind, severity, platforms and places are expected") }
            var group: [Key] = []
            for platform in platforms {
                for place in places {
                    let key = Key(
                        kind: kind, platform: platform.string ?? "",
                        place: FindingPlace(place["objectName"]?.string ?? "", place["member"]?.string ?? ""))
                    severities[key] = max(severity, severities[key] ?? severity)
                    group.append(key)
                }
            }
            groups.append(group)
        }
    }

    private static func keys(_ finding: CompatFinding) -> [Key] {
        CheckMatrix.platforms(of: finding).flatMap { platform in
            finding.places.map { Key(kind: finding.kind.rawValue, platform: platform, place: $0) }
        }
    }

    /// Returns the part of a finding that the report lacks or has at a lower severity, or nil if nothing is new.
    package func new(in finding: CompatFinding) -> CompatFinding? {
        let platforms = CheckMatrix.platforms(of: finding)
        var new = finding
        new.places = finding.places.filter { place in
            platforms.contains { platform in
                let key = Key(kind: finding.kind.rawValue, platform: platform, place: place)
                return severities[key].map { $0 < finding.severity } ?? true
            }
        }
        return new.places.isEmpty ? nil : new
    }

    /// Returns the number of findings in the report that are not among the given findings.
    package func gone(from findings: [CompatFinding]) -> Int {
        let present = Set(findings.flatMap(EarlierReport.keys))
        return groups.count { !$0.isEmpty && present.isDisjoint(with: $0) }
    }
}
