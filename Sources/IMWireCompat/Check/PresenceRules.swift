// SPDX-License-Identifier: Apache-2.0

/// The rules for which members are present: CMP-030 and CMP-032.
enum PresenceRules {
    static func check(_ subject: Subject) -> [Finding] {
        subject.surfaces.flatMap { surface in
            missing(surface, subject) + direction(surface, subject)
        } + common(subject)
    }

    private static func missing(_ surface: Surface, _ subject: Subject) -> [Finding] {
        // A property or a bridge can use any name for a member.
        guard surface.type != nil, surface.shape == .wire else { return [] }
        let present = Set(surface.members.compactMap { surface.canonical($0.name)?.name })
        return surface.known.compactMap { known in
            guard !known.isCommon, !present.contains(known.name), known.deviation(.foreign) == nil else { return nil }
            return subject.finding(
                .memberMissing, known.isRequired ? .losesData : .cosmetic, surface.place.inner(known.name),
                "not declared", known.isRequired ? "required" : "optional",
                known.isRequired
                    ? "Add it, and keep it when a message is forwarded."
                    : "Keep what you do not know when a message is forwarded.",
                deviation: known.deviation(.missing), source: surface.type?.source)
        }
    }

    /// Returns findings for types that lack members that any content may have.
    private static func common(_ subject: Subject) -> [Finding] {
        subject.manifest.types.flatMap { type -> [Finding] in
            let place = Finding.Place(type.objectName)
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
            let surface = Surface(place: place, shape: .wire, members: members, known: known.members)
            let present = Set(members.filter { $0.direction != .none }.compactMap { surface.canonical($0.name)?.name })
            return known.members.filter { $0.isCommon && !present.contains($0.name) }.map { member in
                subject.finding(
                    .memberCommon, .cosmetic, place.inner(member.name), "types without it",
                    "every content may have it", "Keep it when a message is forwarded.")
            }
        }
    }

    private static func direction(_ surface: Surface, _ subject: Subject) -> [Finding] {
        surface.members.compactMap { member in
            let place = surface.place.inner(member.name)
            let source = member.source ?? surface.type?.source
            switch member.direction {
            case .both: return nil
            case .none:
                let isKnown = surface.canonical(member.name) != nil
                return subject.finding(
                    .memberUnused, surface.weighed(isKnown ? .losesData : .cosmetic), place, "declared and never used",
                    isKnown ? "a member of the type" : "not on the wire",
                    isKnown
                        ? "Read it and write it: what arrives is lost here."
                        : "Keep it out of what you send; never serialise the object as it is.", source: source)
            case .read, .write:
                guard let known = surface.canonical(member.name) else { return nil }
                let isRead = member.direction == .read
                let others = surface.members.filter {
                    $0.direction == (isRead ? .write : .read) && surface.canonical($0.name)?.name == known.name
                }
                if let other = others.first {
                    // The difference is reported once, for the name that is written.
                    guard !isRead else { return nil }
                    return subject.finding(
                        .memberDirection, surface.weighed(.losesData), place,
                        "writes \(member.name), reads \(other.name)",
                        "\(known.name) in both directions", "Use one name: it cannot read what it has written.",
                        deviation: deviation(member.name, surface), source: source)
                }
                guard isRead, surface.members.named(known.name)?.direction != .both else { return nil }
                return subject.finding(
                    .memberDirection, surface.weighed(known.isRequired ? .losesData : .tolerated), place,
                    "read and never written", "read and written", "Write it: it is lost when a message is forwarded.",
                    deviation: known.deviation(.missing), source: source)
            }
        }
    }

    private static func deviation(_ name: String, _ surface: Surface) -> String? {
        if case .other(_, let deviation) = surface.match(name) { deviation } else { nil }
    }
}
