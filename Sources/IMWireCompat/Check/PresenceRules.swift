// SPDX-License-Identifier: Apache-2.0

/// The rules for which members are present: CMP-030 and CMP-032.
enum PresenceRules {
    static func check(_ surface: Surface) -> [CompatFinding] {
        missing(surface) + surface.members.compactMap { direction($0, surface) }
    }

    private static func missing(_ surface: Surface) -> [CompatFinding] {
        // A property or a bridge can use any name for a member.
        guard surface.type != nil, surface.shape == .wire else { return [] }
        let present = Set(surface.members.compactMap { surface.canonical($0.name)?.name })
        return surface.known.compactMap { known in
            guard !known.isCommon, !present.contains(known.name), known.deviation(.foreign) == nil else { return nil }
            return surface.finding(
                .memberMissing, known.isRequired ? .losesData : .cosmetic, known.name, "not declared",
                known.isRequired ? "required" : "optional",
                known.isRequired
                    ? "Add it, and keep it when a message is forwarded."
                    : "Keep what you do not know when a message is forwarded.",
                deviation: known.deviation(.missing), source: surface.type?.source)
        }
    }

    /// Returns findings for types that lack members that any content may have.
    static func check(_ subject: Subject) -> [CompatFinding] {
        subject.manifest.types.flatMap { type -> [CompatFinding] in
            let place = FindingPlace(type.objectName)
            if type.hasCommonMembers == false && !subject.commonMembers.isEmpty {
                return [
                    subject.finding(
                        .memberCommon, .tolerated, place.inner("*"), "the encoder skips the common members",
                        "every content may have them", "Call the base class's encoder too.", source: type.source)
                ]
            }
            guard let members = subject.members(type), let known = subject.registry[type.objectName], !known.isOpaque,
                subject.shape(type) == .wire
            else { return [] }
            let surface = Surface(subject: subject, place: place, shape: .wire, members: members, known: known.members)
            let present = Set(members.filter { $0.direction != .none }.compactMap { surface.canonical($0.name)?.name })
            return known.members.filter { $0.isCommon && !present.contains($0.name) }.map { member in
                subject.finding(
                    .memberCommon, .cosmetic, place.inner(member.name), "types without it",
                    "every content may have it", "Keep it when a message is forwarded.")
            }
        }
    }

    private static func direction(_ member: ManifestMember, _ surface: Surface) -> CompatFinding? {
        let source = surface.source(member)
        let known = surface.canonical(member.name)
        switch member.direction {
        case .both: return nil
        case .none:
            return surface.finding(
                .memberUnused, known == nil ? .cosmetic : .losesData, member.name, "declared and never used",
                known == nil ? "not on the wire" : "a member of the type",
                known == nil
                    ? "Keep it out of what you send; never serialise the object as it is."
                    : "Read it and write it: what arrives is lost here.", source: source)
        case .write:
            // A difference between the directions is reported once, for the name that is written.
            let other = surface.members.first {
                $0.direction == .read && known != nil && surface.canonical($0.name)?.name == known?.name
            }
            guard let known, let other else { return nil }
            return surface.finding(
                .memberDirection, .losesData, member.name, "writes \(member.name), reads \(other.name)",
                "\(known.name) in both directions", "Use one name: it cannot read what it has written.",
                deviation: deviation(member.name, surface), source: source)
        case .read:
            guard let known, surface.members.named(known.name)?.direction != .both,
                !surface.members.contains(where: {
                    $0.direction == .write && surface.canonical($0.name)?.name == known.name
                })
            else { return nil }
            return surface.finding(
                .memberDirection, known.isRequired ? .losesData : .tolerated, member.name, "read and never written",
                "read and written", "Write it: it is lost when a message is forwarded.",
                deviation: known.deviation(.missing), source: source)
        }
    }

    private static func deviation(_ name: String, _ surface: Surface) -> String? {
        if case .other(_, let deviation) = surface.match(name) { deviation } else { nil }
    }
}
