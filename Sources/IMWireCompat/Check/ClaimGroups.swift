// SPDX-License-Identifier: Apache-2.0

/// What one platform declares of a fact that several platforms declare.
struct Claim<Value: Hashable & Comparable> {
    let platform: String
    let value: Value
    let source: FactSource?
    let certainty: FactSource.Certainty

    init(_ platform: String, _ value: Value, _ source: FactSource?, _ certainty: FactSource.Certainty? = nil) {
        self.platform = platform
        self.value = value
        self.source = source
        self.certainty = certainty ?? source?.certainty ?? .sure
    }
}

/// A difference between two groups of platforms, without the platforms.
struct Conflict {
    let kind: FindingKind
    let severity: FindingSeverity
    let place: FindingPlace
    /// The claims of the first and of the second group.
    let left, right: String
    let advice: String
    /// Whether a typed decoder fails on the difference (CMP-045).
    let failsDecoder: Bool

    init(
        _ kind: FindingKind, _ severity: FindingSeverity, _ place: FindingPlace, _ left: String, _ right: String,
        _ advice: String, failsDecoder: Bool = false
    ) {
        self.kind = kind
        self.severity = severity
        self.place = place
        self.left = left
        self.right = right
        self.advice = advice
        self.failsDecoder = failsDecoder
    }
}

/// The platforms in groups of equal claims, with the group from which the others differ (CMP-039, CMP-123).
struct ClaimGroups<Value: Hashable & Comparable> {
    /// The platforms with one claim.
    struct Group {
        let value: Value
        let platforms: [String]
        /// The claim of the first platform.
        let first: Claim<Value>
        /// The certainty of the claim: one platform that surely has it is sufficient.
        let certainty: FactSource.Certainty
    }

    /// The group of the right claim or of most platforms first, then the others in a fixed order.
    let groups: [Group]
    private let isRight: (Value) -> Bool

    /// Groups claims; `isRight` returns whether a claim is the registry's.
    init(_ claims: [Claim<Value>], isRight: @escaping (Value) -> Bool = { _ in false }) {
        self.isRight = isRight
        groups = Dictionary(grouping: claims, by: \.value).compactMap { value, claims -> Group? in
            let sorted = claims.ordered { $0.platform < $1.platform }
            guard let first = sorted.first else { return nil }
            var platforms: [String] = []
            for claim in sorted where platforms.last != claim.platform { platforms.append(claim.platform) }
            return Group(
                value: value, platforms: platforms, first: first, certainty: .strongest(claims.map(\.certainty)))
        }.ordered { one, other in
            if isRight(one.value) != isRight(other.value) { return isRight(one.value) }
            if one.platforms.count != other.platforms.count { return one.platforms.count > other.platforms.count }
            return one.platforms != other.platforms
                ? one.platforms.lexicographicallyPrecedes(other.platforms) : one.value < other.value
        }
    }

    /// Returns the differences of the other groups from the first one, for those that have a conflict.
    ///
    /// If neither the registry nor a majority shows which of two groups differs, the difference names both.
    func compare(_ conflict: (_ group: Group, _ usual: Group) -> Conflict?) -> [CompatDifference] {
        guard let usual = groups.first else { return [] }
        return groups.dropFirst().compactMap { group in
            guard let conflict = conflict(group, usual) else { return nil }
            let isTie = isRight(group.value) == isRight(usual.value) && group.platforms.count == usual.platforms.count
            let both = Set(group.platforms + usual.platforms).sorted()
            return CompatDifference(
                kind: conflict.kind, severity: conflict.severity, certainty: min(group.certainty, usual.certainty),
                platforms: isTie ? both : group.platforms, against: isTie ? both : usual.platforms,
                place: conflict.place, left: conflict.left, right: conflict.right, advice: conflict.advice,
                source: group.first.source,
                otherSource: usual.first.source.map {
                    CompatDifference.OtherSource(platform: usual.first.platform, source: $0)
                },
                failsDecoder: conflict.failsDecoder,
                sides: isTie ? CompatDifference.Sides(left: group.platforms, right: usual.platforms) : nil)
        }
    }
}
