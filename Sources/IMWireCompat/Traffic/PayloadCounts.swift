// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The count and the first place of each deviation and error in the traffic of one platform (CMP-054).
package struct PayloadCounts: Hashable, Sendable {
    /// The key of a row.
    package struct Key: Hashable, Sendable {
        /// The id of a deviation, or the code of an error.
        package var id: String
        /// The type; empty for types that are not built in.
        package var objectName: String
        /// The path of the member, with `*` for list positions.
        package var path: String
        /// Whether the row counts rejected lines.
        package var isError: Bool

        /// Creates a key.
        package init(id: String, objectName: String, path: String, isError: Bool) {
            self.id = id
            self.objectName = objectName
            self.path = path
            self.isError = isError
        }
    }

    /// The number of occurrences and the first of them.
    package struct Row: Hashable, Sendable {
        /// The number of lines with the deviation or error.
        package var count: Int
        /// The file of the first line; nil if the line number alone locates it.
        package var file: String?
        /// The number of the first line, from 1.
        package var line: Int
        /// The offset in the content of the first line.
        package var offset: Int

        /// Creates a row.
        package init(count: Int = 0, file: String?, line: Int, offset: Int) {
            self.count = count
            self.file = file
            self.line = line
            self.offset = offset
        }
    }

    /// The platform that sent the traffic.
    package var platform: String
    /// The number of lines that are not empty.
    package var lines = 0
    /// The number of lines with at least one deviation.
    package var deviating = 0
    /// The number of rejected lines.
    package var refused = 0
    /// The number of lines by type, for built-in types and for the first ``ownTypes`` other types.
    package var types: [ObjectName: Int] = [:]
    /// The number of lines of all remaining types.
    package var otherTypes = 0
    /// The counts by deviation or error, type and member.
    package var rows: [Key: Row] = [:]

    /// The lines by type whose contents are probably minified (CMP-138), of the types that are counted by name.
    package var minified: [ObjectName: Row] = [:]

    /// The maximum number of types counted by name that are not built in (CMP-052).
    package static let ownTypes = 200
    /// The maximum number of rows, which exceeds the number of all deviations at all members.
    package static let rowLimit = 20_000
    /// The largest count, which JSON can represent and which can be multiplied to compute a share.
    package static let maximum = 1 << 53

    /// Creates empty counts.
    package init(platform: String) {
        self.platform = platform
    }

    /// Adds the counts of another part; a row keeps the first place of the part that was added first (CMP-054).
    package mutating func add(_ part: PayloadCounts) {
        lines = PayloadCounts.sum(lines, part.lines)
        deviating = PayloadCounts.sum(deviating, part.deviating)
        refused = PayloadCounts.sum(refused, part.refused)
        otherTypes = PayloadCounts.sum(otherTypes, part.otherTypes)
        types.merge(part.types, uniquingKeysWith: PayloadCounts.sum)
        minified.merge(part.minified) { one, other in
            var sum = one
            sum.count = PayloadCounts.sum(one.count, other.count)
            return sum
        }
        for (key, row) in part.rows {
            guard let known = rows[key] else {
                if rows.count < PayloadCounts.rowLimit { rows[key] = row }
                continue
            }
            rows[key]?.count = PayloadCounts.sum(known.count, row.count)
        }
    }

    /// Counts types that are not built in and exceed the first ``ownTypes`` in the order of their names together, to
    /// apply the limit of a single run (CMP-052).
    package mutating func limitTypes(_ isKnown: (ObjectName) -> Bool) {
        let own = types.keys.filter { !isKnown($0) }.ordered {
            $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8)
        }
        for name in own.dropFirst(PayloadCounts.ownTypes) {
            otherTypes = PayloadCounts.sum(otherTypes, types.removeValue(forKey: name) ?? 0)
            minified.removeValue(forKey: name)
        }
    }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        min(maximum, min(one, maximum) + min(other, maximum))
    }
}
