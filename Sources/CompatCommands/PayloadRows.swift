// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireCompat

/// The count and the first place of each deviation and error in consecutive lines.
///
/// Rows are keyed by names of the specification, so the table does not grow with the traffic. Unregistered types are
/// counted by name up to a limit, and together beyond it; the limits apply when parts are added in their order.
struct PayloadRows: Sendable {
    private(set) var counts: PayloadCounts
    /// Whether the first place of a row names its file even if there is only one, because parts of the traffic are
    /// merged later.
    let namesFiles: Bool

    /// The unregistered types and the rows, in the order in which they occurred.
    private var ownTypes: [ObjectName] = []
    private var keys: [PayloadCounts.Key] = []
    /// The keys of deviations that occurred, so that a key is made once for many lines.
    private var known: [Occurrence: PayloadCounts.Key] = [:]
    /// The largest number of keys that are kept; places in long lists have a key for each position.
    private static let knownLimit = 1_024

    /// A deviation of a type at a place.
    private struct Occurrence: Hashable {
        let id: Deviation.ID
        let name: ObjectName
        let path: String
    }

    init(platform: String, namesFiles: Bool) {
        self.namesFiles = namesFiles
        counts = PayloadCounts(platform: platform)
    }

    /// Returns the rows, which are then empty.
    mutating func drain() -> PayloadRows {
        var rows = self
        // The keys stay here, and are not copied.
        rows.known = [:]
        counts = PayloadCounts(platform: counts.platform)
        ownTypes = []
        keys = []
        return rows
    }

    /// Adds the rows of the lines that follow, within the limits of a run (CMP-052).
    mutating func add(_ next: PayloadRows) {
        counts.lines += next.counts.lines
        counts.deviating += next.counts.deviating
        counts.refused += next.counts.refused
        for name in next.ownTypes where counts.types[name] == nil {
            if ownTypes.count < PayloadCounts.ownTypes {
                ownTypes.append(name)
                counts.types[name] = 0
            } else {
                counts.otherTypes += next.counts.types[name] ?? 0
            }
        }
        let own = Set(next.ownTypes)
        for (name, count) in next.counts.types where counts.types[name] != nil || !own.contains(name) {
            counts.types[name, default: 0] += count
        }
        for key in next.keys {
            guard let row = next.counts.rows[key] else { continue }
            if counts.rows[key] != nil {
                counts.rows[key]?.count += row.count
            } else if counts.rows.count < PayloadCounts.rowLimit {
                counts.rows[key] = row
            }
        }
        for (name, row) in next.counts.minified where counts.types[name] != nil {
            if counts.minified[name] != nil {
                counts.minified[name]?.count += row.count
            } else {
                counts.minified[name] = row
            }
        }
    }

    /// Counts a line that was read; a deviation that occurs twice at the same place counts once.
    mutating func add(_ name: ObjectName, _ deviations: [Deviation], isKnown: Bool, _ location: LineLocation) {
        count(name, isKnown: isKnown)
        if deviations.isEmpty { return }
        counts.deviating += 1
        if deviations.count == 1 {
            add(key(deviations[0], name, isKnown: isKnown), location, deviations[0].offset)
        } else {
            for group in DeviationList(deviations).groups {
                let first = group.shown[0]
                add(key(first, name, isKnown: isKnown), location, first.offset)
            }
        }
    }

    /// Counts a line that was rejected.
    mutating func add(_ error: LineError, isKnown: Bool, _ location: LineLocation) {
        if let name = error.objectName { count(name, isKnown: isKnown) } else { counts.lines += 1 }
        counts.refused += 1
        let name = isKnown ? error.objectName?.rawValue ?? "" : ""
        add(
            PayloadCounts.Key(
                id: error.code, objectName: name, path: DeviationList.pattern(of: error.path), isError: true), location,
            error.offset)
    }

    /// Counts a line whose content is probably minified.
    mutating func addMinified(_ name: ObjectName, _ location: LineLocation) {
        let first = row(at: location, 0)
        counts.minified[name, default: first].count += 1
    }

    private func row(at location: LineLocation, _ offset: Int) -> PayloadCounts.Row {
        let isNamed = location.isOneOfMany || (namesFiles && location.file != InputFile.standardInput)
        return PayloadCounts.Row(file: isNamed ? location.file : nil, line: location.number, offset: offset)
    }

    private mutating func count(_ name: ObjectName, isKnown: Bool) {
        counts.lines += 1
        if !isKnown, counts.types[name] == nil { ownTypes.append(name) }
        counts.types[name, default: 0] += 1
    }

    private mutating func key(_ deviation: Deviation, _ name: ObjectName, isKnown: Bool) -> PayloadCounts.Key {
        let occurrence = Occurrence(id: deviation.id, name: name, path: deviation.path)
        if let key = known[occurrence] { return key }
        let key = PayloadCounts.Key(
            id: deviation.id.description, objectName: isKnown ? name.rawValue : "",
            path: DeviationList.pattern(of: deviation.path), isError: false)
        if known.count >= PayloadRows.knownLimit { known.removeAll(keepingCapacity: true) }
        known[occurrence] = key
        return key
    }

    private mutating func add(_ key: PayloadCounts.Key, _ location: LineLocation, _ offset: Int) {
        let first = row(at: location, offset)
        let isNew = { (row: inout PayloadCounts.Row) in
            row.count += 1
            return row.count == 1
        }(&counts.rows[key, default: first])
        if isNew { keys.append(key) }
    }
}

#endif
