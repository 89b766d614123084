// SPDX-License-Identifier: Apache-2.0

/// The findings of an implementation that probably have one cause: the same requirement and the same first difference.
struct FindingGroup {
    /// The first requirement of the cases, or an empty string if they name none.
    let requirement: String
    /// The reason of the findings, with `#` in place of each number.
    let difference: String
    /// The findings, in the order of the suite.
    private(set) var results: [CaseResult] = []

    /// The requirement and the difference as a heading.
    var title: String {
        requirement.isEmpty ? difference : "\(requirement): \(difference)"
    }

    /// Returns the findings by cause, with the largest group first.
    static func groups(_ findings: [CaseResult], _ cases: [String: RunRecord.CaseInfo]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        var places: [[String]: Int] = [:]
        for finding in findings {
            let requirement = cases[finding.id]?.requirements.first ?? ""
            let difference = difference(finding)
            let place = places[[requirement, difference], default: groups.count]
            if place == groups.count {
                places[[requirement, difference]] = place
                groups.append(FindingGroup(requirement: requirement, difference: difference))
            }
            groups[place].results.append(finding)
        }
        return groups.enumerated()
            .sorted { ($1.element.results.count, $0.offset) < ($0.element.results.count, $1.offset) }
            .map(\.element)
    }

    /// Returns the reason of a finding without what differs between cases: how the case was asked, and numbers.
    private static func difference(_ finding: CaseResult) -> String {
        var reason = TextReport.shortened(finding.reason ?? finding.verdict.title, 200)
        if let manner = finding.failure?.manner, reason.hasPrefix("\(manner): ") {
            reason.removeFirst(manner.count + 2)
        }
        return reason.replacing(#/[0-9]+/#, with: "#")
    }
}
