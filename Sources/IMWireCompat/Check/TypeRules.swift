// SPDX-License-Identifier: Apache-2.0

/// The rules for JSON types of members: CMP-031.
enum TypeRules {
    static func check(_ subject: Subject) -> [Finding] {
        subject.surfaces.flatMap { surface in
            surface.members.compactMap { type(of: $0, surface, subject) }
        }
    }

    private static func type(of member: ManifestMember, _ surface: Surface, _ subject: Subject) -> Finding? {
        guard member.direction != .none, let known = surface.canonical(member.name) else { return nil }
        let strangers = member.types.filter { !fits($0, known.types) && $0 != .null }
        guard !strangers.isEmpty else { return nil }
        let isAlways = strangers.count == member.types.count && !strangers.contains(.any)
        let severity: Finding.Severity = isAlways && known.types != [.string] ? .losesData : .tolerated
        let isURL = strangers == [.url] && known.types == [.base64]
        return subject.finding(
            .memberType, surface.weighed(severity), surface.place.inner(member.name), declared(member),
            words(known.types),
            surface.advised(
                member.direction == .read
                    ? "Nothing: reading more than others write is right."
                    : "Write \(words(known.types)); read both."),
            deviation: known.deviation(isURL ? .url : .coerce), source: member.source ?? surface.type?.source)
    }

    /// Returns whether a declared JSON type matches the types on the wire.
    static func fits(_ type: ManifestMember.MemberType, _ known: [ManifestMember.MemberType]) -> Bool {
        if known.isEmpty || known.contains(type) || known.contains(.any) { return true }
        return switch type {
        case .string: known.contains(.base64) || known.contains(.url)
        case .base64, .url: known.contains(.string)
        // In a language with a single number type, that type also stands for integers.
        case .integer, .number: known.contains(.integer) || known.contains(.number)
        case .any: known == [.object] || known == [.array]
        default: false
        }
    }

    static func declared(_ member: ManifestMember) -> String {
        let kinds = words(member.types)
        return member.declaredType.map { "\(kinds) (\($0))" } ?? kinds
    }

    /// Returns the types in words: `an integer or a string`.
    static func words(_ types: [ManifestMember.MemberType]) -> String {
        types.isEmpty ? "any value" : types.map(word).joined(separator: " or ")
    }

    private static func word(_ type: ManifestMember.MemberType) -> String {
        switch type {
        case .string: "a string"
        case .base64: "Base64"
        case .url: "an address or a path"
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "a boolean"
        case .object: "an object"
        case .array: "a list"
        case .null: "null"
        case .any: "any value"
        }
    }
}
