// SPDX-License-Identifier: Apache-2.0

/// The rules for which values are written, and which are omitted: CMP-032 to CMP-034.
enum ValueRules {
    static func check(_ surface: Surface) -> [CompatDifference] {
        surface.members.filter { $0.direction != .none }.flatMap { member -> [CompatDifference] in
            let single = [carries, device, absent, preset, size].compactMap { $0(member, surface) }
            return single + omits(member, surface)
        }
    }

    private static func carries(_ member: ManifestMember, _ surface: Surface) -> CompatDifference? {
        guard let other = member.carries else { return nil }
        var deviation: String?
        if let twin = surface.knownType?.twin, twin.members.contains(member.name), twin.members.contains(other) {
            deviation = twin.deviation
        } else if case .other(let known, let id) = surface.match(member.name), known.name == other {
            deviation = id
        }
        return surface.finding(
            .memberCarries, .losesData, member.name, "the member holds the value of \(other)",
            surface.known.named(member.name) == nil
                ? "\(other) is written as \(other)" : "the member holds the value of \(member.name)",
            surface.advised("Write each value under its own name."), deviation: deviation, source: member.source)
    }

    private static func device(_ member: ManifestMember, _ surface: Surface) -> CompatDifference? {
        guard surface.shape == .wire, member.direction != .read,
            let deviation = surface.known.named(member.name)?.deviation(.foreign)
        else { return nil }
        return surface.finding(
            .memberDevice, surface.deviceSeverity, member.name, "the member is sent",
            "it has no meaning for a receiver",
            "Do not send the member: it reveals data of the sender's device.", deviation: deviation,
            source: member.source)
    }

    private static func absent(_ member: ManifestMember, _ surface: Surface) -> CompatDifference? {
        guard let absent = member.absent, let known = surface.canonical(member.name) else { return nil }
        func finding(
            _ left: String, _ advice: String, _ deviation: String?, _ severity: FindingSeverity = .tolerated
        ) -> CompatDifference {
            surface.finding(
                .memberAbsent, severity, member.name, left, "the member is omitted", advice, deviation: deviation,
                source: surface.source(member))
        }
        switch absent {
        case .omitted: return nil
        case .null:
            return finding(
                "null is written for a missing value", "Omit the member.", known.deviation(.null) ?? "DEV-102",
                // The native side of a wrapper reads the null, and makes the content that is sent.
                surface.subject.manifest.isWrapper ? .cosmetic : .tolerated)
        case .emptyObject, .emptyArray:
            let value = absent == .emptyObject ? "object" : "list"
            return finding(
                "an empty \(value) is written for a missing value",
                "Omit the member: an empty object counts as absent.",
                known.deviation(.empty))
        case .zero:
            return surface.finding(
                .memberAbsent, .cosmetic, member.name, "empty texts, zeros and false are always written",
                "optional members are omitted", "Omit members that were not set.",
                certainty: .weakest([surface.type?.source, member.source]), source: surface.type?.source)
        }
    }

    private static func omits(_ member: ManifestMember, _ surface: Surface) -> [CompatDifference] {
        guard let known = surface.canonical(member.name) else { return [] }
        return member.omits.map { omission in
            // An empty address or picture stands for none: the file was not uploaded yet.
            let isData = known.isAddress || known.types == [.base64]
            let isLost = known.isRequired && !(omission == .emptyString && isData)
            let word =
                switch omission {
                case .emptyString: "an empty text"
                case .zero: "0"
                case .false: "false"
                case .localPath: "a path on the device"
                }
            // Readers have zero for a number that is absent, and so has a platform's own reader for a text without which
            // it does.
            let isRestored =
                omission == .zero || omission == .false || omission == .emptyString && member.isRequired == false
            return surface.finding(
                .memberOmits, isLost ? isRestored ? .tolerated : .losesData : .cosmetic, member.name,
                "\(word) is omitted",
                isLost
                    ? "the member is required, even if it is empty"
                    : known.isRequired ? "an empty address or picture stands for none" : "the member is optional",
                isLost
                    ? "Write the member whenever it has a value: test for presence, not for truth."
                    : "No change is needed, unless a receiver must distinguish this value from none.",
                deviation: known.deviation(.missing), source: surface.source(member))
        }
    }

    private static func preset(_ member: ManifestMember, _ surface: Surface) -> CompatDifference? {
        guard let value = member.defaultValue, let known = surface.canonical(member.name) else { return nil }
        let isEmpty = ["\"\"", "0", "false", "null"].contains(value)
        // A required member is better empty than absent.
        if isEmpty && known.isRequired { return nil }
        return surface.finding(
            .memberDefault, .cosmetic, member.name,
            isEmpty ? "empty values are written if nothing was set" : "\(value) is written if nothing was set",
            "the member is absent", "Let callers omit the member.",
            deviation: ["{}", "[]"].contains(value) ? known.deviation(.empty) : nil, source: surface.type?.source)
    }

    private static func size(_ member: ManifestMember, _ surface: Surface) -> CompatDifference? {
        guard let limit = member.maxBytes else { return nil }
        return surface.finding(
            .memberSize, .tolerated, member.name, "the member has at most \(limit) bytes",
            "only the whole content has a limit", surface.advised("Read values of any size, and send small ones."),
            source: surface.source(member))
    }
}
