// SPDX-License-Identifier: Apache-2.0

extension DisagreementRules {
    private struct Value {
        var platform: String
        var reading: Manifest.ValueReading.Types?
        var isWrapper: Bool
        var member: ManifestMember
        var source: FactSource?
        var certainty: FactSource.Certainty
    }

    /// Returns findings for the JSON type of a member's value, and for whether the member is required.
    func values(_ place: FindingPlace, _ member: String, _ listings: [Listing]) -> [CompatDifference] {
        let found: [Value] = listings.compactMap { listing in
            listing.members.named(member).map {
                Value(
                    platform: listing.platform, reading: listing.reading, isWrapper: listing.isWrapper,
                    member: $0, source: $0.source ?? listing.source,
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
            // A typed decoder rejects the whole message; a reader that converts values accepts any scalar (CMP-045), as
            // the readers of built-in types do (CNT-032).
            let readers = found.filter { (group.platforms + usual.platforms).contains($0.platform) }
            let exact = readers.filter { $0.reading == .exact }.map(\.platform).sorted()
            let isConverted =
                (readers.allSatisfy { $0.reading == .loose } || known != nil && exact.isEmpty)
                && (other.types + pattern.types).allSatisfy(\.isScalar)
            // The SDK's native side reads a text of a built-in type for a wrapper, and keeps a value of any type (CMP-031).
            let readText = readers.filter { TypeRules.group($0.member.types) == "string" }
            let isTranslated = known == [.string] && !readText.isEmpty && readText.allSatisfy(\.isWrapper)
            let isKept = DisagreementRules.areKept(
                readers.filter { group.platforms.contains($0.platform) }.map(\.member),
                readers.filter { usual.platforms.contains($0.platform) }.map(\.member))
            return Conflict(
                .memberType, isOpen || isConverted || isTranslated || isKept ? .tolerated : .losesData, place,
                DisagreementRules.shown(other, readers.filter { group.platforms.contains($0.platform) }),
                DisagreementRules.shown(pattern, readers.filter { usual.platforms.contains($0.platform) }),
                exact.isEmpty || isOpen
                    ? "Agree on one type, and read both until then."
                    : "Agree on one type: the typed decoder of \(exact.joined(separator: ", ")) refuses the whole message.",
                failsDecoder: !exact.isEmpty && !isOpen)
        }
    }

    /// Returns the types of a member in words, with what is known if no platform of the side sends it: a text that is
    /// only read may be the declaration alone, because its reader keeps a value of any type (CMP-129).
    private static func shown(_ member: ManifestMember, _ side: [Value]) -> String {
        let words = TypeRules.words(member.types)
        guard side.allSatisfy({ $0.member.direction == .read }) else { return words }
        let keepsAny = side.allSatisfy { $0.member.reading == .loose } && TypeRules.group(member.types) == "string"
        return keepsAny ? "declared as \(words), but any value is kept" : words + " that is only read"
    }

    /// Returns whether the members of two sides have different types and a reader of one side keeps the other's values
    /// nevertheless, so that nothing that is read is lost (CMP-129).
    ///
    /// A side that reads the JSON text of the other side's object usually sends none itself, unless its own code writes
    /// the text.
    private static func areKept(_ one: [ManifestMember], _ other: [ManifestMember]) -> Bool {
        // Nil if nothing is sent in the direction.
        func keeps(_ readers: [ManifestMember], _ writers: [ManifestMember]) -> Bool? {
            let readers = readers.filter { $0.direction != .write }
            let types = writers.filter { $0.direction != .read }.flatMap(\.types)
            if readers.isEmpty || types.isEmpty { return nil }
            return readers.allSatisfy { reader in types.allSatisfy(reader.keeps) }
        }
        let kept = [keeps(other, one), keeps(one, other)]
        guard kept.contains(true) else { return false }
        let isText =
            (one + other).contains { !$0.types.allSatisfy(\.isScalar) } && !(one + other).contains(where: \.sendsText)
        return isText || !kept.contains(false)
    }

    /// Returns findings for a member that one side requires and another side may omit.
    private func presence(_ place: FindingPlace, _ found: [Value]) -> [CompatDifference] {
        let required = found.filter { $0.member.isRequired == true }
        guard let first = required.first else { return [] }
        let platforms = required.map(\.platform)
        let leftOut = found.filter { $0.member.direction != .read }
            .filter { !$0.member.omits.isEmpty || $0.member.absent == .omitted }
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

extension ManifestMember {
    /// Whether the type's own code writes a text, rather than a base class outside of the tree.
    fileprivate var sendsText: Bool {
        direction != .read && types.allSatisfy(\.isScalar) && (source?.certainty ?? .sure) == .sure
    }

    /// Returns whether a reader that converts values keeps one of another type: a text is the JSON text of any value, and
    /// a number may be in a text (CMP-129).
    fileprivate func keeps(_ type: MemberType) -> Bool {
        if TypeRules.fits(type, types) { return true }
        guard reading == .loose else { return false }
        if types.allSatisfy({ TypeRules.fits($0, [.string]) }) { return type != .null }
        return TypeRules.fits(type, [.string])
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
