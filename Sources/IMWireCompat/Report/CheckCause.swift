// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// The findings with the same id and kind, which differ in severity or in their claims (CMP-075).
///
/// Guesses are apart from what is there to see (CMP-120).
struct CheckCause {
    let id: String
    let kind: FindingKind
    /// The findings with their numbers in the report, the worst first.
    var items: [(number: Int, finding: CompatFinding)]

    /// The worst severity.
    var severity: FindingSeverity { items[0].finding.severity }
    /// The number of places of all findings.
    var places: Int { items.reduce(0) { $0 + $1.finding.places.count } }
    /// Whether the findings are guesses.
    var isGuess: Bool { items[0].finding.isGuess }
    /// The numbers of findings and places, in words.
    var count: String { "\(Words.count(items.count, "finding")), \(Words.count(places, "place"))" }
    /// The advice, if it is the same for all findings.
    var advice: String? {
        let first = items[0].finding.advice
        return items.allSatisfy { $0.finding.hasOneAdvice && $0.finding.advice == first } ? first : nil
    }

    /// Returns the causes of findings, ordered by their first findings.
    static func causes(_ findings: [CompatFinding]) -> [CheckCause] {
        var causes: [CheckCause] = []
        var places: [[String]: Int] = [:]
        for (index, finding) in findings.enumerated() {
            let key = [finding.id, finding.kind.rawValue, finding.isGuess ? "guess" : ""]
            if let place = places[key] {
                causes[place].items.append((index + 1, finding))
            } else {
                places[key] = causes.count
                causes.append(CheckCause(id: finding.id, kind: finding.kind, items: [(index + 1, finding)]))
            }
        }
        return causes
    }
}
