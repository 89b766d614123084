// SPDX-License-Identifier: Apache-2.0

import IMWireValues
import TextSupport

/// A comparison of the declarations of one type on several platforms, primarily of an application's own types
/// (CMP-039).
struct DisagreementRules {
    let manifests: [Manifest]
    let mode: CheckMode
    let registry: Registry
    /// The names that are compared: those that the registry does not have, or all of them.
    let names: [String]
    /// The declarations of each type, by key.
    private let index: [String: [(manifest: Manifest, type: ManifestType)]]
    /// The globs of the names that all manifests share; if empty, prefixes determine which manifests belong
    /// together.
    let own: [String]
    /// The prefixes of own names that each platform declares.
    private let prefixes: [String: Set<Substring>]

    static func check(_ manifests: [Manifest], _ mode: CheckMode, own: [String], _ registry: Registry)
        -> [CompatFinding]
    {
        guard manifests.count > 1 else { return [] }
        let rules = DisagreementRules(manifests, mode, own: own, registry)
        return rules.names.flatMap { rules.missing($0) + rules.flags($0) + rules.members($0) } + rules.cases()
            + rules.enumerations()
    }

    private init(_ manifests: [Manifest], _ mode: CheckMode, own: [String], _ registry: Registry) {
        self.manifests = manifests
        self.mode = mode
        self.registry = registry
        self.own = own
        prefixes = manifests.reduce(into: [:]) { prefixes, manifest in
            let own = manifest.types.map(\.objectName).filter { registry[$0] == nil }
            prefixes[manifest.platform, default: []].formUnion(own.map(DisagreementRules.prefix))
        }
        var index: [String: [(manifest: Manifest, type: ManifestType)]] = [:]
        var spellings: [String: [String: Int]] = [:]
        for manifest in manifests {
            for (key, types) in Dictionary(
                grouping: manifest.types, by: { DisagreementRules.key($0.objectName, registry) })
            {
                let isOwn = registry[types[0].objectName] == nil
                guard !key.isEmpty, mode == .eachOther || isOwn else { continue }
                if isOwn, !own.isEmpty, !own.contains(where: { Glob.matches($0, types[0].objectName) }) {
                    continue
                }
                index[key, default: []].append((manifest, DisagreementRules.joined(types)))
                for name in Set(types.map(\.objectName)) { spellings[key, default: [:]][name, default: 0] += 1 }
            }
        }
        DisagreementRules.pair(&index, &spellings, registry)
        self.index = index
        names = spellings.values.compactMap { names in
            names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Merges the declarations of types that appear to be one under the name that sorts first (CMP-044).
    private static func pair(
        _ index: inout [String: [(manifest: Manifest, type: ManifestType)]],
        _ spellings: inout [String: [String: Int]], _ registry: Registry
    ) {
        let candidates = index.compactMap { key, declarations -> NearTypes.Candidate? in
            guard let name = declarations.first?.type.objectName, registry[name] == nil else { return nil }
            return NearTypes.Candidate(
                name: name, platforms: Set(declarations.map(\.manifest.platform)),
                members: Set(declarations.flatMap { ($0.type.members ?? []).map(\.name) }),
                classes: Set(declarations.compactMap { $0.type.className.map(ClassRules.stem) }))
        }.sorted { $0.name < $1.name }
        // Every pair of candidates is compared, so their number is bounded.
        for (one, other) in NearTypes.pairs(Array(candidates.prefix(2_000))) {
            let (first, second) = (key(one, registry), key(other, registry))
            guard let declarations = index.removeValue(forKey: second) else { continue }
            index[first, default: []] += declarations
            spellings[second] = nil
        }
    }

    /// Returns the part of a name before the colon.
    static func prefix(_ name: String) -> Substring {
        name.firstIndex(of: ":").map { name[..<$0] } ?? ""
    }

    /// Returns whether a platform is expected to know a type: the type is built in, the user has named the shared
    /// types, or the platform declares own types with the same prefix or no types at all (CMP-046).
    func belongs(_ platform: String, _ name: String) -> Bool {
        if registry[name] != nil || !own.isEmpty { return true }
        guard let mine = prefixes[platform], !mine.isEmpty else {
            return manifests.first { $0.platform == platform }?.types.isEmpty ?? true
        }
        return mine.contains(DisagreementRules.prefix(name))
    }

    /// Returns the key of a type; an own type in two cases is one type, so that its other differences are reported
    /// too.
    private static func key(_ name: String, _ registry: Registry) -> String {
        registry[name] == nil ? name.lowercased() : name
    }

    /// Returns one declaration that merges several classes of one platform for a type.
    private static func joined(_ types: [ManifestType]) -> ManifestType {
        var type = types[0]
        for other in types.dropFirst() {
            type.flags += other.flags
            guard let members = other.members else { continue }
            type.members = (type.members ?? []) + members.filter { type.members?.named($0.name) == nil }
        }
        return type
    }

    /// Returns the declarations of a type, with their manifests.
    func declarations(_ name: String) -> [(manifest: Manifest, type: ManifestType)] {
        index[DisagreementRules.key(name, registry)] ?? []
    }

    /// Creates a finding between two groups of platforms, of which the smaller one differs from the larger one.
    func finding(
        _ kind: FindingKind, _ severity: FindingSeverity, _ place: FindingPlace, _ few: [String],
        _ many: [String],
        _ left: String, _ right: String, _ advice: String, source: FactSource? = nil
    ) -> CompatFinding {
        CompatFinding(
            kind: kind, deviation: nil, severity: severity, platform: few.sorted().joined(separator: ", "),
            other: many.sorted().joined(separator: ", "), places: [place], left: left, right: right, advice: advice,
            source: source)
    }

    /// Groups equal claims, the largest group first, and groups of the same size by their platforms and claims.
    static func groups<Claim: Hashable & Comparable>(
        _ claims: [(platform: String, claim: Claim)]
    ) -> [(claim: Claim, platforms: [String])] {
        Dictionary(grouping: claims, by: \.claim).map { ($0.key, $0.value.map(\.platform).sorted()) }.sorted {
            $0.platforms.count != $1.platforms.count
                ? $0.platforms.count > $1.platforms.count
                : $0.platforms != $1.platforms
                    ? $0.platforms.lexicographicallyPrecedes($1.platforms) : $0.claim < $1.claim
        }
    }

    func missing(_ name: String) -> [CompatFinding] {
        let have = declarations(name).map(\.manifest.platform)
        let lack = manifests.map(\.platform).filter { !have.contains($0) && belongs($0, name) }
        guard !lack.isEmpty else { return [] }
        return [
            finding(
                .nameMissing, .tolerated, FindingPlace(name), lack, have,
                "the type is not declared", "the type is declared",
                registry[name] == nil
                    ? "Register the type there too, or show its messages as ones that this version cannot display."
                    : "Show such messages as ones that this version cannot display, and keep their bytes.",
                source: declarations(name).first?.type.source)
        ]
    }

    func cases() -> [CompatFinding] {
        names.flatMap { name -> [CompatFinding] in
            let groups = DisagreementRules.groups(declarations(name).map { ($0.manifest.platform, $0.type.objectName) })
            return groups.dropFirst().map { group in
                let isCase = group.claim.lowercased() == groups[0].claim.lowercased()
                return finding(
                    isCase ? .nameCase : .nameNear, .losesData, FindingPlace(group.claim), group.platforms,
                    groups[0].platforms, group.claim, groups[0].claim,
                    isCase
                        ? "Agree on one name: names are compared byte for byte, so neither side reads the other's messages."
                        : "If both are one type, agree on one name: neither side reads the other's messages."
                            + " If they are two, register both everywhere.",
                    source: declarations(name).first { $0.type.objectName == group.claim }?.type.source)
            }
        }
    }

    func flags(_ name: String) -> [CompatFinding] {
        let claims = declarations(name).flatMap { manifest, type in
            type.flags.compactMap { flags in
                FlagRules.bits(flags, manifest).map { (platform: manifest.platform, claim: $0) }
            }
        }
        let groups = DisagreementRules.groups(claims)
        guard let usual = groups.first else { return [] }
        return groups.dropFirst().map { group in
            finding(
                .flagsDiffer, .losesData, FindingPlace(name), group.platforms, usual.platforms,
                FlagRules.shown(group.claim), FlagRules.shown(usual.claim),
                "Declare the same flags everywhere: each receiver stores and counts messages by its own flags.",
                source: declarations(name).first { group.platforms.contains($0.manifest.platform) }?.type.source)
        }
    }
}
