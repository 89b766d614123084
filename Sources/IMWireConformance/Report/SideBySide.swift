// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// Two JSON values line by line, with the expected value beside the answer.
struct SideBySide {
    /// A line of each side; a side without a line is nil.
    struct Row: Hashable {
        var left: String?
        var right: String?
        /// Whether the sides differ in this row.
        var differs: Bool
    }

    /// Whether the right side may have members that the left side does not have.
    private let allowsMore: Bool
    private(set) var rows: [Row] = []

    /// The maximum depth at which values are expanded; a deeper value is a single line.
    private static let deepest = 24
    private static let short = 48

    init(_ expected: RawJSON, _ answered: RawJSON, allowsMore: Bool = false) {
        self.allowsMore = allowsMore
        add("", expected, answered, 0, isLast: true)
    }

    /// Returns the rows around the first difference, and the numbers of rows left out before and after them.
    func excerpt(_ most: Int) -> (before: Int, rows: [Row], behind: Int) {
        guard rows.count > most else { return (0, rows, 0) }
        let first = rows.firstIndex(where: \.differs) ?? 0
        let start = max(0, min(first - most / 3, rows.count - most))
        return (start, Array(rows[start..<start + most]), rows.count - start - most)
    }

    private mutating func add(_ label: String, _ one: RawJSON, _ other: RawJSON, _ depth: Int, isLast: Bool) {
        let margin = String(repeating: " ", count: depth * 2) + label
        let end = isLast ? "" : ","
        let isEqual = self.isEqual(one, other)
        let left = JSONLine.compact(one)
        let isSmall = left.utf8.count <= SideBySide.short
        let isExpanded = !(isEqual && isSmall) && depth < SideBySide.deepest
        if isExpanded, let mine = one.members, let theirs = other.members {
            both(margin + "{")
            members(mine, theirs, depth)
            both(String(repeating: " ", count: depth * 2) + "}" + end)
        } else if isExpanded, let mine = one.elements, let theirs = other.elements {
            both(margin + "[")
            for index in 0..<max(mine.count, theirs.count) {
                pair("", mine.dropFirst(index).first, theirs.dropFirst(index).first, depth + 1)
            }
            both(String(repeating: " ", count: depth * 2) + "]" + end)
        } else {
            rows.append(
                Row(left: margin + left + end, right: margin + JSONLine.compact(other) + end, differs: !isEqual))
        }
    }

    private mutating func members(
        _ mine: [(name: String, value: RawJSON)], _ theirs: [(name: String, value: RawJSON)], _ depth: Int
    ) {
        var rest = theirs
        for member in mine {
            let place = rest.firstIndex { $0.name.equals(member.name) }
            let other = place.map { rest.remove(at: $0).value }
            pair(RawJSON(member.name).text + ": ", member.value, other, depth + 1)
        }
        for member in rest { pair(RawJSON(member.name).text + ": ", nil, member.value, depth + 1) }
    }

    private mutating func pair(_ label: String, _ one: RawJSON?, _ other: RawJSON?, _ depth: Int) {
        if let one, let other { return add(label, one, other, depth, isLast: true) }
        let margin = String(repeating: " ", count: depth * 2) + label
        rows.append(
            Row(
                left: one.map { margin + JSONLine.compact($0) }, right: other.map { margin + JSONLine.compact($0) },
                differs: one != nil || !allowsMore))
    }

    private mutating func both(_ text: String) {
        rows.append(Row(left: text, right: text, differs: false))
    }

    private func isEqual(_ one: RawJSON, _ other: RawJSON) -> Bool {
        guard allowsMore, let mine = one.members, let theirs = other.members else {
            return JSONEquality.difference(one, other, spelling: false) == nil
        }
        return mine.allSatisfy { member in
            theirs.contains { $0.name.equals(member.name) && isEqual(member.value, $0.value) }
        }
    }
}
