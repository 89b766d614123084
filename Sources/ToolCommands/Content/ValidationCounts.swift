// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireSpec

/// The numbers of lines that are valid, deviate, have an unknown type or are rejected.
struct ValidationCounts {
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
        if deviations.count == 1 {
            byDeviation[deviations[0].id, default: 0] += 1
        } else {
            for id in Set(deviations.map(\.id)) { byDeviation[id, default: 0] += 1 }
        }
    }

    mutating func addRefused() {
        lines += 1
        refused += 1
    }

    /// Returns the summary: the counts, and a table of the deviations.
    func summary(_ catalog: DeviationCatalog, style: Style) -> String {
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
        return text
    }
}

/// The titles and senders of deviations from the specification, by identifier.
struct DeviationCatalog {
    /// The text shown for a deviation.
    struct Entry {
        var title: String
        /// The platforms known to send it, or an empty string if none are known.
        var seenFrom: String

        /// The title and senders: `Operator replaced by the operation (seen from: flutter)`.
        var text: String { seenFrom.isEmpty ? title : "\(title) (seen from: \(seenFrom))" }
    }

    private let entries: [String: Entry]

    /// Creates a catalog of all deviations in the specification.
    init() {
        var entries: [String: Entry] = [:]
        for deviation in SpecDeviation.all {
            entries[deviation.id] = Entry(title: deviation.title, seenFrom: deviation.seenFrom)
        }
        self.entries = entries
    }

    /// Returns the entry for a deviation.
    subscript(_ id: Deviation.ID) -> Entry {
        entries[id.description] ?? Entry(title: "not in the specification", seenFrom: "")
    }
}

#endif
