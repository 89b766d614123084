// SPDX-License-Identifier: Apache-2.0

/// The rules for numbers and words on the wire: CMP-035 and CMP-036.
enum EnumerationRules {
    static func check(_ subject: Subject) -> [CompatDifference] {
        subject.manifest.enumerations.flatMap { declared -> [CompatDifference] in
            guard let known = KnownEnumeration.named(declared.name) else { return [] }
            return declared.values.compactMap { compare($0, declared, known, subject) }
                + missing(declared, known, subject)
        }
    }

    private static func compare(
        _ value: ManifestEnumeration.Value, _ declared: ManifestEnumeration, _ known: KnownEnumeration,
        _ subject: Subject
    ) -> CompatDifference? {
        let meant = known.meaning(of: value.name)
        if isSentinel(value, meant) { return nil }
        let source = value.source ?? declared.source
        func finding(
            _ kind: FindingKind, _ severity: FindingSeverity, _ left: String, _ right: String, _ advice: String
        ) -> CompatDifference {
            subject.finding(
                kind, severity, FindingPlace(known.name, meant?.name ?? value.name), left, right, advice,
                certainty: .weakest([declared.source, value.source]), source: source)
        }
        guard let meant else {
            let isWords = known.values.allSatisfy { $0.number == nil }
            return finding(
                .enumerationWord, .cosmetic, value.name,
                isWords ? "the list is open" : "the registry does not have the value",
                "Keep unknown values, as other platforms do.")
        }
        if let number = meant.number {
            if let own = value.number {
                guard own != number else { return nil }
                return declared.representation == .index
                    ? finding(
                        .enumerationIndex, subject.manifest.isWrapper ? .tolerated : .losesData,
                        "the numbers are positions in the declaration",
                        "the wire has other numbers",
                        "Translate the numbers before sending: the same number means another value on the wire.")
                    : isNumbered(declared, known)
                        ? finding(
                            .enumerationNumber, .tolerated, "\(value.name) is \(own)", "\(meant.name) is \(number)",
                            "The declaration numbers its values in order: translate the numbers before sending.")
                        : finding(
                            .enumerationNumber, isUnused(own, known, subject) ? .tolerated : .losesData,
                            "\(value.name) is \(own)", "\(meant.name) is \(number)",
                            "Use \(number)\(other(own, known)).")
            }
            guard let text = value.text else { return nil }
            guard Int(text) != nil else {
                return finding(
                    .enumerationWord, .tolerated, "\(value.name) is \(text)", "\(meant.name) is \(number)",
                    "Translate the word before sending: the wire has the number.")
            }
            return finding(
                .enumerationWord, .tolerated, "the numbers are in strings", "the values are numbers",
                text == String(number) ? "Write a number, and read both." : "Write \(number).")
        }
        let text = value.text ?? value.name
        guard text != meant.name else { return nil }
        // The suffix of a constant does not mean the registry's value if another constant has its text.
        if declared.values.contains(where: { ($0.text ?? $0.name) == meant.name }) { return nil }
        return finding(.enumerationWord, .losesData, text, meant.name, "Write \(meant.name), and read both.")
    }

    /// Returns whether a number is that of flags, and no type of the platform has these flags.
    private static func isUnused(_ number: Int, _ known: KnownEnumeration, _ subject: Subject) -> Bool {
        known.name == "persistence"
            && !subject.manifest.types.contains { type in
                type.flags.contains { FlagRules.bits($0, subject.manifest) == number }
            }
    }

    /// Returns whether a value only ends a declaration or stands for an invalid number, and is never sent.
    private static func isSentinel(_ value: ManifestEnumeration.Value, _ meant: KnownEnumeration.Value?) -> Bool {
        guard let number = value.number, number != meant?.number else { return false }
        let plain = KnownEnumeration.plain(value.name)
        return ["invalid", "unknown", "count", "max"].contains { plain.hasSuffix($0) } && (meant?.number ?? 0) == 0
    }

    /// Returns whether the numbers of a declaration are positions or its own ones in order, which are not sent as they
    /// are (CMP-014, CMP-127).
    static func isOrdered(_ declared: ManifestEnumeration, _ known: KnownEnumeration?) -> Bool {
        declared.representation == .index || (known.map { isNumbered(declared, $0) } ?? false)
    }

    /// Returns whether the values of a declaration are its own numbers in order, of which several are not those of the
    /// wire: such an enumeration belongs to a wrapper, which translates it.
    private static func isNumbered(_ declared: ManifestEnumeration, _ known: KnownEnumeration) -> Bool {
        let numbers = declared.values.compactMap(\.number)
        guard numbers.count > 2, numbers.count == declared.values.count,
            zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < .max && $0 + 1 == $1 })
        else { return false }
        let wrong = declared.values.count { value in
            guard let number = value.number, let meant = known.meaning(of: value.name)?.number else { return false }
            return number != meant && !isSentinel(value, known.meaning(of: value.name))
        }
        return wrong > 1
    }

    private static func other(_ number: Int, _ known: KnownEnumeration) -> String {
        known.values.first { $0.number == number }.map { "; \(number) is \($0.name)" } ?? ""
    }

    private static func missing(
        _ declared: ManifestEnumeration, _ known: KnownEnumeration, _ subject: Subject
    ) -> [CompatDifference] {
        let present = Set(declared.values.compactMap { known.meaning(of: $0.name)?.name })
        return known.values.filter { !present.contains($0.name) && $0.number != 0 }.map { value in
            subject.finding(
                .enumerationMissing, .cosmetic, FindingPlace(known.name, value.name), "the value is not declared",
                "the registry has the value",
                "Keep unknown values unchanged, and do not reject them.", source: declared.source)
        }
    }
}
