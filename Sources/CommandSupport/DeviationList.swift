// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// The deviations of one content as reports show them: deviations that differ only in list positions form a group, of
/// which the first few are shown and the rest are counted.
///
/// A list of 60,000 numbers where strings belong has 60,000 deviations. One line for each would make the report many
/// times larger than the input.
package struct DeviationList {
    /// The deviations that have the same id and the same place, ignoring list positions.
    package struct Group {
        /// The id of the deviations.
        package let id: Deviation.ID
        /// The place, with `*` for list positions.
        package let path: String
        /// The deviations that are shown, in the order of the content.
        package var shown: [Deviation]
        /// The number of further deviations, which are not shown.
        package var more = 0
    }

    private struct Key: Hashable {
        let id: Deviation.ID
        let path: String
    }

    /// The maximum number of deviations shown for a group.
    package static let shown = 3

    /// The groups, in the order of their first deviations.
    package private(set) var groups: [Group] = []

    /// Creates a list that groups `deviations` and keeps their order within each group.
    package init(_ deviations: [Deviation]) {
        if deviations.count == 1 {
            groups = [
                Group(
                    id: deviations[0].id, path: DeviationList.pattern(of: deviations[0].path), shown: deviations)
            ]
            return
        }
        var positions: [Key: Int] = [:]
        for deviation in deviations {
            let key = Key(id: deviation.id, path: DeviationList.pattern(of: deviation.path))
            if let position = positions[key] {
                if groups[position].shown.count < DeviationList.shown {
                    groups[position].shown.append(deviation)
                } else {
                    groups[position].more += 1
                }
            } else {
                positions[key] = groups.count
                groups.append(Group(id: key.id, path: key.path, shown: [deviation]))
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns `path` with `*` for list positions: `/msgList/*/content`.
    package static func pattern(of path: String) -> String {
        guard path.utf8.contains(where: isDigit) else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false).map { step in
            !step.isEmpty && step.utf8.allSatisfy(isDigit) ? "*" : step
        }.joined(separator: "/")
    }
}

#endif
