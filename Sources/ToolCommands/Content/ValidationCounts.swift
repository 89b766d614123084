// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireSpec

/// How many lines were right, deviated or were refused.
struct ValidationCounts {
    /// Lines that hold something.
    private(set) var lines = 0
    /// Lines with at least one deviation.
    private(set) var deviating = 0
    /// Lines that were refused.
    private(set) var refused = 0
    /// Lines by deviation; one that a line has twice counts once.
    private(set) var byDeviation: [Deviation.ID: Int] = [:]

    /// Counts a line that could be read.
    mutating func add(_ deviations: [Deviation]) {
        lines += 1
        if deviations.isEmpty { return }
        deviating += 1
        if deviations.count == 1 {
            byDeviation[deviations[0].id, default: 0] += 1
        } else {
            for id in Set(deviations.map(\.id)) { byDeviation[id, default: 0] += 1 }
        }
    }

    /// Counts a line that was refused.
    mutating func addRefused() {
        lines += 1
        refused += 1
    }

    /// What is told at the end: the counts, and a table of the deviations.
    func summary(_ catalog: DeviationCatalog, style: Style) -> String {
        let ok = lines - deviating - refused
        let parts = [
            TextLayout.count(lines, "line"),
            style.green("\(TextLayout.grouped(ok)) ok"),
            style.yellow("\(TextLayout.grouped(deviating)) with deviations"),
            style.red(TextLayout.count(refused, "error")),
        ]
        var text = parts.joined(separator: ", ") + "\n"
        let rows = byDeviation.sorted { $0.key < $1.key }.map { id, count in
            ["", id.description, TextLayout.grouped(count), catalog[id].text]
        }
        for row in TextLayout.columns(rows) { text += row + "\n" }
        return text
    }
}

/// What the specification says of each deviation, found by number.
struct DeviationCatalog {
    /// What is told of a deviation in a line.
    struct Entry {
        /// What it is, in a few words.
        var title: String
        /// Who is known to send it; empty where that is not known.
        var seenFrom: String

        /// Title and senders: `Operator replaced by the operation (seen from: flutter)`.
        var text: String { seenFrom.isEmpty ? title : "\(title) (seen from: \(seenFrom))" }
    }

    private let entries: [String: Entry]

    /// Takes everything from the specification.
    init() {
        var entries: [String: Entry] = [:]
        for deviation in SpecDeviation.all {
            entries[deviation.id] = Entry(title: deviation.title, seenFrom: deviation.seenFrom)
        }
        self.entries = entries
    }

    /// What is told of a deviation.
    subscript(_ id: Deviation.ID) -> Entry {
        entries[id.description] ?? Entry(title: "not in the specification", seenFrom: "")
    }
}

#endif
