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
        let envelope = envelope
        let types = manifest.types.flatMap { type -> [Surface] in
            guard let own = type.members, let known = registry[type.objectName], !known.isOpaque else { return [] }
            return Surface(
                subject: self, place: FindingPlace(type.objectName), shape: shape(type), members: own,
                known: known.members, type: type, knownType: known,
                envelope: shape(type) == .bridge ? envelope : []
            ).all
        }
        let objects = manifest.objects.flatMap { object -> [Surface] in
            let isCommon = object.name == "*"
            guard let known = isCommon ? registry.commonMembers : registry.object(object.name) else { return [] }
            return Surface(
                subject: self, place: FindingPlace("", isCommon ? "" : object.name),
                shape: object.shape ?? manifest.shape, members: object.members, known: known
            ).all
        }
        return types + objects
    }

    /// The members that a base class of a wrapper declares for its messages, which are those of the message around the
    /// content (CMP-130): at least four fifths of the bridge's types have them from one place.
    private var envelope: Set<String> {
        let lists = manifest.types.filter { shape($0) == .bridge }.compactMap(\.members).filter { !$0.isEmpty }
        guard lists.count > 2 else { return [] }
        var counts: [ManifestMember: Int] = [:]
        for member in lists.joined() where member.source?.line != nil {
            counts[ManifestMember(member.name, source: member.source), default: 0] += 1
        }
        return Set(counts.filter { $0.value > 2 && $0.value * 5 >= lists.count * 4 }.map(\.key.name))
    }

    /// Creates a finding at the manifest, compared with the registry.
    func finding(
        _ kind: FindingKind, _ severity: FindingSeverity, _ place: FindingPlace, _ left: String, _ right: String,
        _ advice: String, deviation: String? = nil, certainty: FactSource.Certainty? = nil, source: FactSource? = nil
    ) -> CompatDifference {
        CompatDifference(
            kind: kind, deviation: deviation, severity: severity, certainty: certainty ?? source?.certainty ?? .sure,
            platforms: [manifest.platform], against: ["registry"], place: place, left: left, right: right,
            advice: advice, source: source)
    }
}

/// A place that lists members: a type, a common object, or an object nested in either.
struct Surface {
    let subject: Subject
    let place: FindingPlace
    let shape: Manifest.Shape
    let members: [ManifestMember]
    let known: [SchemaMember]
    var type: ManifestType?
    var knownType: RegistryType?
    /// The members of the message around the content.
    var envelope: Set<String> = []
    /// The place of the type around a nested object.
    var origin: FactSource?

    /// The relation of a member to the registry.
    enum Match {
        case same(SchemaMember)
        case other(SchemaMember, deviation: String?)
        case foreign(deviation: String)
        /// The member is one of the message around the content, and none of the type's.
        case envelope
        case unknown
    }

    /// Returns the registry's member that a name stands for.
    func match(_ name: String) -> Match {
        guard envelope.contains(name) else { return inner(name) }
        // The base class also has the members that any content may have.
        switch inner(name) {
        case .same(let member) where member.isCommon: return .same(member)
        case .other(let member, let deviation) where member.isCommon: return .other(member, deviation: deviation)
        default: return .envelope
        }
    }

    private func inner(_ name: String) -> Match {
        if let member = known.named(name) { return .same(member) }
        if let alias = known.spelled(name) {
            return .other(alias.member, deviation: shape == .bridge ? bridged(name, alias.deviation) : alias.deviation)
        }
        if let foreign = knownType?.foreign.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            return .foreign(deviation: foreign.deviation)
        }
        if let spelling = DeviationTable.spelling(name, in: place.objectName), let member = known.named(spelling.to) {
            return .other(member, deviation: spelling.deviation)
        }
        // The native side of a wrapper writes what the base class of all contents calls by another name.
        if shape != .wire, place.member.isEmpty, type != nil, let common = Surface.common(of: name), common != name {
            if let member = known.named(common) { return .same(member) }
        }
        let types = members.named(name)?.types ?? []
        let near = known.filter { NearName.areNear(name, types, $0.name, $0.types) && members.named($0.name) == nil }
        if let member = near.first, near.count == 1 { return .other(member, deviation: nil) }
        return .unknown
    }

    /// Returns the deviation of an alias in a bridge: the members of a recall with an `m` are Flutter's on the wire, and
    /// its other names are those of a bridge.
    private func bridged(_ name: String, _ deviation: String) -> String {
        deviation == "DEV-06" && !name.hasPrefix("m") ? "DEV-24" : deviation
    }

    /// Returns the common member that a name of a class or a wrapper stands for: `userInfo` is sent as `user`.
    static func common(of name: String) -> String? {
        if SchemaMember.common.contains(name) { return name }
        return ["userInfo": "user", "senderUserInfo": "user", "auditInfo": "audit"][name]
    }

    /// Returns the registry's member that a name stands for in any spelling.
    func canonical(_ name: String) -> SchemaMember? {
        switch match(name) {
        case .same(let member), .other(let member, _): member
        case .foreign, .envelope, .unknown: nil
        }
    }

    /// This place and the objects nested in it.
    var all: [Surface] {
        [self]
            + members.flatMap { member -> [Surface] in
                // A bridge calls the sender `userInfo` (CMP-125).
                let common = shape == .bridge && place.member.isEmpty ? Surface.common(of: member.name) : nil
                guard !member.members.isEmpty, let match = known.named(common ?? member.name), !match.members.isEmpty
                else {
                    return []
                }
                return Surface(
                    subject: subject, place: place.inner(member.name), shape: shape, members: member.members,
                    known: match.members, origin: type?.source ?? origin
                ).all
            }
    }

    /// Returns the place where a member is declared, or else its type.
    func source(_ member: ManifestMember) -> FactSource? { member.source ?? type?.source }

    /// Creates a finding at a member, whose severity is limited by the kind of names at this place (CMP-040): a property
    /// may be sent under another name, and a wrapper's native side writes the content.
    func finding(
        _ kind: FindingKind, _ severity: FindingSeverity, _ member: String, _ left: String, _ right: String,
        _ advice: String, deviation: String? = nil, certainty: FactSource.Certainty? = nil, source: FactSource?
    ) -> CompatDifference {
        let limited: FindingSeverity =
            switch shape {
            case .wire: severity
            case .bridge: kind.isOfForm ? .cosmetic : min(severity, .tolerated)
            case .property: .cosmetic
            }
        return subject.finding(
            kind, limited, place.inner(member), left, right, advice, deviation: deviation,
            certainty: certainty ?? .weakest([type?.source, origin, source]), source: source)
    }

    /// The severity of a member of the sender's device that is written (CMP-033): a wrapper passes it to its native side.
    var deviceSeverity: FindingSeverity { subject.manifest.isWrapper ? .cosmetic : .tolerated }

    /// Returns advice, preceded by what to check first if the names are not those of the wire.
    func advised(_ advice: String) -> String {
        switch shape {
        case .wire: advice
        case .bridge: "Let the native side translate the name: " + advice.prefix(1).lowercased() + advice.dropFirst()
        case .property: "Check what the encoder writes: " + advice.prefix(1).lowercased() + advice.dropFirst()
        }
    }
}

extension FindingPlace {
    /// Returns the place of a member in this place.
    func inner(_ name: String) -> FindingPlace {
        FindingPlace(objectName, member.isEmpty ? name : member + "." + name)
    }
}

extension Collection<ManifestMember> {
    /// Returns the member with exactly the given name.
    func named(_ name: String) -> ManifestMember? {
        first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
