// SPDX-License-Identifier: Apache-2.0

import IMWire

/// How often each thing was met in the traffic of one platform, and where first (CMP-054).
package struct PayloadCounts: Hashable, Sendable {
    /// What a row counts.
    package struct Key: Hashable, Sendable {
        /// A deviation's id, or the code of an error.
        package var id: String
        /// The type; empty for types of their own.
        package var objectName: String
        /// The member, with `*` for positions in lists.
        package var path: String
        /// Whether lines were refused for it.
        package var isError: Bool

        /// Creates a value from its parts.
        package init(id: String, objectName: String, path: String, isError: Bool) {
            self.id = id
            self.objectName = objectName
            self.path = path
            self.isError = isError
        }
    }

    /// How often, and where first.
    package struct Row: Hashable, Sendable {
        /// Lines that have it.
        package var count: Int
        /// The file of the first line; nil where the line alone says where it is.
        package var file: String?
        /// The number of the first line, from 1.
        package var line: Int
        /// The offset in its content.
        package var offset: Int

        /// Creates a value from its parts.
        package init(count: Int = 0, file: String?, line: Int, offset: Int) {
            self.count = count
            self.file = file
            self.line = line
            self.offset = offset
        }
    }

    /// Whose traffic it is.
    package var platform: String
    /// Lines that hold something.
    package var lines = 0
    /// Lines with at least one deviation.
    package var deviating = 0
    /// Lines that were refused.
    package var refused = 0
    /// Lines by type, for built-in types and the first few of their own.
    package var types: [ObjectName: Int] = [:]
    /// Lines of types beyond those.
    package var otherTypes = 0
    /// The counts by type, member and form.
    package var rows: [Key: Row] = [:]

    /// How many own types are counted by name (CMP-052).
    package static let ownTypes = 200
    /// More than all deviations at all members; nothing may make it grow beyond that.
    package static let rowLimit = 20_000
    /// The largest count: what JSON can hold, and what can be multiplied to show a share.
    package static let maximum = 1 << 53

    /// Nothing has been counted.
    package init(platform: String) {
        self.platform = platform
    }

    /// Adds the counts of another part; the first place of a row stays that of the part that came first (CMP-054).
    package mutating func add(_ part: PayloadCounts) {
        lines = PayloadCounts.sum(lines, part.lines)
        deviating = PayloadCounts.sum(deviating, part.deviating)
        refused = PayloadCounts.sum(refused, part.refused)
        otherTypes = PayloadCounts.sum(otherTypes, part.otherTypes)
        types.merge(part.types, uniquingKeysWith: PayloadCounts.sum)
        for (key, row) in part.rows {
            guard let known = rows[key] else {
                if rows.count < PayloadCounts.rowLimit { rows[key] = row }
                continue
            }
            rows[key]?.count = PayloadCounts.sum(known.count, row.count)
        }
    }

    /// Counts own types beyond the first in the order of their names together, as one run does (CMP-052).
    package mutating func limitTypes(_ isKnown: (ObjectName) -> Bool) {
        let own = types.keys.filter { !isKnown($0) }.sorted {
            $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8)
        }
        for name in own.dropFirst(PayloadCounts.ownTypes) {
            otherTypes = PayloadCounts.sum(otherTypes, types.removeValue(forKey: name) ?? 0)
        }
    }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        min(maximum, min(one, maximum) + min(other, maximum))
    }
}
