// SPDX-License-Identifier: Apache-2.0

/// The rule that pairs types that appear to be one type under two names: CMP-044.
enum NearTypes {
    /// A type on one side, with the platforms that declare it.
    struct Candidate {
        var name: String
        var platforms: Set<String>
        /// The names of the type's members on all platforms; empty if unknown.
        var members: Set<String>
        /// The stems of the type's classes.
        var classes: Set<String>
    }

    /// Returns the pairs, each with the name that sorts first as its first element.
    ///
    /// Two names are paired only if neither is near to another name, because the intended one would be unknown.
    static func pairs(_ candidates: [Candidate]) -> [(String, String)] {
        var partners: [Int: [Int]] = [:]
        for (index, one) in candidates.enumerated() {
            for (other, two) in candidates.enumerated().dropFirst(index + 1) where areOne(one, two) {
                partners[index, default: []].append(other)
                partners[other, default: []].append(index)
            }
        }
        return partners.filter { index, others in
            others.count == 1 && index < others[0] && partners[others[0]]?.count == 1
        }.map { (candidates[$0.key].name, candidates[$0.value[0]].name) }.ordered { $0 < $1 }
    }

    /// The stems of classes that many projects have, for different types.
    private static let plainNames: Set<String> = ["", "custom", "my", "base", "test", "demo", "sample", "common", "im"]

    private static func areOne(_ one: Candidate, _ other: Candidate) -> Bool {
        guard one.platforms.isDisjoint(with: other.platforms) else { return false }
        let isSameClass = !one.classes.intersection(other.classes).isSubset(of: plainNames)
        guard isSameClass || areNear(one.name, other.name) else { return false }
        let shared = one.members.intersection(other.members).count
        let least = min(one.members.count, other.members.count)
        // Unknown members do not rule out a pair of similar names; a shared class name alone is not sufficient.
        if least == 0 { return !isSameClass || areNear(one.name, other.name) }
        return shared * 2 >= least
    }

    /// Returns whether one name is the other with one more word (`PkMsg`, `PkNewMsg`), or differs from it in one
    /// letter.
    static func areNear(_ one: String, _ other: String) -> Bool {
        let (first, second) = (split(one), split(other))
        guard first.prefix == second.prefix, first.words != second.words else { return false }
        if NearName.areNear(one, other), one.utf8.count >= 8, one.utf8.count == other.utf8.count { return true }
        let (short, long) =
            first.words.count < second.words.count ? (first.words, second.words) : (second.words, first.words)
        guard long.count == short.count + 1, short.count >= 2 else { return false }
        let start = zip(short, long).prefix { $0 == $1 }.count
        return short[start...].elementsEqual(long[(start + 1)...])
    }

    /// Returns the prefix before the colon, and the words of the rest in lower case.
    private static func split(_ name: String) -> (prefix: Substring, words: [String]) {
        let colon = name.firstIndex(of: ":")
        let prefix = colon.map { name[..<$0] } ?? ""
        var words: [String] = []
        for character in colon.map({ name[name.index(after: $0)...] }) ?? name[...] {
            if words.isEmpty || character.isUppercase || character == "_" { words.append("") }
            if character != "_" { words[words.count - 1] += character.lowercased() }
        }
        return (prefix, words.filter { !$0.isEmpty })
    }
}
