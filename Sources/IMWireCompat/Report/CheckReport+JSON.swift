// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport
import ValueSupport

extension CheckReport {
    /// The report for programs: one JSON object with every finding of the requested severities.
    package var json: String {
        var object = JSONBuilder()
        object.add("against", check.mode.rawValue)
        object.add("platforms", some: matrix.platforms)
        var counts = JSONBuilder()
        for severity in FindingSeverity.allCases.reversed() { counts.add(severity.rawValue, count(severity)) }
        counts.add("guesses", guesses)
        object.add("counts", counts.json)
        if !accepted.isEmpty { object.add("accepted", accepted.count) }
        object.add("unchanged", unchanged)
        object.add("gone", gone)
        object.add("deviations", some: deviations)
        object.add("causes", RawJSON.array(CheckCause.causes(shown).map(CheckReport.json)))
        object.add("findings", RawJSON.array(shown.map(CheckReport.json)))
        object.add("declarations", DeclarationDigests(check.manifests).json)
        return JSONLayout.text(object.json) + "\n"
    }

    /// Returns a cause, which refers to its findings by their positions in the list, from 0.
    private static func json(_ cause: CheckCause) -> RawJSON {
        .object([
            "id": cause.id, "kind": cause.kind.rawValue, "title": cause.kind.title,
            "severity": cause.severity.rawValue, "isGuess": cause.isGuess ? true : nil, "places": cause.places,
            "advice": cause.advice,
            "findings": cause.items.map { $0.number - 1 },
        ])
    }

    private static func json(_ finding: CompatFinding) -> RawJSON {
        let isSeveral = finding.differences.count > 1
        let first = finding.first
        return .object([
            "id": finding.id, "requirement": finding.requirement, "deviation": finding.deviation,
            "kind": finding.kind.rawValue, "severity": finding.severity.rawValue,
            "certainty": finding.certainty.rawValue, "failsDecoder": finding.failsDecoder ? true : nil,
            "platforms": finding.platforms, "against": finding.against,
            "places": finding.differences.map { place($0, hasFacts: isSeveral) }, "here": finding.left,
            "there": finding.right, "sides": isSeveral ? nil : sides(first), "advice": finding.advice,
            "source": finding.source?.object.json, "otherSource": isSeveral ? nil : other(first),
        ])
    }

    /// Returns a place, with the facts that may differ between the places of a finding.
    private static func place(_ difference: CompatDifference, hasFacts: Bool) -> RawJSON {
        let member = difference.place.member
        guard hasFacts else {
            return .object(["objectName": difference.place.objectName, "member": member.isEmpty ? nil : member])
        }
        return .object([
            "objectName": difference.place.objectName, "member": member.isEmpty ? nil : member,
            "platforms": difference.platforms, "against": difference.against, "here": difference.left,
            "there": difference.right, "sides": sides(difference), "advice": difference.advice,
            "source": difference.source?.object.json, "otherSource": other(difference),
        ])
    }

    /// Returns the platforms with each claim, if neither side is known to be the one that differs.
    private static func sides(_ difference: CompatDifference) -> RawJSON? {
        difference.sides.map { .object(["here": $0.left, "there": $0.right]) }
    }

    private static func other(_ difference: CompatDifference) -> RawJSON? {
        difference.otherSource.map { other in
            var object = JSONBuilder()
            object.add("platform", other.platform)
            object.add("file", other.source.file)
            object.add("line", other.source.line)
            return object.json
        }
    }
}
