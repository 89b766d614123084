// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireSpec
import IMWireValues
import TextSupport

/// The numbers of lines that are valid, deviate, have an unknown type or are rejected.
struct ValidationCounts: Sendable {
    /// The number of lines that are not empty.
    private(set) var lines = 0
    /// The number of lines with at least one deviation.
    private(set) var deviating = 0
    private(set) var refused = 0
    /// The number of lines whose type is unknown; they do not count as deviating.
    private(set) var unknown = 0
    /// The number of lines for each deviation, where a deviation counts once per line.
    private(set) var byDeviation: [Deviation.ID: Int] = [:]

    /// Counts a line that was read, and its type if that is unknown.
    mutating func add(_ deviations: [Deviation], _ type: UnknownType?) {
        lines += 1
        if type != nil {
            unknown += 1
        } else if !deviations.isEmpty {
            deviating += 1
        }
        if deviations.isEmpty { return }
        if deviations.count == 1 {
            byDeviation[deviations[0].id, default: 0] += 1
        } else {
            for id in Set(deviations.map(\.id)) { byDeviation[id, default: 0] += 1 }
        }
    }

    /// Adds the counts of other lines.
    mutating func add(_ other: ValidationCounts) {
        lines += other.lines
        deviating += other.deviating
        refused += other.refused
        unknown += other.unknown
        byDeviation.merge(other.byDeviation, uniquingKeysWith: +)
    }

    mutating func addRefused() {
        lines += 1
        refused += 1
    }

    /// Returns the summary: the counts, a table of the deviations, and the pages about them if the user named a site.
    func summary(_ catalog: DeviationCatalog, _ links: DocumentLinks?, style: Style) -> String {
        let ok = lines - deviating - unknown - refused
        var parts = [
            TextLayout.count(lines, "line"),
            style.green("\(TextLayout.grouped(ok)) ok"),
            style.yellow("\(TextLayout.grouped(deviating)) with deviations"),
            style.red(TextLayout.count(refused, "error")),
        ]
        if unknown > 0 { parts.insert(style.yellow("\(TextLayout.grouped(unknown)) of unknown types"), at: 3) }
        var text = parts.joined(separator: ", ") + "\n"
        let rows = byDeviation.sorted { $0.key < $1.key }.map { id, count in
            ["", id.description, TextLayout.grouped(count), catalog[id].text]
        }
        for row in TextLayout.columns(rows) { text += row + "\n" }
        guard let links, links.isNamed else { return text }
        for id in byDeviation.keys.sorted() { text += "  \(links.url(ofID: id.description))\n" }
        if refused > 0 { text += "  \(links.url("codes/errors.html"))\n" }
        return text
    }
}

/// The titles and senders of deviations from the specification, by identifier.
struct DeviationCatalog: Sendable {
    /// The text shown for a deviation.
    struct Entry: Sendable {
        /// The title and senders: `Operator replaced by the operation (seen from: flutter)`.
        let text: String
        /// The title as a member of the JSON of a deviation, with the comma before it.
        let titleMember: [UInt8]

        /// Creates the text of a deviation and the platforms known to send it; empty if none are known.
        init(_ title: String, seenFrom: String) {
            var member: [UInt8] = []
            member.append(member: "title", json: title)
            titleMember = member
            text = seenFrom.isEmpty ? title : "\(title) (seen from: \(seenFrom))"
        }
    }

    /// The entries by the numbers of the identifiers.
    private let entries: [UInt16: Entry]
    private static let unknown = Entry("not in the specification", seenFrom: "")

    /// Creates a catalog of all deviations in the specification.
    init() {
        var entries: [UInt16: Entry] = [:]
        for deviation in SpecDeviation.all {
            // Those of packets have another prefix, and are no deviations of contents.
            guard deviation.id.hasPrefix("DEV-"), let number = UInt16(deviation.id.dropFirst(4)) else { continue }
            entries[number] = Entry(deviation.title, seenFrom: deviation.seenFrom)
        }
        self.entries = entries
    }

    /// Returns the entry for a deviation.
    subscript(_ id: Deviation.ID) -> Entry { entries[id.number] ?? DeviationCatalog.unknown }
}

#endif
