// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

extension CheckReport {
    /// The report for programs: one JSON object with every finding of the requested severities.
    package var json: String {
        var object = JSONBuilder()
        object.add("against", check.mode.rawValue)
        object.add("platforms", some: matrix.platforms)
        var counts = JSONBuilder()
        for severity in FindingSeverity.allCases.reversed() { counts.add(severity.rawValue, count(severity)) }
        object.add("counts", counts.json)
        if !accepted.isEmpty { object.add("accepted", accepted.count) }
        object.add("unchanged", unchanged)
        object.add("gone", gone)
        object.add("deviations", some: deviations)
        object.add("causes", RawJSON.array(CheckCause.causes(shown).map(CheckReport.json)))
        object.add("findings", RawJSON.array(shown.map(CheckReport.json)))
        return JSONLayout.text(object.json) + "\n"
    }

    /// Returns a cause, which refers to its findings by their positions in the list, from 0.
    private static func json(_ cause: CheckCause) -> RawJSON {
        .object([
            "id": cause.id, "kind": cause.kind.rawValue, "title": cause.kind.title,
            "severity": cause.severity.rawValue, "places": cause.places, "advice": cause.advice,
            "findings": cause.items.map { $0.number - 1 },
        ])
    }

    private static func json(_ finding: CompatFinding) -> RawJSON {
        let places = finding.places.map { place in
            RawJSON.object(["objectName": place.objectName, "member": place.member.isEmpty ? nil : place.member])
        }
        return .object([
            "id": finding.id, "requirement": finding.requirement, "deviation": finding.deviation,
            "kind": finding.kind.rawValue, "severity": finding.severity.rawValue,
            "failsDecoder": finding.failsDecoder ? true : nil, "platforms": CheckMatrix.platforms(of: finding),
            "against": finding.other.split(separator: ", ").map(String.init), "places": places, "here": finding.left,
            "there": finding.right, "advice": finding.advice, "source": finding.source?.object.json,
        ])
    }
}
