// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec

/// The members of an object according to its schema in `Spec/content-types`, as the generator needs them.
package struct ContentShape: Sendable {
    /// A member.
    package struct Member: Sendable {
        var name: [UInt8]
        var kind: Kind
        var isRequired: Bool
        /// The other names under which the member is known to arrive.
        var aliases: [[UInt8]]
        /// The values that have a meaning.
        var values: [String]
        /// The texts that stand for another value.
        var valueAliases: Set<String>
    }

    /// The type of a member's value.
    package indirect enum Kind: Sendable {
        case string, base64, integer, number, boolean, any, strings, map, listMap, rawObject, rawArray
        case object(ContentShape)
        case objects(ContentShape)
    }

    /// The members in the order in which they are written.
    package private(set) var members: [Member] = []
    /// The names of members that senders are known to add and that do not belong to the object.
    package private(set) var foreign: [[UInt8]] = []
    /// Whether an object in which nothing is set counts as absent.
    package private(set) var isNothingWhenEmpty = false

    /// Creates the shape of a message type, or returns nil if its members are not published.
    package init?(_ objectName: String) {
        guard let text = SpecSchema.contentType(objectName), let schema = try? RawJSON(text: text) else { return nil }
        if schema["x-opaque"]?.boolean == true { return nil }
        self.init(schema, depth: 0)
    }

    private init(_ schema: RawJSON, depth: Int) {
        let required = Set(schema["required"]?.elements?.compactMap(\.string) ?? [])
        let properties = schema["properties"]
        for name in schema["x-order"]?.elements?.compactMap(\.string) ?? properties?.members?.map(\.name) ?? [] {
            guard let property = properties?[name] else { continue }
            members.append(ContentShape.member(name, property, required.contains(name), depth))
        }
        foreign = (schema["x-foreignMembers"]?.members ?? []).map { Array($0.name.utf8) }
        isNothingWhenEmpty = schema["x-empty"] != nil
    }

    private static func member(_ name: String, _ property: RawJSON, _ isRequired: Bool, _ depth: Int) -> Member {
        let target = property["$ref"]?.string.flatMap(resolve) ?? property
        let aliases = (property["x-aliases"]?.elements ?? target["x-aliases"]?.elements ?? []).compactMap {
            $0["name"]?.string.map { Array($0.utf8) }
        }
        let isString = target["type"]?.string == "string"
        let values = (target["x-values"]?.members ?? []).map { isString ? RawJSON($0.name).text : $0.name }
        return Member(
            name: Array(name.utf8), kind: kind(property, target, depth), isRequired: isRequired, aliases: aliases,
            values: values,
            valueAliases: Set(property["x-valueAliases"]?["map"]?.members?.map(\.name) ?? []))
    }

    private static func kind(_ property: RawJSON, _ target: RawJSON, _ depth: Int) -> Kind {
        switch property["x-kind"]?.string ?? target["x-kind"]?.string {
        case "any": return .any
        case "stringMap": return .map
        case "stringListMap": return .listMap
        case "rawObject": return .rawObject
        case "rawList": return .rawArray
        default: break
        }
        switch target["type"]?.string {
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .boolean
        case "array":
            guard let items = target["items"] else { return .rawArray }
            let item = items["$ref"]?.string.flatMap(resolve) ?? items
            if item["type"]?.string == "string" { return .strings }
            guard item["properties"] != nil, depth < 3 else { return .rawArray }
            return .objects(ContentShape(item, depth: depth + 1))
        case "object":
            guard target["properties"] != nil, depth < 3 else { return .rawObject }
            return .object(ContentShape(target, depth: depth + 1))
        default: return target["contentEncoding"]?.string == "base64" ? .base64 : .string
        }
    }

    /// Returns the schema that a reference names.
    private static func resolve(_ reference: String) -> RawJSON? {
        let parts = reference.split(separator: "#", maxSplits: 1)
        guard let file = parts.first?.split(separator: "/").last, let dot = file.firstIndex(of: "."),
            let text = SpecSchema.commonObject(String(file[..<dot])), var json = try? RawJSON(text: text)
        else { return nil }
        for step in parts.dropFirst().first?.split(separator: "/") ?? [] {
            guard let inner = json[String(step)] else { return nil }
            json = inner
        }
        return json
    }

    /// All names that can occur in the object or its nested objects, including aliases.
    package var names: [[UInt8]] {
        var names = foreign
        for member in members {
            names.append(member.name)
            names += member.aliases
            switch member.kind {
            case .object(let shape), .objects(let shape): names += shape.names
            default: break
            }
        }
        return names
    }
}
