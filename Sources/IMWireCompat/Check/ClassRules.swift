// SPDX-License-Identifier: Apache-2.0

/// The rule for classes of the same name that represent different types: CMP-026.
enum ClassRules {
    static func check(_ manifests: [Manifest]) -> [CompatDifference] {
        let twins = twins(manifests)
        var uses: [String: [(name: String, platform: String, source: FactSource?)]] = [:]
        for manifest in manifests {
            for type in manifest.types {
                guard let name = type.className, !type.objectName.isEmpty else { continue }
                let stem = stem(name)
                let key = twins.contains(stem.lowercased()) ? stem : stem.lowercased()
                uses[key, default: []].append((type.objectName, manifest.platform, type.source))
            }
        }
        return uses.ordered { $0.key < $1.key }.flatMap { stem, uses -> [CompatDifference] in
            let names = Set(uses.map(\.name)).sorted()
            // A single platform that uses one class for two types is assumed to do so deliberately.
            guard Set(names.map { $0.lowercased() }).count > 1, Set(uses.map(\.platform)).count > 1 else { return [] }
            let usual =
                names.max { one, other in
                    (uses.count { $0.name == one }, other) < (uses.count { $0.name == other }, one)
                } ?? names[0]
            let others = uses.filter { $0.name == usual }.map(\.platform)
            return uses.filter { $0.name != usual && !others.contains($0.platform) }.map { use in
                // A message carries the objectName, and no class's name.
                CompatDifference(
                    kind: .classShared, severity: .cosmetic,
                    certainty: min(
                        use.source?.certainty ?? .sure,
                        .strongest(uses.filter { $0.name == usual }.map { $0.source?.certainty ?? .sure })),
                    platforms: [use.platform], against: Set(others).sorted(), place: FindingPlace(use.name),
                    left: "the class “\(stem)” represents \(use.name)", right: "it represents \(usual)",
                    advice: "Map types by objectName, not by the names of classes.", source: use.source)
            }
        }
    }

    /// Returns the names, in lower case, that one platform has in two spellings, for two classes.
    private static func twins(_ manifests: [Manifest]) -> Set<String> {
        Set(
            manifests.flatMap { manifest -> [String] in
                var spellings: [String: Set<String>] = [:]
                for name in manifest.types.compactMap(\.className) {
                    spellings[stem(name).lowercased(), default: []].insert(stem(name))
                }
                return spellings.filter { $0.value.count > 1 }.map(\.key)
            })
    }

    /// Returns a class's name without the vendor's prefixes and without the suffix `Message` or `Msg`.
    static func stem(_ name: String) -> String {
        var stem = Substring(name)
        for prefix in ["RCIMIW", "RCIM", "RC"] where stem.hasPrefix(prefix) {
            stem = stem.dropFirst(prefix.count)
            break
        }
        for suffix in ["Message", "Msg"] where stem.hasSuffix(suffix) && stem.count > suffix.count {
            stem = stem.dropLast(suffix.count)
            break
        }
        return String(stem)
    }
}
