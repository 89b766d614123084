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
    /// The keys of recent deviations; consecutive lines often have the same deviations at the same places.
    private var recent: [(deviation: Deviation, name: ObjectName, key: PayloadCounts.Key)] = []

    init(platform: String, namesFiles: Bool) {
        self.namesFiles = namesFiles
        counts = PayloadCounts(platform: platform)
    }

    /// Returns the rows, which are then empty.
    mutating func take() -> PayloadRows {
        let taken = self
        counts = PayloadCounts(platform: counts.platform)
        ownTypes = []
        keys = []
        return taken
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
        if let known = recent.first(where: {
            $0.deviation.id == deviation.id && $0.name == name && $0.deviation.path == deviation.path
        }) {
            return known.key
        }
        let key = PayloadCounts.Key(
            id: deviation.id.description, objectName: isKnown ? name.rawValue : "",
            path: DeviationList.pattern(of: deviation.path), isError: false)
        if recent.count >= 16 { recent.removeFirst() }
        recent.append((deviation, name, key))
        return key
    }

    private mutating func add(_ key: PayloadCounts.Key, _ location: LineLocation, _ offset: Int) {
        if counts.rows[key] == nil {
            keys.append(key)
            counts.rows[key] = row(at: location, offset)
        }
        counts.rows[key]?.count += 1
    }
}

#endif
