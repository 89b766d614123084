// SPDX-License-Identifier: Apache-2.0

/// A member of an object, with its `$ref` resolved.
package struct SchemaMember: Sendable {
    /// The member's name on the wire.
    package let name: String
    /// Whether a content without the member deviates.
    package let isRequired: Bool
    /// The type of the member's value.
    package let kind: Kind
    /// Other names that are read as this member, whose place in the list is their priority.
    package let aliases: [SchemaAlias]
    /// The keywords at the member itself, which take precedence over those of `target`.
    package let own: PlainJSON
    /// The keywords of what the member refers to.
    private let target: PlainJSON?

    /// The type of a member's value (CNT-192).
    package indirect enum Kind: Sendable {
        case string, base64, integer, number, boolean, any
        case object(Schema), objects(Schema)
        case strings
        case rawObject, rawArray, stringMap, stringListMap
    }

    /// A value that deviates: one of another type, none where one is required, `null`, an empty object or array, any
    /// value of a member that belongs to the sender's device, or an address in place of Base64.
    ///
    /// The keyword `x-coerce`, and so on, names the deviation to report.
    package enum Deviation: String, Sendable {
        case coerce, missing, null, empty, foreign, url
    }

    init(_ name: String, _ own: PlainJSON, isRequired: Bool, in library: inout SchemaLibrary) throws(SpecError) {
        var target: PlainJSON?
        var object: Schema?
        if let reference = own["$ref"]?.string {
            let parts = reference.split(separator: "#", maxSplits: 1).map(String.init)
            let schema = try library.schema(parts.first ?? "")
            target = schema.json
            if parts.count == 2 {
                let name = String(parts[1].split(separator: "/").last ?? "")
                target = schema.json["properties"]?[name.replacing("~1", with: "/").replacing("~0", with: "~")]
                if target == nil { throw SpecError("\(reference) does not resolve") }
            } else if schema.isObject {
                object = schema
            }
        }
        func keyword(_ name: String) -> PlainJSON? { own[name] ?? target?[name] }
        self.name = name
        self.own = own
        self.target = target
        self.isRequired = isRequired
        if let object {
            kind = .object(object)
        } else {
            kind = try SchemaMember.kind(name, keyword, in: &library)
        }
        aliases = (keyword("x-aliases")?.elements ?? []).compactMap { alias in
            (alias.string ?? alias["name"]?.string).map {
                SchemaAlias(name: $0, deviation: alias["deviation"]?.string ?? "DEV-150")
            }
        }
    }

    private static func kind(
        _ name: String, _ keyword: (String) -> PlainJSON?, in library: inout SchemaLibrary
    ) throws(SpecError) -> Kind {
        switch (keyword("x-kind")?.string, keyword("type")?.string) {
        case ("any", _): return .any
        case ("stringMap", _): return .stringMap
        case ("stringListMap", _): return .stringListMap
        case ("rawObject", _), (_, "object"): return .rawObject
        case ("rawList", _): return .rawArray
        case (_, "array"):
            guard let items = keyword("items") else { return .rawArray }
            if let reference = items["$ref"]?.string { return .objects(try library.schema(reference)) }
            return items["type"]?.string == "string" ? .strings : .rawArray
        case (_, "string"): return keyword("contentEncoding")?.string == "base64" ? .base64 : .string
        case (_, "integer"): return .integer
        case (_, "number"): return .number
        case (_, "boolean"): return .boolean
        default: throw SpecError("\(name): no type")
        }
    }
}

extension SchemaMember {
    /// Returns a keyword of the member itself, or else of what it refers to.
    package subscript(_ keyword: String) -> PlainJSON? { own[keyword] ?? target?[keyword] }

    /// A description of the member's purpose.
    package var description: String? { self["description"]?.string }
    /// The name of the Swift property.
    package var swiftName: String { (self["x-swift"]?.string ?? name).swiftSpelling }
    /// The first version of the SDK that has the member.
    package var since: String? { self["x-since"]?.string }
    /// The values that have a meaning, and their meanings.
    package var values: [(name: String, value: PlainJSON)] { self["x-values"]?.members ?? [] }

    /// The schema of the value's object, or of the objects in its list.
    package var object: Schema? {
        switch kind {
        case .object(let schema), .objects(let schema): schema
        default: nil
        }
    }

    /// Texts that stand for another value, and the deviation that they are reported as (CNT-047).
    package var valueAliases: (deviation: String, map: [(name: String, value: PlainJSON)])? {
        guard let aliases = self["x-valueAliases"], let map = aliases["map"]?.members else { return nil }
        return (aliases["deviation"]?.string ?? "DEV-151", map)
    }

    /// Returns the deviation to report for a value, or nil if the value is no deviation.
    package func deviation(_ value: Deviation) -> String? { self["x-\(value.rawValue)"]?.string }
}
