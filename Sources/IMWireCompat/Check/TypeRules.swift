// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The rules for JSON types of members: CMP-031.
enum TypeRules {
    static func check(_ surface: Surface) -> [CompatDifference] {
        surface.members.compactMap { member in
            guard member.direction != .none, let known = surface.canonical(member.name) else { return nil }
            if let annotated = annotation(of: member, known, surface) { return annotated }
            let others = member.types.filter { !fits($0, known.types) && $0 != .null }
            guard !others.isEmpty else { return nil }
            let isAlways = others.count == member.types.count && !others.contains(.any)
            let isURL = others == [.url] && known.types == [.base64]
            let words = words(known.types)
            // Readers convert scalar values (CNT-032), and no reader of the registry's types is exact.
            let isConverted = (member.types + known.types).allSatisfy(\.isScalar)
            return surface.finding(
                .memberType, isAlways && known.types != [.string] && !isConverted ? .losesData : .tolerated,
                member.name,
                declared(member), words,
                surface.advised(
                    member.direction == .read
                        ? "No change is needed: a reader may accept more than others write."
                        : "Write \(words), and read both."),
                deviation: known.deviation(isURL ? .url : .coerce), source: surface.source(member))
        }
    }

    /// Returns a finding for an annotation of a bridge's object that differs from the values of the native side, which have
    /// the right type (CMP-168).
    private static func annotation(
        of member: ManifestMember, _ known: SchemaMember, _ surface: Surface
    ) -> CompatDifference? {
        guard surface.shape == .bridge, let declared = member.declaredType, !member.types.isEmpty,
            member.types.allSatisfy({ fits($0, known.types) })
        else { return nil }
        let annotated = DeclaredTypes.kinds(of: declared).filter { !fits($0, member.types) && !fits($0, known.types) }
        guard !annotated.isEmpty, !annotated.contains(.any), !annotated.contains(.null) else { return nil }
        return surface.finding(
            .memberType, .cosmetic, member.name, "the annotation is \(words(annotated)) (\(declared))",
            "the native side has \(words(member.types))",
            "Correct the annotation: values of its type are not what the native side writes and reads.",
            deviation: known.deviation(.coerce), source: surface.source(member))
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
        case .boolean, .object, .array, .null: false
        }
    }

    /// Returns the name of the group of types that are alike: an integer is a number, and Base64 is a string.
    static func group(_ types: [ManifestMember.MemberType]) -> String {
        let words = types.map { type in
            switch type {
            case .integer, .number: "number"
            case .string, .base64, .url: "string"
            case .boolean, .object, .array, .null, .any: type.rawValue
            }
        }
        return Set(words).sorted().joined(separator: " ")
    }

    private static func declared(_ member: ManifestMember) -> String {
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
