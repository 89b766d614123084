// SPDX-License-Identifier: Apache-2.0

extension DisagreementRules {
    /// Returns findings for values that differ between enumerations; enumerations of the registry are included only if
    /// manifests are compared with each other.
    func enumerations() -> [CompatFinding] {
        let all = Set(manifests.flatMap { $0.enumerations.map(\.name) }).sorted()
        return all.filter { mode == .eachOther || KnownEnumeration.named($0) == nil }.flatMap {
            name -> [CompatFinding] in
            var claims: [String: [(platform: String, claim: String)]] = [:]
            var sources: [String: FactSource?] = [:]
            for manifest in manifests {
                for enumeration in manifest.enumerations where enumeration.name == name {
                    for value in enumeration.values {
                        let key =
                            KnownEnumeration.named(name)?.meaning(of: value.name)?.name
                            ?? DisagreementRules.constant(value.name, of: enumeration)
                        let claim = value.number.map(String.init) ?? value.text ?? value.name
                        claims[key, default: []].append((manifest.platform, claim))
                        sources[manifest.platform] = enumeration.source
                    }
                }
            }
            return claims.sorted { $0.key < $1.key }.flatMap { value, claims -> [CompatFinding] in
                let groups = DisagreementRules.groups(claims)
                guard let usual = groups.first else { return [] }
                return groups.dropFirst().map { group in
                    finding(
                        .enumerationNumber, .losesData, FindingPlace(name, value), group.platforms, usual.platforms,
                        "\(value) is \(group.claim)", "\(value) is \(usual.claim)", "Agree on one value.",
                        source: sources[group.platforms[0]] ?? nil)
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
