// SPDX-License-Identifier: Apache-2.0

extension DisagreementRules {
    private struct Value {
        var platform: String
        var reading: Manifest.ValueReading.Types?
        var member: ManifestMember
        var source: FactSource?
        var certainty: FactSource.Certainty
    }

    /// Returns findings for the JSON type of a member's value, and for whether the member is required.
    func values(_ place: FindingPlace, _ member: String, _ listings: [Listing]) -> [CompatDifference] {
        let found: [Value] = listings.compactMap { listing in
            listing.members.named(member).map {
                Value(
                    platform: listing.platform, reading: listing.reading, member: $0,
                    source: $0.source ?? listing.source,
                    certainty: .weakest([listing.source, $0.source]))
            }
        }
        return kinds(place.inner(member), found) + presence(place.inner(member), found)
    }

    private func kinds(_ place: FindingPlace, _ found: [Value]) -> [CompatDifference] {
        // A value that every side reads and none writes is not sent.
        guard found.contains(where: { $0.member.direction != .read }) else { return [] }
        let known = registry[place.objectName]?.members.named(place.member)?.types
        let right = Set(
            found.filter { value in
                known.map { known in value.member.types.allSatisfy { TypeRules.fits($0, known) } } ?? false
            }.map { TypeRules.group($0.member.types) })
        let claims = found.filter { !$0.member.types.isEmpty }.map {
            Claim($0.platform, TypeRules.group($0.member.types), $0.source, $0.certainty)
        }
        return ClaimGroups(claims) { right.contains($0) }.compare { group, usual in
            guard let other = found.first(where: { group.platforms.contains($0.platform) })?.member,
                let pattern = found.first(where: { usual.platforms.contains($0.platform) })?.member
            else { return nil }
            guard other.types.contains(where: { !TypeRules.fits($0, pattern.types) }) else { return nil }
            let isOpen =
                other.types.contains(.any) || pattern.types.contains(.any)
                || other.types.contains { TypeRules.fits($0, pattern.types) }
            // A typed decoder rejects the whole message; a reader that converts values accepts any scalar (CMP-045).
            let readers = found.filter { (group.platforms + usual.platforms).contains($0.platform) }
            let exact = readers.filter { $0.reading == .exact }.map(\.platform).sorted()
            let isConverted =
                readers.allSatisfy { $0.reading == .loose } && (other.types + pattern.types).allSatisfy(\.isScalar)
            return Conflict(
                .memberType, isOpen || isConverted ? .tolerated : .losesData, place, TypeRules.words(other.types),
                TypeRules.words(pattern.types),
                exact.isEmpty || isOpen
                    ? "Agree on one type, and read both until then."
                    : "Agree on one type: the typed decoder of \(exact.joined(separator: ", ")) refuses the whole message.",
                failsDecoder: !exact.isEmpty && !isOpen)
        }
    }

    /// Returns findings for a member that one side requires and another side may omit.
    private func presence(_ place: FindingPlace, _ found: [Value]) -> [CompatDifference] {
        let required = found.filter { $0.member.isRequired == true }
        guard let first = required.first else { return [] }
        let platforms = required.map(\.platform)
        let leftOut = found.filter { !$0.member.omits.isEmpty || $0.member.absent == .omitted }
            .filter { !platforms.contains($0.platform) }
        if let writer = leftOut.first {
            return [
                finding(
                    .memberRequired, .losesData, place, leftOut.map(\.platform), platforms,
                    "the member is omitted if it is empty", "the member is required",
                    "Always write the member, or let the reader accept its absence.",
                    certainty: min(writer.certainty, first.certainty), source: writer.source)
            ]
        }
        let optional = found.filter { $0.member.isRequired == false }
        guard !optional.isEmpty else { return [] }
        return [
            finding(
                .memberRequired, .tolerated, place, platforms, optional.map(\.platform), "the member is required",
                "the member is optional",
                "Let the reader accept its absence, or let every writer send it.",
                certainty: min(first.certainty, .strongest(optional.map(\.certainty))), source: first.source)
        ]
    }
}

extension ManifestMember.MemberType {
    /// Whether a reader that converts values can convert between this type and any other such type.
    var isScalar: Bool {
        switch self {
        case .string, .base64, .url, .integer, .number, .boolean: true
        case .object, .array, .null, .any: false
        }
    }
}
