// SPDX-License-Identifier: Apache-2.0

/// Names that are probably meant to be the same.
enum NearName {
    /// Whether two names differ in case or separators only, or by one letter in six or more.
    static func areNear(_ one: String, _ other: String) -> Bool {
        if one.utf8.elementsEqual(other.utf8) { return false }
        let first = Array(plain(one)), second = Array(plain(other))
        if first == second { return true }
        return min(first.count, second.count) >= 6 && isOneEdit(first, second)
    }

    /// Whether two names differ in case only.
    static func differInCase(_ one: String, _ other: String) -> Bool {
        !one.utf8.elementsEqual(other.utf8) && one.lowercased().utf8.elementsEqual(other.lowercased().utf8)
    }

    private static func plain(_ name: String) -> [UInt8] {
        name.lowercased().utf8.filter { $0 != 0x5f && $0 != 0x2d }
    }

    /// One letter more, less, or another one, or two neighbours exchanged.
    private static func isOneEdit(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard abs(one.count - other.count) <= 1 else { return false }
        let start = zip(one, other).prefix { $0.0 == $0.1 }.count
        let rest = min(one.count, other.count) - start
        let end = zip(one.reversed(), other.reversed()).prefix(rest) { $0.0 == $0.1 }
        let first = one.count - start - end, second = other.count - start - end
        if first <= 1 && second <= 1 { return true }
        return first == 2 && second == 2 && one[start] == other[start + 1] && one[start + 1] == other[start]
    }
}

extension Sequence {
    /// How many elements from the start satisfy a condition, at most `limit`.
    fileprivate func prefix(_ limit: Int, _ condition: (Element) -> Bool) -> Int {
        var count = 0
        for element in self {
            if count == limit || !condition(element) { break }
            count += 1
        }
        return count
    }
}
