// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// A run in the Test Anything Protocol, version 14.
///
/// Each case is a test point. If there are several implementations, each of them is a subtest.
struct TAPReport {
    private let record: RunRecord

    init(_ record: RunRecord) {
        self.record = record
    }

    var text: String {
        var lines = ["TAP version 14"]
        if record.implementations.count == 1, let one = record.implementations.first {
            lines += points(one)
        } else {
            lines.append("1..\(record.implementations.count)")
            for (index, one) in record.implementations.enumerated() {
                lines.append("# Subtest: \(TAPReport.description(one.label))")
                lines += points(one).map { $0.isEmpty ? $0 : "    " + $0 }
                let isClean = one.fault == nil && !one.results.contains { $0.isOpen }
                lines.append("\(isClean ? "ok" : "not ok") \(index + 1) - \(TAPReport.description(one.label))")
            }
        }
        if let fault = record.implementations.lazy.compactMap(\.fault).first {
            lines.append("Bail out! \(TAPReport.description(TextReport.shortened(fault, 600)))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func points(_ one: RunRecord.Implementation) -> [String] {
        var lines = ["1..\(one.results.count)"]
        let cases = record.casesByID
        for (index, result) in one.results.enumerated() {
            let item = cases[result.id]
            let title = TAPReport.description([result.id, item?.title ?? ""].joined(separator: ": "))
            let point = "\(index + 1) - \(title)"
            let why = TAPReport.description(TextReport.shortened(result.muted ?? result.reason ?? "", 200))
            switch result.verdict {
            case .passed: lines.append("ok \(point)")
            case .skipped: lines.append("ok \(point) # SKIP \(why)")
            case .erratum: lines.append("not ok \(point) # TODO disputed: \(why)")
            case _ where result.isAccepted: lines.append("not ok \(point) # TODO \(why)")
            case .failed, .crashed, .timedOut, .malformed:
                lines.append("not ok \(point)")
                lines += diagnosis(result, item)
            }
        }
        return lines
    }

    /// Returns a block of YAML, in which JSON strings are valid.
    private func diagnosis(_ result: CaseResult, _ item: RunRecord.CaseInfo?) -> [String] {
        var lines = ["  ---", "  verdict: \(result.verdict.rawValue)"]
        func add(_ name: String, _ text: String?) {
            if let text { lines.append("  \(name): \(RawJSON(DisplayText.safe(text)).text)") }
        }
        add("message", result.reason)
        add("remark", result.remark)
        add("requirements", item?.requirements.joined(separator: " "))
        if let failure = result.failure {
            add("expected", failure.expected.first.map { TextReport.shortened(JSONLine.compact($0), 2_000) })
            add("answered", failure.answered.map { TextReport.shortened(JSONLine.compact($0), 2_000) })
            add("request", TextReport.shortened(failure.request, 2_000))
            if !failure.stderr.isEmpty { add("stderr", TextReport.shortened(failure.stderr, 2_000)) }
        }
        return lines + ["  ..."]
    }

    /// Returns the text of a test point on one line, in which no `#` begins a directive.
    private static func description(_ text: String) -> String {
        DisplayText.safe(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }
}
