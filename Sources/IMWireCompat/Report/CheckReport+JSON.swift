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
        var object = JSONBuilder()
        object.add("id", cause.id)
        object.add("kind", cause.kind.rawValue)
        object.add("title", cause.kind.title)
        object.add("severity", cause.severity.rawValue)
        object.add("places", cause.places)
        object.add("advice", cause.advice)
        object.add("findings", RawJSON.array(cause.items.map { .integer($0.number - 1) }))
        return object.json
    }

    private static func json(_ finding: CompatFinding) -> RawJSON {
        var object = JSONBuilder()
        object.add("id", finding.id)
        object.add("requirement", finding.requirement)
        object.add("deviation", finding.deviation)
        object.add("kind", finding.kind.rawValue)
        object.add("severity", finding.severity.rawValue)
        if finding.failsDecoder { object.add("failsDecoder", true) }
        object.add("platforms", some: CheckMatrix.platforms(of: finding))
        object.add("against", some: finding.other.split(separator: ", ").map(String.init))
        object.add(
            "places",
            RawJSON.array(
                finding.places.map { place in
                    var object = JSONBuilder()
                    object.add("objectName", place.objectName)
                    if !place.member.isEmpty { object.add("member", place.member) }
                    return object.json
                }))
        object.add("here", finding.left)
        object.add("there", finding.right)
        object.add("advice", finding.advice)
        object.add("source", finding.source?.object.json)
        return object.json
    }
}
