// SPDX-License-Identifier: Apache-2.0

extension DisagreementRules {
    /// Returns findings for values that differ between enumerations; enumerations of the registry are included only if
    /// manifests are compared with each other.
    func enumerations() -> [CompatDifference] {
        let all = Set(manifests.flatMap { $0.enumerations.map(\.name) }).sorted()
        return all.filter { mode == .eachOther || KnownEnumeration.named($0) == nil }.flatMap {
            name -> [CompatDifference] in
            let declared = manifests.flatMap { manifest in
                manifest.enumerations.filter { $0.name == name }.map {
                    Declaration(platform: manifest.platform, enumeration: $0)
                }
            }
            let known = KnownEnumeration.named(name)
            let ordered = declared.filter { EnumerationRules.isOrdered($0.enumeration, known) }
            let sent = declared.filter { !EnumerationRules.isOrdered($0.enumeration, known) }
            return sent.isEmpty
                ? compare(ordered, known, .tolerated)
                : compare(sent, known, .losesData) + ordered.compactMap { positions($0, sent, known) }
        }
    }

    /// An enumeration as one platform declares it.
    private struct Declaration {
        var platform: String
        var enumeration: ManifestEnumeration

        /// Returns the values by the keys with which they are compared.
        func values(_ known: KnownEnumeration?) -> [(key: String, value: ManifestEnumeration.Value)] {
            enumeration.values.map { value in
                (known?.meaning(of: value.name)?.name ?? DisagreementRules.constant(value.name, of: enumeration), value)
            }
        }
    }

    private func compare(
        _ declared: [Declaration], _ known: KnownEnumeration?, _ severity: FindingSeverity
    ) -> [CompatDifference] {
        guard let name = declared.first?.enumeration.name else { return [] }
        var claims: [String: [Claim<String>]] = [:]
        for declaration in declared {
            for (key, value) in declaration.values(known) {
                let source = declaration.enumeration.source
                claims[key, default: []].append(
                    Claim(
                        declaration.platform, DisagreementRules.text(value), value.source ?? source,
                        .weakest([source, value.source])))
            }
        }
        return claims.ordered { $0.key < $1.key }.flatMap { value, claims -> [CompatDifference] in
            // Of words, the registry's own is on the wire.
            let right = known?.values.first { $0.name == value }.map { $0.number.map(String.init) ?? $0.name }
            return ClaimGroups(claims) { $0 == right }.compare { group, usual in
                Conflict(
                    .enumerationNumber, severity, FindingPlace(name, value), "\(value) is \(group.value)",
                    "\(value) is \(usual.value)", "Agree on one value.")
            }
        }
    }

    /// Returns one finding for an enumeration whose numbers are positions, if a position is not what another platform
    /// has for the same value (CMP-128).
    private func positions(
        _ declaration: Declaration, _ others: [Declaration], _ known: KnownEnumeration?
    ) -> CompatDifference? {
        let own = Dictionary(
            declaration.values(known).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        let differing = others.filter { other in
            other.platform != declaration.platform
                && other.values(known).contains { key, value in
                    own[key].map { DisagreementRules.text($0) != DisagreementRules.text(value) } ?? false
                }
        }
        guard let first = differing.first else { return nil }
        let source = declaration.enumeration.source
        return finding(
            .enumerationIndex, .tolerated, FindingPlace(declaration.enumeration.name), [declaration.platform],
            Set(differing.map(\.platform)).sorted(), "the numbers are positions in the declaration",
            "the values are other ones",
            "Translate the numbers before sending: a position is not the value on the wire.",
            certainty: .weakest([source, first.enumeration.source]), source: source,
            otherSource: first.enumeration.source.map {
                CompatDifference.OtherSource(platform: first.platform, source: $0)
            })
    }

    private static func text(_ value: ManifestEnumeration.Value) -> String {
        value.number.map(String.init) ?? value.text ?? value.name
    }

    /// Returns a constant without case, separators and the enumeration's own name as a prefix: `BattleStatusEnded`,
    /// `BATTLE_ENDED` and `ended` are the same (CMP-035).
    private static func constant(_ name: String, of enumeration: ManifestEnumeration) -> String {
        let plain = KnownEnumeration.plain(name)
        for prefix in [enumeration.name, enumeration.className ?? ""].map(KnownEnumeration.plain)
        where !prefix.isEmpty && plain.hasPrefix(prefix) && plain.count > prefix.count {
            return String(plain.dropFirst(prefix.count))
        }
        return plain
    }
}
