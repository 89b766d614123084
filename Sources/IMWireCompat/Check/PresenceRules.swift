// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The rules for which members are present: CMP-030 and CMP-032.
enum PresenceRules {
    static func check(_ surface: Surface) -> [CompatDifference] {
        missing(surface) + surface.members.compactMap { direction($0, surface) }
    }

    private static func missing(_ surface: Surface) -> [CompatDifference] {
        guard surface.type != nil else { return [] }
        let present = Set(surface.members.compactMap { surface.canonical($0.name)?.name })
        // A property or a bridge can use any name for a member. A bridge that has no members but those of any content
        // does not pass the content on.
        let isEmpty =
            !surface.members.isEmpty
            && surface.members.allSatisfy { member in
                if case .envelope = surface.match(member.name) { return true }
                return surface.canonical(member.name)?.isCommon == true
            }
        guard surface.shape == .wire || (surface.shape == .bridge && isEmpty) else { return [] }
        return surface.known.compactMap { known in
            guard !known.isCommon, !present.contains(known.name), known.deviation(.foreign) == nil else { return nil }
            // The whole object is kept, so that the member is only without a name.
            let isLost = known.isRequired && surface.type?.keepsMembers != true
            return surface.finding(
                .memberMissing, isLost ? .losesData : .cosmetic, known.name, "the member is not declared",
                known.isRequired ? "the member is required" : "the member is optional",
                isLost
                    ? "Add the member, and keep it when a message is forwarded."
                    : "Keep unknown members when a message is forwarded.",
                deviation: known.deviation(.missing), certainty: surface.type?.listCertainty,
                source: surface.type?.source)
        }
    }

    /// Returns findings for types that lack members that any content may have.
    static func check(_ subject: Subject) -> [CompatDifference] {
        subject.manifest.types.flatMap { type -> [CompatDifference] in
            let place = FindingPlace(type.objectName)
            if type.hasCommonMembers == false && !subject.commonMembers.isEmpty {
                return [
                    subject.finding(
                        .memberCommon, .tolerated, place.inner("*"), "the encoder skips the common members",
                        "every content may have these members", "Call the encoder of the base class too.",
                        source: type.source)
                ]
            }
            guard let members = subject.members(type), let known = subject.registry[type.objectName], !known.isOpaque,
                subject.shape(type) == .wire
            else { return [] }
            let surface = Surface(subject: subject, place: place, shape: .wire, members: members, known: known.members)
            let present = Set(members.filter { $0.direction != .none }.compactMap { surface.canonical($0.name)?.name })
            return known.members.filter { $0.isCommon && !present.contains($0.name) }.map { member in
                subject.finding(
                    .memberCommon, .cosmetic, place.inner(member.name), "the type does not have the member",
                    "every content may have it", "Keep the member when a message is forwarded.",
                    certainty: type.listCertainty)
            }
        }
    }

    private static func direction(_ member: ManifestMember, _ surface: Surface) -> CompatDifference? {
        let source = surface.source(member)
        let known = surface.canonical(member.name)
        switch member.direction {
        case .both: return nil
        case .none:
            return surface.finding(
                .memberUnused, known == nil ? .cosmetic : .losesData, member.name,
                "the member is declared but never used",
                known == nil ? "the type has no such member" : "the type has the member",
                known == nil
                    ? "Do not send the member, and do not serialize the object as it is."
                    : "Read and write the member: here its value is lost.",
                deviation: deviation(member.name, surface), source: source)
        case .write:
            // A difference between the directions is reported once, for the name that is written.
            let other = surface.members.first {
                $0.direction == .read && known != nil && surface.canonical($0.name)?.name == known?.name
            }
            guard let known, let other else { return nil }
            return surface.finding(
                .memberDirection, .losesData, member.name, "\(member.name) is written and \(other.name) is read",
                "\(known.name) is written and read", "Use one name: the platform cannot read its own messages.",
                deviation: deviation(member.name, surface), source: source)
        case .read:
            guard let known, surface.members.named(known.name)?.direction != .both,
                !surface.members.contains(where: {
                    $0.direction == .write && surface.canonical($0.name)?.name == known.name
                })
            else { return nil }
            return surface.finding(
                .memberDirection, known.isRequired ? .losesData : .tolerated, member.name,
                "the member is read but never written",
                "the member is read and written", "Write the member: it is lost when a message is forwarded.",
                deviation: known.deviation(.missing), source: source)
        }
    }

    private static func deviation(_ name: String, _ surface: Surface) -> String? {
        if case .other(_, let deviation) = surface.match(name) { deviation } else { nil }
    }
}
