// SPDX-License-Identifier: Apache-2.0

/// The rules for numbers and words on the wire: CMP-035 and CMP-036.
enum EnumerationRules {
    static func check(_ subject: Subject) -> [CompatFinding] {
        subject.manifest.enumerations.flatMap { declared -> [CompatFinding] in
            guard let known = KnownEnumeration.named(declared.name) else { return [] }
            return declared.values.compactMap { compare($0, declared, known, subject) }
                + missing(declared, known, subject)
        }
    }

    private static func compare(
        _ value: ManifestEnumeration.Value, _ declared: ManifestEnumeration, _ known: KnownEnumeration,
        _ subject: Subject
    ) -> CompatFinding? {
        let meant = known.meaning(of: value.name)
        let source = value.source ?? declared.source
        func finding(
            _ kind: FindingKind, _ severity: FindingSeverity, _ left: String, _ right: String, _ advice: String
        ) -> CompatFinding {
            subject.finding(
                kind, severity, FindingPlace(known.name, meant?.name ?? value.name), left, right, advice,
                source: source)
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
                        .enumerationIndex, .losesData, "the numbers are positions in the declaration",
                        "the wire has other numbers",
                        "Translate the numbers before sending: the same number means another value on the wire.")
                    : finding(
                        .enumerationNumber, .losesData, "\(value.name) is \(own)", "\(meant.name) is \(number)",
                        "Use \(number)\(other(own, known)).")
            }
            guard let text = value.text else { return nil }
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

    private static func other(_ number: Int, _ known: KnownEnumeration) -> String {
        known.values.first { $0.number == number }.map { "; \(number) is \($0.name)" } ?? ""
    }

    private static func missing(
        _ declared: ManifestEnumeration, _ known: KnownEnumeration, _ subject: Subject
    ) -> [CompatFinding] {
        let present = Set(declared.values.compactMap { known.meaning(of: $0.name)?.name })
        return known.values.filter { !present.contains($0.name) && $0.number != 0 }.map { value in
            subject.finding(
                .enumerationMissing, .cosmetic, FindingPlace(known.name, value.name), "the value is not declared",
                "the registry has the value",
                "Keep unknown values unchanged, and do not reject them.", source: declared.source)
        }
    }
}
