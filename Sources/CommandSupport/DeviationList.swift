// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// The deviations of one content, as reports show them: of those that differ only in positions in lists, the first few
/// are shown and the rest are counted.
///
/// A list of 60,000 numbers where strings belong has 60,000 deviations. A line for each would be many times the input.
package struct DeviationList {
    /// Deviations with the same id at the same place, positions aside.
    package struct Group {
        /// What deviates.
        package let id: Deviation.ID
        /// The place, with `*` for positions in lists.
        package let path: String
        /// The deviations that are shown, in the order of the content.
        package var shown: [Deviation]
        /// How many follow that are not shown.
        package var more = 0
    }

    private struct Key: Hashable {
        let id: Deviation.ID
        let path: String
    }

    /// How many deviations of a group are shown.
    package static let shown = 3

    /// The groups, in the order of their first deviations.
    package private(set) var groups: [Group] = []

    /// Groups deviations; equal ones keep their order.
    package init(_ deviations: [Deviation]) {
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

    /// A path with `*` for positions in lists: `/msgList/*/content`.
    package static func pattern(of path: String) -> String {
        guard path.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false).map { step in
            !step.isEmpty && step.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "*" : step
        }.joined(separator: "/")
    }
}

#endif
