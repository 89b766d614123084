// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireSpec
import IMWireValues

/// An identifier of the specification in any spelling: `cnt-14`, `CNT014` and `CNT-014` are equal.
struct SpecID {
    /// The letters, in upper case.
    let family: String
    /// The number.
    let number: Int

    /// Parses an identifier, or returns nil if the word does not have the form of one.
    init?(_ word: String) {
        let letters = word.prefix { $0.isASCII && $0.isLetter }
        let rest = word.dropFirst(letters.count)
        let digits = rest.drop { $0 == "-" || $0 == "_" || $0 == " " }
        guard (2...5).contains(letters.count), (1...4).contains(digits.count), rest.count - digits.count <= 1,
            digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits)
        else { return nil }
        family = letters.uppercased()
        self.number = number
    }

    private init(_ family: String, _ number: Int) {
        self.family = family
        self.number = number
    }

    /// The identifier as the specification writes it.
    var text: String {
        let digits = String(number)
        let width = family == "DEV" ? 2 : 3
        return family + "-" + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// All identifiers of the specification.
    private static let all = SpecRequirement.all.map(\.id) + SpecDeviation.all.map(\.id)

    /// A suggestion for an identifier that does not exist.
    var hint: String? {
        let families = Set(SpecID.all.compactMap { SpecID($0)?.family })
        if families.contains(family) {
            let numbers = SpecID.all.compactMap { SpecID($0) }.filter { $0.family == family }.map(\.number)
            guard let first = numbers.min(), let last = numbers.max() else { return nil }
            return "\(family) goes from \(SpecID(family, first).text) to \(SpecID(family, last).text)"
        }
        let near = families.map { (family: $0, distance: Suggestion.distance(family, $0)) }
            .filter { $0.distance <= 2 && SpecID.all.contains(SpecID($0.family, number).text) }
            .min {
                // Transposed letters are the most likely error.
                let isOther = (
                    $0.family.sorted() == family.sorted() ? 0 : 1, $1.family.sorted() == family.sorted() ? 0 : 1
                )
                return (isOther.0, $0.distance, $0.family) < (isOther.1, $1.distance, $1.family)
            }
        return near.map { "did you mean \(SpecID($0.family, number).text)?" }
    }
}

#endif
