// SPDX-License-Identifier: Apache-2.0

import Schemas

/// A type of known values, and the property that has it.
package struct MemberEnumeration {
    package var type: String
    package var property: String
    package var isText: Bool

    package init(type: String, property: String, isText: Bool) {
        self.type = type
        self.property = property
        self.isText = isText
    }
}

extension Schema {
    /// The name of the Swift type of an object.
    package var typeName: String { swiftName ?? file }
}

extension SchemaMember {
    /// The property's type without the question mark.
    package var swiftType: String {
        switch kind {
        case .string: "String"
        case .base64: "Base64Text"
        case .integer, .number: "JSONNumber"
        case .boolean: "Bool"
        case .any, .rawObject, .rawArray, .stringMap, .stringListMap: "RawJSON"
        case .object(let schema): schema.typeName
        case .objects(let schema): "[\(schema.typeName)]"
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
        case .object(let schema): "object(\(schema.typeName).self)"
        case .objects(let schema): "objects(\(schema.typeName).self)"
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
        case .object(let schema): ".object(\(schema.typeName).memberTable)"
        case .objects(let schema): ".objects(\(schema.typeName).memberTable)"
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
        case .object(let schema): "object, `\(schema.typeName)`"
        case .objects(let schema): "list of `\(schema.typeName)`"
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
