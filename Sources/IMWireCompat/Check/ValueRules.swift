// SPDX-License-Identifier: Apache-2.0

/// The rules for which values are written, and which are omitted: CMP-032 to CMP-034.
enum ValueRules {
    static func check(_ subject: Subject) -> [Finding] {
        subject.surfaces.flatMap { surface in
            surface.members.flatMap { member -> [Finding] in
                guard member.direction != .none else { return [] }
                return [
                    carries(member, surface, subject), device(member, surface, subject),
                    absent(member, surface, subject),
                    preset(member, surface, subject), size(member, surface, subject),
                ].compactMap { $0 } + omits(member, surface, subject)
            }
        }
    }

    private static func carries(_ member: ManifestMember, _ surface: Surface, _ subject: Subject) -> Finding? {
        guard let other = member.carries else { return nil }
        var deviation: String?
        if let twin = surface.knownType?.twin, twin.members.contains(member.name), twin.members.contains(other) {
            deviation = twin.deviation
        } else if case .other(let known, let id) = surface.match(member.name), known.name == other {
            deviation = id
        }
        return subject.finding(
            .memberCarries, surface.weighed(.losesData), surface.place.inner(member.name), "holds \(other)",
            surface.known.named(member.name) == nil ? "\(other) is written as \(other)" : "holds \(member.name)",
            surface.advised("Write each value under its own name."), deviation: deviation, source: member.source)
    }

    private static func device(_ member: ManifestMember, _ surface: Surface, _ subject: Subject) -> Finding? {
        guard surface.shape == .wire, member.direction != .read,
            let deviation = surface.known.named(member.name)?.deviation(.foreign)
        else { return nil }
        return subject.finding(
            .memberDevice, .tolerated, surface.place.inner(member.name), "on the wire", "means nothing to a receiver",
            "Do not send it: it tells others about the sender's device.", deviation: deviation, source: member.source)
    }

    private static func absent(_ member: ManifestMember, _ surface: Surface, _ subject: Subject) -> Finding? {
        guard let absent = member.absent, absent != .omitted, let known = surface.canonical(member.name) else {
            return nil
        }
        let place = surface.place.inner(member.name)
        let source = member.source ?? surface.type?.source
        switch absent {
        case .omitted: return nil
        case .null:
            return subject.finding(
                .memberAbsent, surface.weighed(.tolerated), place, "null in place of no value",
                "the member is left out",
                "Leave it out.", deviation: known.deviation(.null) ?? "DEV-102", source: source)
        case .emptyObject, .emptyArray:
            return subject.finding(
                .memberAbsent, surface.weighed(.tolerated), place,
                absent == .emptyObject ? "an empty object in place of no value" : "an empty list in place of no value",
                "the member is left out", "Leave it out: an empty sender is none.",
                deviation: known.deviation(.empty), source: source)
        case .zero:
            return subject.finding(
                .memberAbsent, .cosmetic, place, "empty texts, zeros and false are always written",
                "optional members are left out", "Leave out what nobody has set.", source: surface.type?.source)
        }
    }

    private static func omits(_ member: ManifestMember, _ surface: Surface, _ subject: Subject) -> [Finding] {
        guard let known = surface.canonical(member.name) else { return [] }
        return member.omits.map { omission in
            let word =
                switch omission {
                case .emptyString: "an empty text"
                case .zero: "0"
                case .false: "false"
                case .localPath: "a path on the device"
                }
            return subject.finding(
                .memberOmits, surface.weighed(known.isRequired ? .losesData : .cosmetic),
                surface.place.inner(member.name), "\(word) is left out",
                known.isRequired ? "required, empty values included" : "optional",
                known.isRequired
                    ? "Write it whenever it has a value: test for absence, not for truth."
                    : "Nothing, unless a receiver must tell it from no value.",
                deviation: known.deviation(.missing), source: member.source ?? surface.type?.source)
        }
    }

    private static func preset(_ member: ManifestMember, _ surface: Surface, _ subject: Subject) -> Finding? {
        guard let value = member.defaultValue, surface.canonical(member.name) != nil else { return nil }
        let isEmpty = ["\"\"", "0", "false", "null"].contains(value)
        return subject.finding(
            .memberDefault, .cosmetic, surface.place.inner(member.name),
            isEmpty ? "empty values are written where nothing was set" : "\(value) where nothing was set",
            "absent", "Let callers leave it out.", source: surface.type?.source)
    }

    private static func size(_ member: ManifestMember, _ surface: Surface, _ subject: Subject) -> Finding? {
        guard let limit = member.maxBytes else { return nil }
        return subject.finding(
            .memberSize, surface.weighed(.tolerated), surface.place.inner(member.name), "at most \(limit) bytes",
            "the whole content is limited, this member is not", surface.advised("Read whatever comes; send little."),
            source: member.source ?? surface.type?.source)
    }
}
