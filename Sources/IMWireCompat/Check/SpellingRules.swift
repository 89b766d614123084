// SPDX-License-Identifier: Apache-2.0

/// The rules for names of members: CMP-029.
enum SpellingRules {
    static func check(_ surface: Surface) -> [CompatDifference] {
        twice(surface) + surface.members.compactMap { spelling($0, surface) }
    }

    private static func spelling(_ member: ManifestMember, _ surface: Surface) -> CompatDifference? {
        // A member that is declared and never used, or that holds another member's value, has a rule of its own.
        guard member.direction != .none, member.carries == nil, !isOneOfTwo(member, surface) else { return nil }
        let source = surface.source(member)
        switch surface.match(member.name) {
        case .same, .envelope: return nil
        case .other(let known, let deviation):
            let isBeside = surface.members.named(known.name).map { $0.direction != .none } ?? false
            let isTolerated = isBeside || member.direction == .read
            return surface.finding(
                .memberSpelling, isTolerated ? .tolerated : .losesData, member.name,
                isBeside ? "\(member.name) beside \(known.name)" : member.name, known.name,
                surface.advised("Send \(isTolerated ? "only " : "")\(known.name), and read both."),
                deviation: deviation,
                source: source)
        case .foreign(let deviation):
            return surface.finding(
                .memberDevice, surface.deviceSeverity, member.name, "the member is sent", "the type has no such member",
                surface.advised("Do not send the member."), deviation: deviation, source: source)
        case .unknown:
            switch surface.shape {
            // The names of a class's properties say nothing about the wire.
            case .property: return nil
            case .bridge:
                if Surface.common(of: member.name) != nil {
                    // The base class of all contents has the member, and the native side writes it if it is set.
                    return surface.finding(
                        .memberUnknown, .cosmetic, member.name, "the base class of all contents has this name",
                        "the type is not known with this member", "No change is needed, unless the type uses it.",
                        source: source)
                }
                return surface.finding(
                    .memberUnknown, .tolerated, member.name, "the bridge has this name", "the type has no such member",
                    "Let the native side translate the name: no receiver reads it.", source: source)
            case .wire:
                return surface.finding(
                    .memberUnknown, .cosmetic, member.name, "the member is declared", "the type has no such member",
                    "No change is needed: others keep the member and do not use it. Custom data belongs in extra.",
                    source: source)
            }
        }
    }

    /// Returns whether the other direction has the same member under another name, which is reported as a difference of
    /// direction (CMP-032).
    private static func isOneOfTwo(_ member: ManifestMember, _ surface: Surface) -> Bool {
        guard member.direction == .write, let known = surface.canonical(member.name) else { return false }
        return surface.members.contains { $0.direction == .read && surface.canonical($0.name)?.name == known.name }
    }

    private static func twice(_ surface: Surface) -> [CompatDifference] {
        let names = surface.members.filter { $0.direction != .read && $0.direction != .none }.map(\.name)
        return Set(names.filter { name in names.count { $0.utf8.elementsEqual(name.utf8) } > 1 }).sorted().map { name in
            let members = surface.members.filter { $0.name == name }
            let properties = members.compactMap(\.property).joined(separator: ", ")
            return surface.subject.finding(
                .memberTwice, .losesData, surface.place.inner(name),
                properties.isEmpty ? "the name is written twice" : "the name is written for \(properties)",
                "each name is written once",
                "Use one name for each value: otherwise one of the two is lost, or the encoder fails.",
                certainty: .weakest([surface.type?.source] + members.map(\.source)), source: surface.type?.source)
        }
    }

    /// Returns findings for names that one manifest writes in two cases in two types, which is correct but error-prone.
    static func check(_ subject: Subject) -> [CompatDifference] {
        var seen: [String: [FindingPlace: FactSource?]] = [:]
        for type in subject.manifest.types where subject.shape(type) == .wire {
            for member in type.members ?? [] {
                let source = member.source ?? type.source
                seen[member.name.lowercased(), default: [:]][FindingPlace(type.objectName, member.name)] = .some(
                    source)
            }
        }
        return seen.ordered { $0.key < $1.key }.compactMap { _, places in
            let spellings = Set(places.keys.map(\.member)).sorted()
            guard spellings.count > 1, let place = places.keys.filter({ $0.member == spellings[0] }).min() else {
                return nil
            }
            let other = places.keys.filter { $0.member != spellings[0] }.min() ?? place
            return subject.finding(
                .memberCase, .cosmetic, place, "\(spellings[0]) here", "\(other.member) in \(other.objectName)",
                "Keep each spelling as its type has it, and do not share one constant.", source: places[place] ?? nil)
        }
    }
}
