// SPDX-License-Identifier: Apache-2.0

import TextSupport
import ValueSupport

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
    /// The number of own names of each prefix that each platform declares.
    private let prefixes: [String: [Substring: Int]]
    /// The platforms that declare the built-in types themselves, which are those that declare the text message: an
    /// application has the types of the SDK that it links.
    private let declaresBuiltIn: Set<String>

    static func check(_ manifests: [Manifest], _ mode: CheckMode, own: [String], _ registry: Registry)
        -> [CompatDifference]
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
            let own = Set(manifest.types.map(\.objectName)).filter { !registry.contains($0) }
            prefixes[manifest.platform] = Dictionary(grouping: own, by: DisagreementRules.prefix).mapValues(\.count)
        }
        declaresBuiltIn = Set(
            manifests.filter { manifest in
                manifest.types.contains {
                    $0.objectName == "RC:TxtMsg" && !$0.isSample && $0.source?.certainty != .guess
                }
            }.map(\.platform))
        var index: [String: [(manifest: Manifest, type: ManifestType)]] = [:]
        var spellings: [String: [String: Int]] = [:]
        for manifest in manifests {
            for (key, types) in Dictionary(
                grouping: manifest.types, by: { DisagreementRules.key($0.objectName, registry) })
            {
                let isOwn = !registry.contains(types[0].objectName)
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
        }.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Merges the declarations of types that appear to be one under the name that sorts first (CMP-044).
    private static func pair(
        _ index: inout [String: [(manifest: Manifest, type: ManifestType)]],
        _ spellings: inout [String: [String: Int]], _ registry: Registry
    ) {
        let candidates = index.compactMap { key, declarations -> NearTypes.Candidate? in
            guard let name = declarations.first?.type.objectName, !registry.contains(name) else { return nil }
            return NearTypes.Candidate(
                name: name, platforms: Set(declarations.map(\.manifest.platform)),
                members: Set(declarations.flatMap { ($0.type.members ?? []).map(\.name) }),
                classes: Set(declarations.compactMap { $0.type.className.map(ClassRules.stem) }))
        }.ordered { $0.name < $1.name }
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

    /// Returns whether a platform is expected to know a type: the platform declares built-in types, the user has named the
    /// shared types, or the platform declares own types with the same prefix or no types at all (CMP-046).
    func belongs(_ platform: String, _ name: String) -> Bool {
        if registry.contains(name) { return declaresBuiltIn.contains(platform) }
        if !own.isEmpty { return true }
        guard let mine = prefixes[platform], !mine.isEmpty else {
            return manifests.first { $0.platform == platform }?.types.isEmpty ?? true
        }
        return mine[DisagreementRules.prefix(name)] != nil
    }

    /// Returns the number of own names with a prefix that a platform declares.
    func count(of prefix: Substring, on platform: String) -> Int { prefixes[platform]?[prefix] ?? 0 }

    /// Returns the key of a type; an own type in two cases is one type, so that its other differences are reported
    /// too.
    private static func key(_ name: String, _ registry: Registry) -> String {
        registry.contains(name) ? name : name.lowercased()
    }

    /// Returns one declaration that merges several classes of one platform for a type.
    private static func joined(_ types: [ManifestType]) -> ManifestType {
        var type = types[0]
        for other in types.dropFirst() {
            type.flags += other.flags
            if other.direction != type.direction { type.direction = .both }
            guard let members = other.members else { continue }
            type.members = (type.members ?? []) + members.filter { type.members?.named($0.name) == nil }
        }
        return type
    }

    /// Returns the declarations of a type, with their manifests.
    func declarations(_ name: String) -> [(manifest: Manifest, type: ManifestType)] {
        index[DisagreementRules.key(name, registry)] ?? []
    }

    func cases() -> [CompatDifference] {
        names.flatMap { name -> [CompatDifference] in
            let groups = ClaimGroups(
                declarations(name).map { Claim($0.manifest.platform, $0.type.objectName, $0.type.source) })
            return groups.compare { group, usual in
                let isCase = group.value.lowercased() == usual.value.lowercased()
                return Conflict(
                    isCase ? .nameCase : .nameNear, .losesData, FindingPlace(group.value), group.value, usual.value,
                    isCase
                        ? "Agree on one name: names are compared byte for byte, so neither side reads the other's messages."
                        : "If both are one type, agree on one name: neither side reads the other's messages."
                            + " If they are two, register both everywhere.")
            }
        }
    }

    func flags(_ name: String) -> [CompatDifference] {
        let claims = declarations(name).flatMap { manifest, type in
            type.flags.compactMap { flags -> Claim<Int>? in
                guard let bits = FlagRules.bits(flags, manifest) else { return nil }
                let certainty = FactSource.Certainty.weakest([type.source, flags.source])
                return Claim(manifest.platform, bits, flags.source ?? type.source, certainty)
            }
        }
        let known = registry[name]?.flags
        let groups = ClaimGroups(claims) { $0 == known }
        return groups.compare { group, usual in
            // A platform with several declarations is compared with itself by the rule for duplicates.
            guard Set(group.platforms) != Set(usual.platforms) else { return nil }
            let isSame = FlagRules.isSame(group.value, usual.value)
            return Conflict(
                .flagsDiffer, isSame ? .tolerated : .losesData, FindingPlace(name), FlagRules.shown(group.value),
                FlagRules.shown(usual.value),
                isSame
                    ? "Accept both: messages are stored and counted alike."
                    : "Declare the same flags everywhere: each receiver stores and counts messages by its own flags.")
        }
    }
}
