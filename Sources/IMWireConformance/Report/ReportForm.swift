// SPDX-License-Identifier: Apache-2.0

/// The forms of a report that is a file.
public enum ReportForm: String, Sendable, CaseIterable {
    /// For programs; every other form can be made of it.
    case json
    /// For build servers: JUnit's XML.
    case junit = "xml"
    /// For harnesses of tests: the Test Anything Protocol, version 14.
    case tap
    /// For a pull request or a wiki.
    case markdown = "md"
    /// For a browser: one page, complete in itself.
    case html

    /// The form of a file by the ending of its name; nil where there is none for it.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }

    /// A record in this form.
    public func text(_ record: RunRecord) -> String {
        switch self {
        case .json: record.json
        case .junit: JUnitReport(record).text
        case .tap: TAPReport(record).text
        case .markdown: MarkdownReport(record).text
        case .html: HTMLReport(record).text
        }
    }
}
