// SPDX-License-Identifier: Apache-2.0

extension DisagreementRules {
    /// The members of a type, or of an object in it, as one platform lists them.
    struct Listing {
        var platform: String
        /// How the platform reads values; nil if unknown.
        var reading: Manifest.ValueReading.Types?
        var members: [ManifestMember]
        var source: FactSource?
        /// The certainty that the list is complete.
        var certainty: FactSource.Certainty
        /// Whether the platform is a wrapper, whose native side reads what others send (CMP-126).
        var isWrapper = false
        /// Whether the list is that of a value that is sent somewhere, which shows one message.
        var isSample = false
        /// Whether the platform loses no member that the list lacks: it never reads the type, or keeps whole contents.
        var losesNothing = false
        /// The names of the members that the platform declares and never uses.
        var unused: Set<String> = []
    }

    /// Returns the lists of a type's members that can be compared, which are those with names on the wire.
    private func listings(_ name: String) -> [Listing] {
        declarations(name).compactMap { manifest, type in
            let subject = Subject(manifest: manifest, registry: registry)
            guard subject.shape(type) == .wire, type.direction != .none, let members = subject.members(type) else {
                return nil
            }
            let used = members.filter { $0.direction != .none }
            let unused = members.filter { $0.direction == .none }.map(\.name)
            return Listing(
                platform: manifest.platform, reading: type.reading ?? manifest.reading?.types,
                members: type.direction == .read ? used.map(\.onlyRead) : used, source: type.source,
                certainty: type.listCertainty, isWrapper: manifest.isWrapper, isSample: type.isSample,
                losesNothing: manifest.onlyWrites(type) || type.keepsMembers == true, unused: Set(unused))
        }
    }

    func members(_ name: String) -> [CompatDifference] {
        compare(listings(name), FindingPlace(name))
    }

    /// Compares the members at one place, and then those of the nested objects.
    private func compare(_ listings: [Listing], _ place: FindingPlace) -> [CompatDifference] {
        guard listings.count > 1 else { return [] }
        let all = Set(listings.flatMap { $0.members.map(\.name) }).sorted()
        var findings: [CompatDifference] = []
        var explained: Set<String> = []
        for member in all {
            let have = listings.filter { $0.members.named(member) != nil }
            let lack = listings.filter { $0.members.named(member) == nil }
            for listing in lack {
                // The same member under a similar name is reported once, for the smaller group.
                guard let near = other(member, of: place, in: listing.members, all: have) else { continue }
                explained.insert(member)
                explained.insert(near.name)
            }
            guard !explained.contains(member), !lack.isEmpty else { continue }
            findings += absences(place, member, have, lack)
        }
        return findings + spellings(place, all, listings) + all.flatMap { values(place, $0, listings) }
            + all.flatMap { nested(place, $0, listings) }
    }

    /// Returns findings for the members of the object that several platforms list in a member.
    ///
    /// Objects that occur in many types are compared with the registry instead, once per manifest (CMP-012).
    private func nested(_ place: FindingPlace, _ member: String, _ listings: [Listing]) -> [CompatDifference] {
        guard registry.object(member) == nil, place.member.utf8.count < 256 else { return [] }
        let inner = listings.compactMap { listing -> Listing? in
            guard let found = listing.members.named(member), !found.members.isEmpty else { return nil }
            return Listing(
                platform: listing.platform, reading: listing.reading, members: found.members,
                source: found.source ?? listing.source,
                certainty: .weakest([listing.source, found.source] + found.members.map(\.source)),
                isWrapper: listing.isWrapper, isSample: listing.isSample, losesNothing: listing.losesNothing)
        }
        return compare(inner, place.inner(member))
    }

    /// Returns the member that corresponds to a member the platform lacks: one with a similar name, an alias of that
    /// name, or the same property.
    private func other(
        _ name: String, of place: FindingPlace, in members: [ManifestMember], all have: [Listing]
    ) -> ManifestMember? {
        let property = have.lazy.compactMap { $0.members.named(name)?.property }.first
        let types = have.lazy.compactMap { $0.members.named(name)?.types }.first { !$0.isEmpty } ?? []
        let known = place.member.isEmpty ? registry[place.objectName]?.members ?? [] : []
        func meaning(_ name: String) -> String { known.spelled(name)?.member.name ?? name }
        return members.first { candidate in
            // A name that the other side also has belongs to a separate member.
            guard !have.contains(where: { $0.members.named(candidate.name) != nil }) else { return false }
            return NearName.areNear(name, types, candidate.name, candidate.types)
                || meaning(candidate.name) == meaning(name)
                || candidate.aliases.contains { $0.utf8.elementsEqual(name.utf8) }
                || (property != nil && candidate.property == property)
        }
    }

    private func spellings(_ place: FindingPlace, _ all: [String], _ listings: [Listing]) -> [CompatDifference] {
        var findings: [CompatDifference] = []
        for (index, one) in all.enumerated() {
            for two in all[(index + 1)...] {
                let first = listings.filter { $0.members.named(one) != nil }
                let second = listings.filter { $0.members.named(two) != nil }
                let isPair =
                    second.contains { other(one, of: place, in: $0.members, all: first)?.name == two }
                    || first.contains { other(two, of: place, in: $0.members, all: second)?.name == one }
                guard isPair else { continue }
                // Nothing is lost only if each side reads the name that the other side writes.
                let reads = { (listings: [Listing], own: String, foreign: String) in
                    listings.allSatisfy { $0.members.named(own)?.aliases.contains(foreign) ?? false }
                }
                let isRead = reads(first, one, two) && reads(second, two, one)
                let claims = { (listings: [Listing], name: String) in
                    listings.map { listing -> Claim<String> in
                        let source = listing.members.named(name)?.source
                        return Claim(
                            listing.platform, name, source ?? listing.source, .weakest([listing.source, source]))
                    }
                }
                let known = registry[place.objectName]?.members
                findings += ClaimGroups(claims(first, one) + claims(second, two)) { known?.named($0) != nil }
                    .compare { few, many in
                        Conflict(
                            .memberSpelling, isRead ? .tolerated : .losesData, place.inner(few.value), few.value,
                            many.value, "Agree on one name, and read both.")
                    }.map { difference in
                        var difference = difference
                        difference.deviation = known?.spelled(difference.left)?.deviation
                        return difference
                    }
            }
        }
        return findings
    }
}

extension ManifestMember {
    /// The member of a type that its platform only reads (CMP-152).
    fileprivate var onlyRead: ManifestMember {
        var member = self
        if direction == .both { member.direction = .read }
        // That nothing makes an object of the class follows from what was read.
        if source?.certainty == .sure { member.source?.certainty = .likely }
        member.members = members.map(\.onlyRead)
        return member
    }
}
