// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The JSON Schema of a field of a form or of a member of a JSON body (API-020, API-080 to API-084).
struct FieldSchema {
    private let field: ServerAPIRegistry.Field

    init(_ field: ServerAPIRegistry.Field) {
        self.field = field
    }

    var isRequired: Bool { least > 0 }
    private var isKeyed: Bool { field.keyed ?? false }
    private var least: Int { field.occurs[0] ?? 0 }
    private var most: Int? { field.occurs[1] }

    /// The encoding of a field in a form, for keyed fields and for JSON; nil for all others.
    var encoding: PlainJSON? {
        if isKeyed { return ["style": "deepObject", "explode": true] }
        return ["object", "list"].contains(field.type) ? ["contentType": "application/json"] : nil
    }

    /// Returns the schema with a description, to which the limits in bytes are added.
    func described(_ meaning: String) -> PlainJSON {
        let limit = maximum.map { " At most \($0) bytes of UTF-8\(most == 1 ? "" : " each")." } ?? ""
        return schema.merging(["description": .string(meaning + limit)])
    }

    private var schema: PlainJSON {
        if isKeyed {
            return .members([
                "type": "object",
                "minProperties": least == 0 ? nil : .integer(least),
                "maxProperties": most.map { .integer($0) },
                "propertyNames": ["minLength": 1, "maxLength": 64, "x-maxBytes": 64],
                "additionalProperties": value,
            ])
        }
        guard most != 1 else { return value }
        return .members([
            "type": "array",
            "items": value,
            "minItems": least == 0 ? nil : .integer(least),
            "maxItems": most.map { .integer($0) },
        ])
    }

    /// The maximum number of bytes of a text.
    private var maximum: Int? {
        switch field.type {
        case "id": 64
        case "text": field.range?[1]
        case "content": 131_072
        default: nil
        }
    }

    /// The schema of one value; `x-kind` is its kind by API-020 and API-084.
    private var value: PlainJSON { plain.merging(["x-kind": .string(field.type)]) }

    private var plain: PlainJSON {
        switch field.type {
        case "id", "text", "content":
            // JSON Schema counts characters, and the service bytes: `x-maxBytes` has the exact limit.
            let least = field.type == "text" ? field.range?[0] ?? 0 : 1
            let most = maximum.map { PlainJSON.integer($0) }
            return .members([
                "type": "string", "minLength": least == 0 ? nil : .integer(least), "maxLength": most,
                "x-maxBytes": most,
            ])
        case "type": return ["type": "string", "minLength": 1, "maxLength": 32]
        case "integer":
            return [
                "type": "integer", "format": "int64",
                "minimum": .integer(field.range?[0] ?? 0),
                "maximum": .integer(field.range?[1] ?? Int.max),
            ]
        case "bit": return ["type": "integer", "enum": [0, 1]]
        case "list": return ["type": "array", "items": [:]]
        default: return ["type": .string(field.type)]
        }
    }
}
