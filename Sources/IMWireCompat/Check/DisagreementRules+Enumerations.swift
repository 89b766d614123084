// SPDX-License-Identifier: Apache-2.0

extension DisagreementRules {
    /// Returns findings for values that differ between enumerations; enumerations of the registry are included only if
    /// manifests are compared with each other.
    func enumerations() -> [CompatDifference] {
        let all = Set(manifests.flatMap { $0.enumerations.map(\.name) }).sorted()
        return all.filter { mode == .eachOther || KnownEnumeration.named($0) == nil }.flatMap {
            name -> [CompatDifference] in
            var claims: [String: [Claim<String>]] = [:]
            for manifest in manifests {
                for enumeration in manifest.enumerations where enumeration.name == name {
                    for value in enumeration.values {
                        let key =
                            KnownEnumeration.named(name)?.meaning(of: value.name)?.name
                            ?? DisagreementRules.constant(value.name, of: enumeration)
                        let claim = value.number.map(String.init) ?? value.text ?? value.name
                        claims[key, default: []].append(
                            Claim(
                                manifest.platform, claim, value.source ?? enumeration.source,
                                .weakest([enumeration.source, value.source])))
                    }
                }
            }
            return claims.sorted { $0.key < $1.key }.flatMap { value, claims -> [CompatDifference] in
                let known = KnownEnumeration.named(name)?.values.first { $0.name == value }?.number.map(String.init)
                return ClaimGroups(claims) { $0 == known }.compare { group, usual in
                    Conflict(
                        .enumerationNumber, .losesData, FindingPlace(name, value), "\(value) is \(group.value)",
                        "\(value) is \(usual.value)", "Agree on one value.")
                }
            }
        }
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
