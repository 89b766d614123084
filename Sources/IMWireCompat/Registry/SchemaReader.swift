// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec

/// A reader that converts the text of schemas to the registry's types.
struct SchemaReader {
    /// The members that any content may have, named after the common objects that describe them.
    private static let common = ["extra", "user", "mentionedInfo", "isBurnAfterRead", "burnDuration", "audit"]

    func type(_ type: ContentType) -> RegistryType? {
        guard let schema = SpecSchema.contentType(type.objectName.rawValue).flatMap(SchemaReader.parse) else {
            return nil
        }
        let twin = schema["x-twin"].flatMap { twin -> (members: [String], deviation: String)? in
            guard let id = twin["deviation"]?.string else { return nil }
            return (twin["members"]?.elements?.compactMap(\.string) ?? [], id)
        }
        return RegistryType(
            objectName: type.objectName.rawValue, category: type.category,
            flags: type.persistence.map { Int($0.rawValue) },
            acceptedFlags: type.acceptedPersistence.map { Int($0.rawValue) },
            isOpaque: schema["x-opaque"]?.boolean ?? false, members: members(of: schema),
            foreign: (schema["x-foreignMembers"]?.members ?? []).map {
                RegistryAlias(name: $0.name, deviation: $0.value.string ?? "")
            },
            twin: twin)
    }

    /// Returns the common objects by name, and under `*` the members that any content may have.
    func objects() -> [String: [RegistryMember]] {
        var objects: [String: [RegistryMember]] = [:]
        for name in ["user", "mentionedInfo", "audit", "article", "combineItem", "userSummary", "quotedInfo"] {
            guard let schema = SpecSchema.commonObject(name).flatMap(SchemaReader.parse) else { continue }
            objects[name] = members(of: schema)
        }
        objects["*"] = SchemaReader.common.compactMap { name in
            let file =
                name.lowercased().contains("burn")
                ? "burnAfterRead.schema.json#/properties/\(name)" : "\(name).schema.json"
            return RawJSON.reference(file).map { member(name, $0, isRequired: false) }
        }
        return objects
    }

    private func members(of schema: RawJSON) -> [RegistryMember] {
        let required = Set(schema["required"]?.elements?.compactMap(\.string) ?? [])
        let properties = Dictionary(
            (schema["properties"]?.members ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let order = schema["x-order"]?.elements?.compactMap(\.string) ?? []
        return order.compactMap { name in
            properties[name].map { member(name, $0, isRequired: required.contains(name)) }
        }
    }

    private func member(_ name: String, _ own: RawJSON, isRequired: Bool) -> RegistryMember {
        let target = SchemaReader.target(own)
        let items = own["items"]
        let inner = items.flatMap(SchemaReader.target) ?? target
        func keyword(_ name: String) -> RawJSON? { own[name] ?? target?[name] }

        var deviations: [String: String] = [:]
        for word in RegistryMember.Keyword.allCases {
            deviations[word.rawValue] = keyword(word.rawValue)?.string
        }
        let aliases = (keyword("x-aliases")?.elements ?? []).compactMap { alias -> RegistryAlias? in
            guard let name = alias["name"]?.string, let id = alias["deviation"]?.string else { return nil }
            return RegistryAlias(name: name, deviation: id)
        }
        return RegistryMember(
            name: name, types: types(keyword("type"), keyword("contentEncoding"), keyword("x-kind")),
            isRequired: isRequired, isCommon: SchemaReader.common.contains(name), aliases: aliases,
            members: inner.map { $0["x-kind"]?.string == "members" ? [] : members(of: $0) } ?? [],
            deviations: deviations)
    }

    /// Returns the types of a member's value; if the schema accepts any value, `type` names the canonical one.
    private func types(_ type: RawJSON?, _ encoding: RawJSON?, _ kind: RawJSON?) -> [ManifestMember.MemberType] {
        if encoding?.string == "base64" { return [.base64] }
        if let word = type?.string.flatMap(ManifestMember.MemberType.init(rawValue:)) { return [word] }
        return kind?.string == "rawObject" ? [.object] : []
    }

    /// Returns the target of `$ref`: a common object, or one of its members.
    private static func target(_ own: RawJSON) -> RawJSON? {
        guard let reference = own["$ref"]?.string else { return nil }
        let parts = reference.split(separator: "#", maxSplits: 1)
        guard let file = parts[0].split(separator: "/").last, let suffix = file.firstRange(of: ".schema.json"),
            let schema = SpecSchema.commonObject(String(file[..<suffix.lowerBound])).flatMap(parse)
        else { return nil }
        guard parts.count == 2 else { return schema }
        return schema["properties"]?[String(parts[1].split(separator: "/").last ?? "")]
    }

    private static func parse(_ text: String) -> RawJSON? { try? RawJSON(text: text) }
}

extension RawJSON {
    /// Returns a schema that refers to another one.
    fileprivate static func reference(_ file: String) -> RawJSON? {
        try? RawJSON(text: "{\"$ref\":\"../common-objects/\(file)\"}")
    }
}
