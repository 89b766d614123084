// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// The format of a report file.
package enum ReportForm: String, Sendable, CaseIterable {
    /// JSON for programs, from which every other format can be made.
    case json
    /// JUnit XML for build servers.
    case junit = "xml"
    /// The Test Anything Protocol, version 14, for test harnesses.
    case tap
    /// Markdown for a pull request or a wiki.
    case markdown = "md"
    /// A self-contained HTML page for a browser.
    case html
    /// A badge for a README.
    case badge = "svg"

    /// Returns a report, whose ids link to the documentation site if that is known.
    package func text(_ record: RunRecord, _ links: DocumentLinks? = nil) -> String {
        switch self {
        case .json: record.json
        case .junit: JUnitReport(record).text
        case .tap: TAPReport(record).text
        case .markdown: MarkdownReport(record, links).text
        case .html: HTMLReport(record, links).text
        case .badge: BadgeReport(record).text
        }
    }
}
