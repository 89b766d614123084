// SPDX-License-Identifier: Apache-2.0

extension DisagreementRules.Panel {
    /// Whose members of a type can be compared: those that are names of the wire.
    private func listings(_ name: String) -> [(platform: String, type: ManifestType, members: [ManifestMember])] {
        declarations(name).compactMap { manifest, type in
            let subject = Subject(manifest: manifest, registry: registry)
            guard subject.shape(type) == .wire, let members = subject.members(type) else { return nil }
            return (manifest.platform, type, members.filter { $0.direction != .none })
        }
    }

    func members(_ name: String) -> [Finding] {
        let listings = listings(name)
        guard listings.count > 1 else { return [] }
        let all = Set(listings.flatMap { $0.members.map(\.name) }).sorted()
        var findings: [Finding] = []
        var explained: Set<String> = []
        for member in all {
            let have = listings.filter { $0.members.named(member) != nil }
            let lack = listings.filter { $0.members.named(member) == nil }
            for listing in lack {
                // The same member under a name that differs a little: told at the smaller group, once.
                guard let near = other(member, in: listing.members, all: have) else { continue }
                explained.insert(member)
                explained.insert(near.name)
            }
            guard !explained.contains(member), !lack.isEmpty else { continue }
            findings.append(absence(name, member, have, lack))
        }
        return findings + spellings(name, all, listings) + all.flatMap { values(name, $0, listings) }
    }

    private typealias Listing = (platform: String, type: ManifestType, members: [ManifestMember])

    /// What a platform calls a member that it does not have: by a name nearly the same, or by the same property.
    private func other(_ name: String, in members: [ManifestMember], all have: [Listing]) -> ManifestMember? {
        let property = have.lazy.compactMap { $0.members.named(name)?.property }.first
        return members.first { candidate in
            // A name that the other side has too is a member of its own.
            guard !have.contains(where: { $0.members.named(candidate.name) != nil }) else { return false }
            return NearName.areNear(candidate.name, name)
                || candidate.aliases.contains { $0.utf8.elementsEqual(name.utf8) }
                || (property != nil && candidate.property == property)
        }
    }

    private func spellings(_ name: String, _ all: [String], _ listings: [Listing]) -> [Finding] {
        var findings: [Finding] = []
        for (index, one) in all.enumerated() {
            for two in all[(index + 1)...] {
                let first = listings.filter { $0.members.named(one) != nil }
                let second = listings.filter { $0.members.named(two) != nil }
                let isPair =
                    second.contains { other(one, in: $0.members, all: first)?.name == two }
                    || first.contains { other(two, in: $0.members, all: second)?.name == one }
                guard isPair else { continue }
                // Of two groups of the same size, the one with the first platform counts as usual, as everywhere.
                let isFew = (second.count, first[0].platform) > (first.count, second[0].platform)
                let (few, many, left, right) = isFew ? (first, second, one, two) : (second, first, two, one)
                let reads = few.allSatisfy { $0.members.named(left)?.aliases.contains(right) ?? false }
                findings.append(
                    finding(
                        .memberSpelling, reads ? .tolerated : .losesData, Finding.Place(name, left),
                        few.map(\.platform), many.map(\.platform), left, right, "Agree on one name; read both.",
                        source: few.first?.members.named(left)?.source ?? few.first?.type.source))
            }
        }
        return findings
    }

    private func absence(_ name: String, _ member: String, _ have: [Listing], _ lack: [Listing]) -> Finding {
        let isRequired = have.contains { $0.members.named(member)?.isRequired == true }
        return finding(
            .memberMissing, isRequired ? .losesData : .tolerated, Finding.Place(name, member), lack.map(\.platform),
            have.map(\.platform), "not declared", isRequired ? "required" : "declared",
            isRequired
                ? "Write it there too: the others cannot do without it."
                : "Read it there too, or keep it when a message is forwarded.",
            source: lack.first?.type.source)
    }

    /// The kind of value, and whether it must be there.
    private func values(_ name: String, _ member: String, _ listings: [Listing]) -> [Finding] {
        let found = listings.compactMap { listing in
            listing.members.named(member).map { (platform: listing.platform, member: $0) }
        }
        let place = Finding.Place(name, member)
        let kinds = DisagreementRules.Panel.groups(
            found.filter { !$0.member.types.isEmpty }.map { ($0.platform, TypeRules.words($0.member.types)) })
        var findings: [Finding] = []
        if let usual = kinds.first, let pattern = found.first(where: { usual.platforms.contains($0.platform) })?.member
        {
            for group in kinds.dropFirst() {
                guard let other = found.first(where: { group.platforms.contains($0.platform) })?.member,
                    other.types.contains(where: { !TypeRules.fits($0, pattern.types) })
                else { continue }
                let isOpen =
                    other.types.contains(.any) || pattern.types.contains(.any)
                    || other.types.contains { TypeRules.fits($0, pattern.types) }
                findings.append(
                    finding(
                        .memberType, isOpen ? .tolerated : .losesData, place, group.platforms, usual.platforms,
                        group.claim,
                        usual.claim, "Agree on one; until then read both.", source: other.source))
            }
        }
        let required = found.filter { $0.member.isRequired == true }.map(\.platform)
        let optional = found.filter { $0.member.isRequired == false }.map(\.platform)
        if !required.isEmpty && !optional.isEmpty {
            findings.append(
                finding(
                    .memberRequired, .tolerated, place, required, optional, "required", "optional",
                    "Let the reader do without it, or have every writer send it.",
                    source: found.first { $0.platform == required[0] }?.member.source))
        }
        return findings
    }
}

extension DisagreementRules.Panel {
    /// Enumerations of the application's own, number by number; those that the registry has too, where it is left out.
    func enumerations() -> [Finding] {
        let all = Set(manifests.flatMap { $0.enumerations.map(\.name) }).sorted()
        return all.filter { mode == .eachOther || KnownEnumeration.named($0) == nil }.flatMap { name -> [Finding] in
            var claims: [String: [(platform: String, claim: String)]] = [:]
            var sources: [String: FactSource?] = [:]
            for manifest in manifests {
                for enumeration in manifest.enumerations where enumeration.name == name {
                    for value in enumeration.values {
                        let key = KnownEnumeration.named(name)?.meaning(of: value.name)?.name ?? value.name
                        let claim = value.number.map(String.init) ?? value.text ?? value.name
                        claims[key, default: []].append((manifest.platform, claim))
                        sources[manifest.platform] = enumeration.source
                    }
                }
            }
            return claims.sorted { $0.key < $1.key }.flatMap { value, claims -> [Finding] in
                let groups = DisagreementRules.Panel.groups(claims)
                guard let usual = groups.first else { return [] }
                return groups.dropFirst().map { group in
                    finding(
                        .enumerationNumber, .losesData, Finding.Place(name, value), group.platforms, usual.platforms,
                        "\(value) is \(group.claim)", "\(value) is \(usual.claim)", "Agree on one value.",
                        source: sources[group.platforms[0]] ?? nil)
                }
            }
        }
    }
}
