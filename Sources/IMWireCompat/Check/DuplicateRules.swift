// SPDX-License-Identifier: Apache-2.0

/// The rule for declarations of one name within a manifest that differ: CMP-043.
enum DuplicateRules {
    /// A difference between two declarations.
    private struct Difference {
        var words: String
        /// Whether a receiver can notice it.
        var isVisible = true
    }

    static func check(_ manifest: Manifest, _ registry: Registry) -> [CompatDifference] {
        let groups = Dictionary(grouping: manifest.types, by: \.objectName)
        return groups.filter { $0.value.count > 1 && !$0.key.isEmpty }.compactMap { name, types in
            guard let first = types.first,
                let other = types.dropFirst().first(where: { !differences(first, $0, manifest, registry).isEmpty })
            else { return nil }
            let found = differences(first, other, manifest, registry)
            let isVisible = found.contains(where: \.isVisible)
            return CompatDifference(
                kind: .typeSplit, severity: isVisible ? .tolerated : .cosmetic,
                certainty: .weakest([first.source, other.source]),
                platforms: [manifest.platform], against: [manifest.platform], place: FindingPlace(name),
                left: shown(first),
                right: "\(shown(other)): \(found.map(\.words).joined(separator: "; "))",
                advice: isVisible
                    ? "Delete one of the declarations, or make both equal."
                    : "No change is needed: the platform only writes the type, and readers may lack the members.",
                source: first.source ?? other.source,
                otherSource: (first.source == nil ? nil : other.source).map {
                    CompatDifference.OtherSource(platform: manifest.platform, source: $0)
                })
        }
    }

    /// Returns the differences between two declarations; empty if they agree or share no fact (CMP-001).
    private static func differences(
        _ one: ManifestType, _ other: ManifestType, _ manifest: Manifest, _ registry: Registry
    ) -> [Difference] {
        var differences: [Difference] = []
        if let first = bits(one, manifest), let second = bits(other, manifest), first != second {
            differences.append(Difference(words: "flags \(first) and \(second)"))
        }
        // A value that is sent somewhere shows one message, and not all members of its type.
        guard let first = one.members, let second = other.members, !first.isEmpty, !second.isEmpty, !one.isSample,
            !other.isSample
        else { return differences }
        let isRead = ![one, other].allSatisfy(manifest.onlyWrites)
        for (side, own, others) in [("first", first, second), ("second", second, first)] {
            let only = own.filter { others.named($0.name) == nil }
            guard !only.isEmpty else { continue }
            let isRequired = only.contains { member in
                member.isRequired == true || registry[one.objectName]?.members.named(member.name)?.isRequired == true
            }
            differences.append(
                Difference(
                    words: "only the \(side) has \(only.map(\.name).joined(separator: ", "))",
                    isVisible: isRead || isRequired))
        }
        for member in first {
            guard let twin = second.named(member.name), !member.types.isEmpty, !twin.types.isEmpty,
                member.types.allSatisfy({ !TypeRules.fits($0, twin.types) })
            else { continue }
            differences.append(
                Difference(
                    words: "\(member.name) is \(TypeRules.words(member.types)) and \(TypeRules.words(twin.types))"))
        }
        return differences
    }

    private static func bits(_ type: ManifestType, _ manifest: Manifest) -> Int? {
        type.flags.lazy.compactMap { FlagRules.bits($0, manifest) }.first
    }

    private static func shown(_ type: ManifestType) -> String {
        let place = type.source.map { source in source.line.map { "\(source.file):\($0)" } ?? source.file }
        guard let name = type.className else { return place ?? "a declaration" }
        return place.map { "\(name) in \($0)" } ?? name
    }
}
