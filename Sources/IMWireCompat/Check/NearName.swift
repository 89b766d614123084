// SPDX-License-Identifier: Apache-2.0

/// A namespace for comparing names that are probably meant to be the same.
enum NearName {
    /// Returns whether two names differ only in case or separators, or by one letter if both have six or more.
    static func areNear(_ one: String, _ other: String) -> Bool {
        if one.utf8.elementsEqual(other.utf8) { return false }
        let first = Array(plain(one)), second = Array(plain(other))
        if first == second { return true }
        return min(first.count, second.count) >= 6 && isOneEdit(first, second)
    }

    /// Returns whether two names differ only in case or separators.
    static func areAlike(_ one: String, _ other: String) -> Bool {
        !one.utf8.elementsEqual(other.utf8) && plain(one) == plain(other)
    }

    /// Returns whether two members are probably one: names that differ in one letter also need the same type (CMP-130).
    static func areNear(
        _ one: String, _ types: [ManifestMember.MemberType], _ other: String, _ others: [ManifestMember.MemberType]
    ) -> Bool {
        areAlike(one, other)
            || (areNear(one, other) && (types.isEmpty || types.contains { TypeRules.fits($0, others) }))
    }

    /// Returns whether two names differ only in case.
    static func differInCase(_ one: String, _ other: String) -> Bool {
        !one.utf8.elementsEqual(other.utf8) && one.lowercased().utf8.elementsEqual(other.lowercased().utf8)
    }

    private static func plain(_ name: String) -> [UInt8] {
        name.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    }

    /// Returns whether two names differ by one letter inserted, deleted or replaced, or by two neighboring letters
    /// swapped.
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
    /// Returns the number of leading elements that satisfy a condition, at most `limit`.
    fileprivate func prefix(_ limit: Int, _ condition: (Element) -> Bool) -> Int {
        var count = 0
        for element in self {
            if count == limit || !condition(element) { break }
            count += 1
        }
        return count
    }
}
