// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The findings of an earlier JSON report, used to determine which findings are new (CMP-072).
package struct EarlierReport: Sendable {
    private struct Key: Hashable {
        var kind: String
        var platform: String
        var place: FindingPlace
    }

    /// The worst severity at a place, and whether it is only a guess.
    private struct State {
        var severity: FindingSeverity
        var isGuess: Bool
    }

    private var states: [Key: State] = [:]
    private var groups: [[Key]] = []
    private let declarations: DeclarationDigests

    /// Reads a report written with `--format json`.
    ///
    /// - Throws: The first error found, with its path.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        let json = try FactObject.json(bytes)
        guard let findings = json["findings"]?.elements else {
            throw ManifestError("/findings", "a report of imwire compat check --format json is expected")
        }
        declarations = DeclarationDigests(json["declarations"])
        for (index, finding) in findings.enumerated() {
            guard let kind = finding["kind"]?.string,
                let severity = finding["severity"]?.string.flatMap(FindingSeverity.init),
                let platforms = finding["platforms"]?.elements, let places = finding["places"]?.elements
            else { throw ManifestError("/findings/\(index)", "kind, severity, platforms and places are expected") }
            let isGuess = finding["certainty"]?.string == FactSource.Certainty.guess.rawValue
            var group: [Key] = []
            for place in places {
                // The places of a finding with one place, and of reports before version 2.0, have all of its platforms.
                for platform in place["platforms"]?.elements ?? platforms {
                    let key = Key(
                        kind: kind, platform: platform.string ?? "",
                        place: FindingPlace(place["objectName"]?.string ?? "", place["member"]?.string ?? ""))
                    let state = states[key] ?? State(severity: severity, isGuess: isGuess)
                    states[key] = State(
                        severity: max(severity, state.severity), isGuess: isGuess && state.isGuess)
                    group.append(key)
                }
            }
            groups.append(group)
        }
    }

    private static func keys(_ difference: CompatDifference) -> [Key] {
        difference.platforms.map {
            Key(kind: difference.kind.rawValue, platform: $0, place: difference.place)
        }
    }

    /// Returns the part of a finding that the report lacks, has at a lower severity, or has only as a guess although it is
    /// not one any more, or nil if nothing is new.
    package func new(in finding: CompatFinding) -> CompatFinding? {
        finding.filter { difference in
            let keys = EarlierReport.keys(difference)
            let new = keys.count { key in
                guard let state = states[key] else { return true }
                return state.severity < difference.severity || (state.isGuess && difference.certainty != .guess)
            }
            // Of two sides that are both named, an earlier report may name either one.
            return difference.sides == nil ? new > 0 : new == keys.count
        }
    }

    /// Returns the new parts of findings, in which a side that changed since the report is named as the one that differs.
    package func new(in findings: [CompatFinding], of manifests: [Manifest]) -> [CompatFinding] {
        let now = DeclarationDigests(manifests)
        return findings.compactMap { finding in
            new(in: finding)?.map { difference in
                declarations.changedSide(difference, in: now).map(difference.naming) ?? difference
            }
        }
    }

    /// Returns the number of findings in the report that are not among the given findings.
    package func gone(from findings: [CompatFinding]) -> Int {
        let present = Set(findings.flatMap(\.differences).flatMap(EarlierReport.keys))
        return groups.count { !$0.isEmpty && present.isDisjoint(with: $0) }
    }
}
