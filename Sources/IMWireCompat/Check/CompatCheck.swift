// SPDX-License-Identifier: Apache-2.0

/// A comparison of manifests with the registry and with each other (CMP-020).
package struct CompatCheck: Sendable {
    /// The manifests, in the order in which they were given.
    package let manifests: [Manifest]
    /// The mode of the comparison.
    package let mode: CheckMode
    /// The findings, the worst first, then by platform and place; the order does not depend on the order of the
    /// manifests.
    package let findings: [CompatFinding]

    /// Runs every rule.
    ///
    /// - Parameter own: The globs of the names that all manifests share, such as `app:*` (CMP-046). Without any, types
    ///   are compared between manifests that declare names of the same prefix.
    package init(
        _ manifests: [Manifest], against mode: CheckMode = .registry, own: [String] = [],
        registry: Registry = .builtIn
    ) {
        self.manifests = manifests
        self.mode = mode
        let sorted = manifests.sorted { $0.platform.utf8.lexicographicallyPrecedes($1.platform.utf8) }
        var found: [CompatFinding] = []
        if mode == .registry {
            for manifest in sorted {
                let subject = Subject(manifest: manifest, registry: registry)
                for rule in CompatCheck.rules { found += rule(subject) }
                for surface in subject.surfaces {
                    for rule in CompatCheck.surfaceRules { found += rule(surface) }
                }
            }
        }
        for manifest in sorted { found += DuplicateRules.check(manifest) }
        let disagreements = DisagreementRules.check(sorted, mode, own: own, registry)
        // Types that are paired by their names usually share a class, which is not a second cause.
        let paired = Set(disagreements.filter { $0.kind == .nameNear }.flatMap { [$0.left, $0.right] })
        found += ClassRules.check(sorted).filter { !paired.contains($0.place.objectName) }
        found += disagreements
        for index in found.indices {
            found[index].deviation = DeviationTable.deviation(for: found[index])
        }
        findings = CompatCheck.merged(found).sorted(by: CompatCheck.order)
    }

    /// The families of rules, one per file, each a pure function of a manifest and the registry.
    private static let rules: [@Sendable (Subject) -> [CompatFinding]] = [
        NameRules.check, FlagRules.check, SpellingRules.check, PresenceRules.check, EnumerationRules.check,
        KnownTrap.check,
    ]

    /// The families of rules for the members at one place.
    private static let surfaceRules: [@Sendable (Surface) -> [CompatFinding]] = [
        SpellingRules.check, TypeRules.check, PresenceRules.check, ValueRules.check,
    ]

    /// Merges findings that repeat at several places into one finding with all places.
    private static func merged(_ findings: [CompatFinding]) -> [CompatFinding] {
        var merged: [CompatFinding] = []
        var positions: [CompatFinding: Int] = [:]
        var places: [Set<FindingPlace>] = []
        for finding in findings {
            var key = finding
            key.source = nil
            if finding.kind.merges { key.places = [] }
            if let position = positions[key] {
                places[position].formUnion(finding.places)
            } else {
                positions[key] = merged.count
                merged.append(finding)
                places.append(Set(finding.places))
            }
        }
        for index in merged.indices { merged[index].places = places[index].sorted() }
        return merged
    }

    private static func order(_ one: CompatFinding, _ other: CompatFinding) -> Bool {
        if one.severity != other.severity { return one.severity > other.severity }
        // A finding that makes a decoder fail loses the whole message, so it comes first (CMP-045).
        if one.failsDecoder != other.failsDecoder { return one.failsDecoder }
        if one.platform != other.platform { return one.platform.utf8.lexicographicallyPrecedes(other.platform.utf8) }
        if one.place != other.place { return one.place < other.place }
        if one.kind != other.kind { return position(one.kind) < position(other.kind) }
        return (one.left, one.right, one.id) < (other.left, other.right, other.id)
    }

    private static func position(_ kind: FindingKind) -> Int {
        FindingKind.allCases.firstIndex(of: kind) ?? 0
    }
}
