// SPDX-License-Identifier: Apache-2.0

/// A comparison of manifests with the registry and with each other (CMP-020).
package struct CompatCheck: Sendable {
    /// The manifests, in the order in which they were given.
    package let manifests: [Manifest]
    /// The mode of the comparison.
    package let mode: CheckMode
    /// The findings, guesses last, then the worst first, then by platform and place; the order does not depend on the
    /// order of the manifests.
    package let findings: [CompatFinding]

    /// Runs every rule.
    ///
    /// - Parameter own: The globs of the names that all manifests share, such as `app:*` (CMP-046). Without any, types
    ///   are compared between manifests that declare names of the same prefix.
    package init(
        _ manifests: [Manifest], against mode: CheckMode = .registry, own: [String] = [],
        registry: Registry = .builtIn
    ) {
        let manifests = manifests.map(\.named)
        self.manifests = manifests
        self.mode = mode
        let sorted = manifests.ordered { $0.platform.utf8.lexicographicallyPrecedes($1.platform.utf8) }
        var found: [CompatDifference] = []
        if mode == .registry {
            for manifest in sorted {
                let subject = Subject(manifest: manifest, registry: registry)
                for rule in CompatCheck.rules { found += rule(subject) }
                for surface in subject.surfaces {
                    for rule in CompatCheck.surfaceRules { found += rule(surface) }
                }
            }
        }
        for manifest in sorted { found += DuplicateRules.check(manifest, registry) + MinifyRules.check(manifest) }
        let disagreements = DisagreementRules.check(sorted, mode, own: own, registry)
        // Types that are paired by their names usually share a class, which is not a second cause.
        let paired = Set(disagreements.filter { $0.kind == .nameNear }.flatMap { [$0.left, $0.right] })
        found += ClassRules.check(sorted).filter { !paired.contains($0.place.objectName) }
        found += disagreements
        for index in found.indices {
            found[index].deviation = DeviationTable.deviation(for: found[index])
        }
        findings = CompatFinding.findings(of: found)
    }

    /// The families of rules, one per file, each a pure function of a manifest and the registry.
    private static let rules: [@Sendable (Subject) -> [CompatDifference]] = [
        NameRules.check, FlagRules.check, SpellingRules.check, PresenceRules.check, EnumerationRules.check,
        KnownTrap.check,
    ]

    /// The families of rules for the members at one place.
    private static let surfaceRules: [@Sendable (Surface) -> [CompatDifference]] = [
        SpellingRules.check, TypeRules.check, PresenceRules.check, ValueRules.check,
    ]
}
