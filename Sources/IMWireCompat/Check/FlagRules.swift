// SPDX-License-Identifier: Apache-2.0

/// The rules for whether a type is stored and counted: CMP-027 and CMP-028.
package enum FlagRules {
    static func check(_ subject: Subject) -> [CompatDifference] {
        subject.manifest.types.flatMap { type in
            let split = split(type, subject)
            return (split.isEmpty ? difference(type, subject) : split) + trap(type, subject)
                + category(type, subject)
        }
    }

    /// Returns the set of bits that a declaration means, or nil if it contains an unknown word (CMP-011).
    package static func bits(_ flags: ManifestFlags, _ manifest: Manifest) -> Int? {
        if let value = flags.value { return value }
        if let bits = flags.bits {
            return bits.reduce(0) { (0..<32).contains($1) ? $0 | 1 << $1 : $0 }
        }
        if !flags.words.isEmpty {
            var bits = 0
            for word in flags.words {
                guard let number = number(of: word, manifest) else { return nil }
                bits |= number
            }
            return bits
        }
        let counted = flags.counted ?? false
        // If the declaration does not mention storing, counted has the service's meaning, which includes it.
        return (flags.persisted ?? counted ? 1 : 0) | (counted ? 2 : 0)
    }

    private static func number(of word: String, _ manifest: Manifest) -> Int? {
        let own = manifest.enumerations.first { $0.name == "persistence" }?.values.first {
            KnownEnumeration.plain($0.name).hasSuffix(KnownEnumeration.plain(word))
        }
        return own?.number ?? KnownEnumeration.persistence.meaning(of: word)?.number
    }

    private static func difference(_ type: ManifestType, _ subject: Subject) -> [CompatDifference] {
        guard let known = subject.registry[type.objectName], let expected = known.flags else { return [] }
        // Several declarations that agree count as one.
        guard let flags = type.flags.first(where: { bits($0, subject.manifest) != nil }),
            let bits = bits(flags, subject.manifest)
        else { return [] }
        if bits == expected { return alternative(type, known, flags, subject) }
        // Neither 0 nor 16 stores or counts (CNT-102). Any other difference changes what is stored or counted.
        let isSame = known.acceptedFlags.contains(bits) && isSame(bits, expected)
        return [
            subject.finding(
                .flagsDiffer, isSame ? .tolerated : .losesData, FindingPlace(type.objectName), shown(bits, flags),
                shown(expected),
                isSame ? "Both numbers are in use: state in tests which one is meant." : consequence(bits, expected),
                certainty: .weakest([type.source, flags.source]), source: flags.source ?? type.source)
        ]
    }

    /// Returns a remark on right flags, if other platforms have other ones that store and count alike (CMP-037).
    private static func alternative(
        _ type: ManifestType, _ known: RegistryType, _ flags: ManifestFlags, _ subject: Subject
    ) -> [CompatDifference] {
        guard let bits = known.flags, let other = known.acceptedFlags.first(where: { $0 != bits && isSame($0, bits) })
        else { return [] }
        return [
            subject.finding(
                .trap, .cosmetic, FindingPlace(type.objectName), shown(bits, flags),
                "\(shown(other)) is in use as well", "Accept both: neither is stored or counted.",
                certainty: .weakest([type.source, flags.source]), source: flags.source ?? type.source)
        ]
    }

    /// Returns whether messages with either flags are stored and counted alike.
    static func isSame(_ one: Int, _ other: Int) -> Bool { one & 3 == other & 3 }

    private static func split(_ type: ManifestType, _ subject: Subject) -> [CompatDifference] {
        let declared = type.flags.compactMap { flags in
            bits(flags, subject.manifest).map { (bits: $0, flags: flags) }
        }
        guard let first = declared.first, let other = declared.first(where: { $0.bits != first.bits }) else {
            return []
        }
        return [
            subject.finding(
                .flagsSplit, .losesData, FindingPlace(type.objectName),
                "\(shown(first.bits, first.flags)), and \(shown(other.bits, other.flags))",
                subject.registry[type.objectName]?.flags.map { shown($0) } ?? "the flags are declared once",
                "Keep one table, and register all types from it.",
                certainty: .weakest([type.source, first.flags.source, other.flags.source]),
                source: other.flags.source ?? first.flags.source)
        ]
    }

    /// Returns findings for a plausible but wrong number: counted is 3, and 2 alone counts messages that are not
    /// stored.
    private static func trap(_ type: ManifestType, _ subject: Subject) -> [CompatDifference] {
        type.flags.compactMap { flags in
            let place = FindingPlace(type.objectName)
            if let bits = bits(flags, subject.manifest), bits & 3 == 2 {
                return subject.finding(
                    .flagsCounted, .losesData, place, shown(bits, flags), "counted is 3, which includes persisted",
                    "Write 3: with 2, a message counts as unread and is not stored.",
                    source: flags.source ?? type.source)
            }
            let numbers = flags.words.compactMap { number(of: $0, subject.manifest) }
            if numbers.contains(3) && numbers.contains(1) {
                return subject.finding(
                    .flagsSpelling, .cosmetic, place, flags.words.joined(separator: " | "),
                    "counted alone is 3",
                    "No change is needed: both are 3. They would differ on a platform on which counted is 2.",
                    source: flags.source ?? type.source)
            }
            return nil
        }
    }

    /// Returns findings for an application's own type that is not a content but is counted (CMP-042).
    ///
    /// Built-in types are compared with the flags of the registry instead.
    private static func category(_ type: ManifestType, _ subject: Subject) -> [CompatDifference] {
        guard !subject.registry.contains(type.objectName),
            let category = type.category ?? category(ofName: type.objectName), category != .content,
            let flags = type.flags.first(where: { bits($0, subject.manifest).map { $0 & 2 != 0 } ?? false }),
            let bits = bits(flags, subject.manifest)
        else { return [] }
        let right = category == .notification ? "1 (persisted)" : "0 (none)"
        let reason = type.category == nil ? "by its name " : ""
        return [
            subject.finding(
                .flagsCategory, type.category == nil ? .tolerated : .losesData, FindingPlace(type.objectName),
                shown(bits, flags), "the type is \(reason)a \(category.rawValue), which is not counted",
                "Declare \(right), or use a name that ends in Msg for a content.", source: flags.source ?? type.source)
        ]
    }

    /// Returns the category that the suffix of a name indicates (seed 001): `Ntf` or `Sts`.
    private static func category(ofName name: String) -> ManifestType.Category? {
        if name.hasSuffix("Ntf") { return .notification }
        return name.hasSuffix("Sts") ? .status : nil
    }

    static func shown(_ bits: Int, _ flags: ManifestFlags? = nil) -> String {
        let name =
            switch bits {
            case 0: "0 (none)"
            case 1: "1 (persisted)"
            case 2: "2 (counted only)"
            case 3: "3 (persisted and counted)"
            case 16: "16 (status)"
            default: "\(bits)"
            }
        return flags?.place.map { "\(name) in the \($0)" } ?? name
    }

    private static func consequence(_ bits: Int, _ expected: Int) -> String {
        switch (bits & 1, expected & 1) {
        case (0, 1): "Declare \(shown(expected)): here a message is not stored, so it is lost after a restart."
        case (1, 0): "Declare \(shown(expected)): here a message that users should not see is stored."
        default: "Declare \(shown(expected)): here the unread count differs from that of other platforms."
        }
    }
}
