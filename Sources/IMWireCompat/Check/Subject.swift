// SPDX-License-Identifier: Apache-2.0

import Schemas

/// A manifest that is compared with the registry, with the data that all families of rules need.
struct Subject {
    let manifest: Manifest
    let registry: Registry

    /// Returns the kind of names that a type's members have.
    func shape(_ type: ManifestType) -> Manifest.Shape { type.shape ?? manifest.shape }

    /// Returns a type's own members, with the common members if the type declares them, or nil if they are unknown.
    func members(_ type: ManifestType) -> [ManifestMember]? {
        guard let own = type.members else { return nil }
        return own + (type.hasCommonMembers == true ? commonMembers : [])
    }

    /// The members that every content has, according to the manifest.
    var commonMembers: [ManifestMember] { manifest.objects.first { $0.name == "*" }?.members ?? [] }

    /// The places that list members, each with the registry's members of the same place.
    var surfaces: [Surface] {
        var surfaces: [Surface] = []
        for type in manifest.types {
            guard let own = type.members, let known = registry[type.objectName], !known.isOpaque else { continue }
            let place = Finding.Place(type.objectName)
            surfaces.append(
                Surface(
                    place: place, shape: shape(type), members: own, known: known.members, type: type, knownType: known))
            surfaces += nested(own, known.members, place, shape(type))
        }
        for object in manifest.objects {
            guard let known = object.name == "*" ? registry.commonMembers : registry.object(object.name) else {
                continue
            }
            let place = Finding.Place("", object.name == "*" ? "" : object.name)
            surfaces.append(
                Surface(place: place, shape: object.shape ?? manifest.shape, members: object.members, known: known))
            surfaces += nested(object.members, known, place, object.shape ?? manifest.shape)
        }
        return surfaces
    }

    private func nested(
        _ members: [ManifestMember], _ known: [SchemaMember], _ place: Finding.Place, _ shape: Manifest.Shape
    ) -> [Surface] {
        members.flatMap { member -> [Surface] in
            guard !member.members.isEmpty, let match = known.named(member.name), !match.members.isEmpty else {
                return []
            }
            let inner = place.inner(member.name)
            return [Surface(place: inner, shape: shape, members: member.members, known: match.members)]
                + nested(member.members, match.members, inner, shape)
        }
    }

    /// Creates a finding at the manifest, compared with the registry.
    func finding(
        _ kind: Finding.Kind, _ severity: Finding.Severity, _ place: Finding.Place, _ left: String, _ right: String,
        _ advice: String, deviation: String? = nil, source: FactSource? = nil
    ) -> Finding {
        Finding(
            kind: kind, deviation: deviation, severity: severity, platform: manifest.platform, other: "registry",
            places: [place], left: left, right: right, advice: advice, source: source)
    }
}

/// A place that lists members: a type, a common object, or an object nested in either.
struct Surface {
    let place: Finding.Place
    let shape: Manifest.Shape
    let members: [ManifestMember]
    let known: [SchemaMember]
    var type: ManifestType?
    var knownType: RegistryType?

    /// The relation of a member to the registry.
    enum Match {
        case same(SchemaMember)
        case other(SchemaMember, deviation: String?)
        case foreign(deviation: String)
        case unknown
    }

    /// Returns the registry's member that a name stands for.
    func match(_ name: String) -> Match {
        if let member = known.named(name) { return .same(member) }
        if let alias = known.spelled(name) { return .other(alias.member, deviation: alias.deviation) }
        if let foreign = knownType?.foreign.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            return .foreign(deviation: foreign.deviation)
        }
        if let spelling = DeviationTable.spelling(name, in: place.objectName), let member = known.named(spelling.to) {
            return .other(member, deviation: spelling.deviation)
        }
        let near = known.filter { NearName.areNear($0.name, name) && members.named($0.name) == nil }
        if let member = near.first, near.count == 1 { return .other(member, deviation: nil) }
        return .unknown
    }

    /// Returns the registry's member that a name stands for in any spelling.
    func canonical(_ name: String) -> SchemaMember? {
        switch match(name) {
        case .same(let member), .other(let member, _): member
        case .foreign, .unknown: nil
        }
    }

    /// Returns the severity of a difference, limited by the kind of names at this place (CMP-006): a property may be
    /// sent under another name, and a wrapper's native side may translate it.
    func weighed(_ severity: Finding.Severity) -> Finding.Severity {
        switch shape {
        case .wire: severity
        case .bridge: min(severity, .tolerated)
        case .property: .cosmetic
        }
    }

    /// Returns advice, preceded by what to check first if the names are not those of the wire.
    func advised(_ advice: String) -> String {
        switch shape {
        case .wire: advice
        case .bridge: "Let the native side translate it: " + advice.prefix(1).lowercased() + advice.dropFirst()
        case .property: "Look at what the encoder writes: " + advice.prefix(1).lowercased() + advice.dropFirst()
        }
    }
}

extension Finding.Place {
    /// Returns the place of a member in this place.
    func inner(_ name: String) -> Finding.Place {
        Finding.Place(objectName, member.isEmpty ? name : member + "." + name)
    }
}

extension Collection<ManifestMember> {
    /// Returns the member with exactly the given name.
    func named(_ name: String) -> ManifestMember? {
        first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
