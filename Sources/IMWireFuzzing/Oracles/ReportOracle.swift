// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireCompat

/// `report`: a report can be read, and no text from outside escapes its context.
enum ReportOracle {
    /// A text that is markup if it is not escaped; the targets use it as a word in their inputs.
    static let markup = "<x>"

    /// Checks every format of a report.
    static func check(_ comparison: CompatCheck, _ observation: inout Observation) {
        let report = CheckReport(comparison)
        if (try? RawJSON(text: report.json)) == nil { observation.violate(.report, at: "JSON") }
        for (form, text) in [("HTML", report.html), ("JUnit", report.junit(failing: .cosmetic))] {
            if text.firstRange(of: markup) != nil { observation.violate(.report, at: "\(form) markup") }
            check(form, text, &observation)
        }
        check("Markdown", report.markdown, &observation)
        check("text", report.text(), &observation)
    }

    /// Checks whether a text has no control characters except line feeds, and no characters that change its direction.
    private static func check(_ form: String, _ text: String, _ observation: inout Observation) {
        if !ShownText.isHarmless(text, except: "\n") {
            observation.violate(.report, at: "\(form) with control characters")
        }
    }
}
