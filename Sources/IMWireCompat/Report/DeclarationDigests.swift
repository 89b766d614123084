// SPDX-License-Identifier: Apache-2.0

import IMWire
import ValueSupport

/// Digests of what each platform declares, by which a later report determines which side of a difference changed
/// (CMP-123).
struct DeclarationDigests: Hashable, Sendable {
    /// The digests of types and enumerations by name, for each platform.
    private(set) var platforms: [String: [String: String]] = [:]

    init(_ manifests: [Manifest]) {
        for manifest in manifests {
            var hashes: [String: UInt64] = [:]
            func add(_ name: String, _ text: String) {
                hashes[name] = DeclarationDigests.hash(text, from: hashes[name] ?? DeclarationDigests.start)
            }
            for type in manifest.types { add(type.objectName, type.withoutSources.object.json.text) }
            for enumeration in manifest.enumerations {
                add(enumeration.name, enumeration.withoutSources.object.json.text)
            }
            platforms[manifest.platform] = hashes.mapValues { String($0, radix: 16) }
        }
    }

    /// Reads the digests of a report; reports before version 2.0 have none.
    init(_ json: RawJSON?) {
        for (platform, names) in json?.members ?? [] {
            for (name, digest) in names.members ?? [] {
                if let digest = digest.string { platforms[platform, default: [:]][name] = digest }
            }
        }
    }

    /// The digests as a member of a report.
    var json: RawJSON {
        .object(
            sorted(platforms).map { platform, names in
                (name: platform, value: RawJSON.object(sorted(names).map { (name: $0, value: $1.json) }))
            })
    }

    /// Returns the side of a difference that changed since these digests, or nil if both or neither did.
    func changedSide(_ difference: CompatDifference, in now: DeclarationDigests) -> [String]? {
        guard let sides = difference.sides else { return nil }
        func hasChanged(_ side: [String]) -> Bool? {
            let changes = side.map { platform -> Bool? in
                guard let before = platforms[platform] else { return nil }
                // A type of another spelling is another name, so that the whole platform is compared.
                let name = difference.place.objectName
                if let digest = before[name], let current = now.platforms[platform]?[name] { return digest != current }
                return before != now.platforms[platform]
            }
            return changes.contains(nil) ? nil : changes.contains(true)
        }
        switch (hasChanged(sides.left), hasChanged(sides.right)) {
        case (true?, false?): return sides.left
        case (false?, true?): return sides.right
        default: return nil
        }
    }

    private func sorted<Value>(_ values: [String: Value]) -> [(String, Value)] {
        values.ordered { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }

    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Returns the hash of a text (FNV-1a), which is the same on every machine.
    private static func hash(_ text: String, from start: UInt64) -> UInt64 {
        text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

extension CompatDifference {
    /// Returns the difference with one of its sides named as the one that differs.
    func naming(_ side: [String]) -> CompatDifference {
        guard let sides else { return self }
        var named = self
        named.sides = nil
        named.platforms = side
        named.against = side == sides.left ? sides.right : sides.left
        guard side == sides.right else { return named }
        named.left = right
        named.right = left
        named.source = otherSource?.source
        named.otherSource = source.flatMap { source in
            sides.left.first.map { OtherSource(platform: $0, source: source) }
        }
        // The place of a difference between two names has the name of the platforms.
        if [.nameCase, .nameNear].contains(kind) { named.place.objectName = right }
        if kind == .memberSpelling, place.member.hasSuffix(left) {
            named.place.member = place.member.dropLast(left.count) + right
        }
        return named
    }
}

extension ManifestType {
    /// The type without the places where it was read, which move when a file changes.
    var withoutSources: ManifestType {
        var type = self
        type.source = nil
        type.members = members?.map(\.withoutSources)
        for index in type.flags.indices { type.flags[index].source = nil }
        for index in type.aliases.indices { type.aliases[index].source = nil }
        return type
    }
}

extension ManifestMember {
    fileprivate var withoutSources: ManifestMember {
        var member = self
        member.source = nil
        member.members = members.map(\.withoutSources)
        return member
    }
}

extension ManifestEnumeration {
    fileprivate var withoutSources: ManifestEnumeration {
        var enumeration = self
        enumeration.source = nil
        for index in enumeration.values.indices { enumeration.values[index].source = nil }
        return enumeration
    }
}
