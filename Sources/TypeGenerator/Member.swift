// SPDX-License-Identifier: Apache-2.0

/// A member in the form that the generated code needs.
package struct Member {
    package var wireName: String
    package var swiftName: String
    package var kind: Kind
    package var isRequired: Bool
    package var property: Schema.Property
    /// The enumeration of the known values, if Swift has a type for them.
    package var enumeration: Enumeration?

    /// A type of known values, and the property that has it.
    package struct Enumeration {
        package var type: String
        package var property: String
        package var isText: Bool

        package init(type: String, property: String, isText: Bool) {
            self.type = type
            self.property = property
            self.isText = isText
        }
    }

    package enum Kind {
        case string, base64, integer, number, boolean, any
        case object(String), objects(String)
        case strings
        case rawObject, rawArray, stringMap, stringListMap
    }

    /// Returns the members of a schema, in the order in which they are written.
    package static func members(of schema: Schema, in library: SchemaLibrary) throws -> [Member] {
        try (schema.order ?? (schema.properties ?? [:]).keys.sorted()).map { name in
            let (property, object) = try library.resolve(schema.properties?[name])
            return Member(
                wireName: name,
                swiftName: property.swift ?? name,
                kind: try kind(of: property, object, name),
                isRequired: schema.required?.contains(name) ?? false,
                property: property)
        }
    }

    private static func kind(of property: Schema.Property, _ object: Schema?, _ name: String) throws -> Kind {
        switch (property.kind, property.type) {
        case ("any", _): return .any
        case ("stringMap", _): return .stringMap
        case ("stringListMap", _): return .stringListMap
        case ("rawObject", "object"): return .rawObject
        case ("rawList", "array"): return .rawArray
        case (_, "array"):
            if let name = object?.swiftName { return .objects(name) }
            guard property.items?.type == "string" else { throw SpecError("\(name): a list without items or x-kind") }
            return .strings
        case (_, "object"):
            guard let name = object?.swiftName else { throw SpecError("\(name): an object without x-kind") }
            return .object(name)
        case (_, "string"): return property.contentEncoding == "base64" ? .base64 : .string
        case (_, "integer"): return .integer
        case (_, "number"): return .number
        case (_, "boolean"): return .boolean
        default: throw SpecError("\(name): no type")
        }
    }
}

extension Member {
    /// The property's type without the question mark.
    package var swiftType: String {
        switch kind {
        case .string: "String"
        case .base64: "Base64Text"
        case .integer, .number: "JSONNumber"
        case .boolean: "Bool"
        case .any, .rawObject, .rawArray, .stringMap, .stringListMap: "RawJSON"
        case .object(let name): name
        case .objects(let name): "[\(name)]"
        case .strings: "[String]"
        }
    }

    /// The value of a required member that a peer omitted, or nil for an object, since no object is an empty one.
    package var fallback: String? {
        switch kind {
        case .string: "\"\""
        case .base64: "Base64Text(text: \"\")"
        case .integer, .number: "0"
        case .boolean: "false"
        case .any: ".null"
        case .object: nil
        case .objects, .strings: "[]"
        case .rawArray: ".emptyArray"
        case .rawObject, .stringMap, .stringListMap: ".emptyObject"
        }
    }

    /// The call of the reader that reads the member.
    package var read: String {
        switch kind {
        case .string: "string()"
        case .base64: "base64()"
        case .integer: "integer()"
        case .number: "number()"
        case .boolean: "boolean()"
        case .any: "any()"
        case .object(let name): "object(\(name).self)"
        case .objects(let name): "objects(\(name).self)"
        case .strings: "strings()"
        case .rawObject: "rawObject()"
        case .rawArray: "rawArray()"
        case .stringMap: "map(ofLists: false)"
        case .stringListMap: "map(ofLists: true)"
        }
    }

    /// The kind in the member table.
    package var tableKind: String {
        switch kind {
        case .string: ".string"
        case .base64: ".base64"
        case .integer: ".integer"
        case .number: ".number"
        case .boolean: ".boolean"
        case .any: ".any"
        case .object(let name): ".object(\(name).memberTable)"
        case .objects(let name): ".objects(\(name).memberTable)"
        case .strings: ".strings"
        case .rawObject: ".rawObject"
        case .rawArray: ".rawArray"
        case .stringMap: ".stringMap"
        case .stringListMap: ".stringListMap"
        }
    }

    /// The name of the type in the documentation.
    package var documentedType: String {
        switch kind {
        case .string: "string"
        case .base64: "Base64 text"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .any: "any JSON, a string by agreement"
        case .object(let name): "object, `\(name)`"
        case .objects(let name): "list of `\(name)`"
        case .strings: "list of strings"
        case .rawObject: "object, kept as JSON text"
        case .rawArray: "list, kept as JSON text"
        case .stringMap: "map to strings, kept as JSON text"
        case .stringListMap: "map to lists of strings, kept as JSON text"
        }
    }
}

/// Returns the number of a deviation, or 0 if there is none.
package func number(_ deviation: String?) throws -> Int {
    guard let deviation else { return 0 }
    guard deviation.hasPrefix("DEV-"), let number = Int(deviation.dropFirst(4)) else {
        throw SpecError("\(deviation) is not a deviation id")
    }
    return number
}
