// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// A run as JUnit XML for build servers, with one suite per area and one test per case.
struct JUnitReport {
    private let record: RunRecord

    init(_ record: RunRecord) {
        self.record = record
    }

    var text: String {
        var total = Tally()
        var suites: [String] = []
        let cases = record.casesByID
        for one in record.implementations {
            let groups = Dictionary(grouping: one.results) { cases[$0.id]?.group ?? "" }
            for (group, results) in groups.sorted(by: { $0.key < $1.key }) {
                for result in results { total.add(result) }
                suites.append(suite("\(one.label).\(group)", results, cases))
            }
            if let fault = one.fault {
                suites.append(
                    "  <testsuite name=\"\(XMLText.escaped(one.label))\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"
                        + "    <testcase classname=\"\(XMLText.escaped(one.label))\" name=\"harness\"><error message=\"\(attribute(fault))\"/></testcase>\n"
                        + "  </testsuite>")
            }
        }
        let seconds = record.implementations.map(\.milliseconds).reduce(0, +)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="imwire conform, suite \(XMLText.escaped(record.suite))" \(counts(total)) time="\(time(seconds * 1_000))">
            \(suites.joined(separator: "\n"))
            </testsuites>

            """
    }

    private func suite(
        _ name: String, _ results: [CaseResult], _ cases: [String: RunRecord.CaseInfo]
    ) -> String {
        var tally = Tally()
        for result in results { tally.add(result) }
        let tests = results.map { test($0, name, cases[$0.id]) }
        return "  <testsuite name=\"\(XMLText.escaped(name))\" \(counts(tally))"
            + " time=\"\(time(results.map(\.microseconds).reduce(0, +)))\">\n\(tests.joined(separator: "\n"))\n  </testsuite>"
    }

    private func counts(_ tally: Tally) -> String {
        let errors = tally[.crashed] + tally[.timedOut] + tally[.malformed]
        return "tests=\"\(tally.total)\" failures=\"\(tally[.failed])\" errors=\"\(errors)\""
            + " skipped=\"\(tally[.skipped] + tally[.erratum] + tally.accepted)\""
    }

    private func test(_ result: CaseResult, _ suite: String, _ item: RunRecord.CaseInfo?) -> String {
        let head =
            "    <testcase classname=\"\(XMLText.escaped(suite))\" name=\"\(XMLText.escaped(result.id))\""
            + " time=\"\(time(result.microseconds))\""
        let message = attribute(result.reason ?? "")
        if let muted = result.muted { return head + "><skipped message=\"\(attribute(muted))\"/></testcase>" }
        switch result.verdict {
        case .passed: return head + "/>"
        case .skipped, .erratum: return head + "><skipped message=\"\(message)\"/></testcase>"
        case .failed, .crashed, .timedOut, .malformed:
            let tag = result.verdict == .failed ? "failure" : "error"
            let lines = item.map { FailureText($0, result).lines(most: 40) } ?? []
            return head + "><\(tag) type=\"\(result.verdict.rawValue)\" message=\"\(message)\">"
                + XMLText.escaped(lines.joined(separator: "\n")) + "</\(tag)></testcase>"
        }
    }

    private func attribute(_ text: String) -> String {
        XMLText.escaped(TextReport.shortened(text, 600))
    }

    private func time(_ microseconds: Int) -> String {
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
