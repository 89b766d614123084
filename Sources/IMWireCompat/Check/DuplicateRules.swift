// SPDX-License-Identifier: Apache-2.0

/// The rule for declarations of one name within a manifest that differ: CMP-043.
enum DuplicateRules {
    static func check(_ manifest: Manifest) -> [CompatDifference] {
        let groups = Dictionary(grouping: manifest.types, by: \.objectName)
        return groups.filter { $0.value.count > 1 && !$0.key.isEmpty }.compactMap { name, types in
            guard let first = types.first,
                let other = types.dropFirst().first(where: { !differences(first, $0, manifest).isEmpty })
            else { return nil }
            return CompatDifference(
                kind: .typeSplit, severity: .tolerated, certainty: .weakest([first.source, other.source]),
                platforms: [manifest.platform], against: [manifest.platform], place: FindingPlace(name),
                left: shown(first),
                right: "\(shown(other)): \(differences(first, other, manifest).joined(separator: "; "))",
                advice: "Delete one of the declarations, or make both equal.",
                source: first.source ?? other.source,
                otherSource: (first.source == nil ? nil : other.source).map {
                    CompatDifference.OtherSource(platform: manifest.platform, source: $0)
                })
        }
    }

    /// Returns the differences between two declarations in words; empty if they agree or share no fact (CMP-001).
    private static func differences(_ one: ManifestType, _ other: ManifestType, _ manifest: Manifest) -> [String] {
        var differences: [String] = []
        if let first = bits(one, manifest), let second = bits(other, manifest), first != second {
            differences.append("flags \(first) and \(second)")
        }
        // A value that is sent somewhere shows one message, and not all members of its type.
        guard let first = one.members, let second = other.members, !first.isEmpty, !second.isEmpty, !one.isSample,
            !other.isSample
        else { return differences }
        let here = first.filter { second.named($0.name) == nil }.map(\.name)
        let there = second.filter { first.named($0.name) == nil }.map(\.name)
        if !here.isEmpty { differences.append("only the first has \(here.joined(separator: ", "))") }
        if !there.isEmpty { differences.append("only the second has \(there.joined(separator: ", "))") }
        for member in first {
            guard let twin = second.named(member.name), !member.types.isEmpty, !twin.types.isEmpty,
                member.types.allSatisfy({ !TypeRules.fits($0, twin.types) })
            else { continue }
            differences.append(
                "\(member.name) is \(TypeRules.words(member.types)) and \(TypeRules.words(twin.types))")
        }
        return differences
    }

    private static func bits(_ type: ManifestType, _ manifest: Manifest) -> Int? {
        type.flags.lazy.compactMap { FlagRules.bits($0, manifest) }.first
    }

    private static func shown(_ type: ManifestType) -> String {
        let place = type.source.map { source in source.line.map { "\(source.file):\($0)" } ?? source.file }
        let name = type.className ?? "a declaration"
        return place.map { "\(name) in \($0)" } ?? name
    }
}
