// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireCompat

/// `report`: a report can be read, and no text of a stranger's gets out of its place in it.
package enum ReportOracle {
    /// A text that would be markup if it were written as it is; inputs have it among their words.
    static let markup = "<x>"

    /// Judges every form in which what was found is reported.
    package static func judge(_ check: CompatCheck, _ observation: inout Observation) {
        let report = CheckReport(check)
        if (try? RawJSON(text: report.json)) == nil { observation.violate(.report, at: "JSON") }
        for (form, text) in [("HTML", report.html), ("JUnit", report.junit(failing: .cosmetic))] {
            if text.firstRange(of: markup) != nil { observation.violate(.report, at: "\(form) markup") }
            judge(form, text, &observation)
        }
        judge("Markdown", report.markdown, &observation)
        judge("text", report.text(), &observation)
    }

    /// A text has no control characters but the end of a line, and none that turn its direction.
    private static func judge(_ form: String, _ text: String, _ observation: inout Observation) {
        if !ShownText.isHarmless(text, except: "\n") {
            observation.violate(.report, at: "\(form) with control characters")
        }
    }
}
