// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// How often each thing was met, and where first.
///
/// Everything is counted by names of the specification, so the table cannot grow with the traffic: names of
/// types that nobody has registered are counted together, but for the first few.
struct PayloadRows {
    /// What a row counts.
    struct Key: Hashable {
        /// A deviation's id, or the code of an error.
        var id: String
        /// The type; empty for types of their own.
        var objectName: String
        /// The member, with `*` for positions in lists.
        var path: String
        var isError: Bool
    }

    /// How often, and where first.
    struct Row {
        var count = 0
        var file: String?
        var line: Int
        var offset: Int
    }

    /// Lines that hold something.
    private(set) var lines = 0
    /// Lines with at least one deviation.
    private(set) var deviating = 0
    /// Lines that were refused.
    private(set) var refused = 0
    /// Lines by type, for built-in types and the first few of their own.
    private(set) var types: [ObjectName: Int] = [:]
    /// Lines of types beyond those.
    private(set) var otherTypes = 0
    private(set) var rows: [Key: Row] = [:]
    /// Whether the first place of a row names its file even if there is only one: parts of the traffic are merged later.
    var namesFiles = false

    /// How many own types are counted by name (CMP-052).
    static let ownTypes = 200
    /// More than all deviations at all members; nothing may make it grow beyond that.
    static let rowLimit = 20_000
    private var owned = 0
    /// The line before had the same deviations at the same places, as is likely.
    private var recent: [(deviation: Deviation, name: ObjectName, key: Key)] = []

    /// Counts a line that could be read; a deviation that it has twice at the same place counts once.
    mutating func add(_ name: ObjectName, _ deviations: [Deviation], isKnown: Bool, _ place: Place) {
        count(name, isKnown: isKnown)
        if deviations.isEmpty { return }
        deviating += 1
        if deviations.count == 1 {
            add(key(deviations[0], name, isKnown: isKnown), place, deviations[0].offset)
        } else {
            for group in DeviationList(deviations).groups {
                let first = group.shown[0]
                add(key(first, name, isKnown: isKnown), place, first.offset)
            }
        }
    }

    /// Counts a line that was refused.
    mutating func add(_ fault: Fault, isKnown: Bool, _ place: Place) {
        if let name = fault.objectName { count(name, isKnown: isKnown) } else { lines += 1 }
        refused += 1
        let name = isKnown ? fault.objectName?.rawValue ?? "" : ""
        add(
            Key(id: fault.code, objectName: name, path: DeviationList.pattern(of: fault.path), isError: true), place,
            fault.offset)
    }

    private mutating func count(_ name: ObjectName, isKnown: Bool) {
        lines += 1
        if types[name] != nil {
            types[name, default: 0] += 1
        } else if isKnown {
            types[name] = 1
        } else if owned < PayloadRows.ownTypes {
            owned += 1
            types[name] = 1
        } else {
            otherTypes += 1
        }
    }

    private mutating func key(_ deviation: Deviation, _ name: ObjectName, isKnown: Bool) -> Key {
        if let known = recent.first(where: {
            $0.deviation.id == deviation.id && $0.name == name && $0.deviation.path == deviation.path
        }) {
            return known.key
        }
        let key = Key(
            id: deviation.id.description, objectName: isKnown ? name.rawValue : "",
            path: DeviationList.pattern(of: deviation.path), isError: false)
        if recent.count >= 16 { recent.removeFirst() }
        recent.append((deviation, name, key))
        return key
    }

    private mutating func add(_ key: Key, _ place: Place, _ offset: Int) {
        if rows[key] == nil {
            guard rows.count < PayloadRows.rowLimit else { return }
            let isNamed = place.isOneOfMany || (namesFiles && place.file != InputFile.standardInput)
            rows[key] = Row(file: isNamed ? place.file : nil, line: place.number, offset: offset)
        }
        rows[key]?.count += 1
    }

    // MARK: Parts

    /// Nothing has been counted.
    init() {}

    /// The counts of one part of the traffic.
    init(
        lines: Int, deviating: Int, refused: Int, types: [ObjectName: Int], otherTypes: Int, rows: [Key: Row]
    ) {
        self.lines = lines
        self.deviating = deviating
        self.refused = refused
        self.types = types
        self.otherTypes = otherTypes
        self.rows = rows
    }

    /// Adds the counts of another part; the first place of a row stays that of the part that came first (CMP-054).
    mutating func add(_ part: PayloadRows) {
        lines &+= part.lines
        deviating &+= part.deviating
        refused &+= part.refused
        otherTypes &+= part.otherTypes
        types.merge(part.types, uniquingKeysWith: &+)
        for (key, row) in part.rows {
            guard let known = rows[key] else {
                if rows.count < PayloadRows.rowLimit { rows[key] = row }
                continue
            }
            rows[key]?.count = known.count &+ row.count
        }
    }

    /// Counts own types beyond the first in the order of their names together, as one run does (CMP-052).
    mutating func limitTypes(_ isKnown: (ObjectName) -> Bool) {
        let own = types.keys.filter { !isKnown($0) }.sorted {
            $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8)
        }
        for name in own.dropFirst(PayloadRows.ownTypes) {
            otherTypes &+= types.removeValue(forKey: name) ?? 0
        }
    }
}

#endif
