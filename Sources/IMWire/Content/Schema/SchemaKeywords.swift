// SPDX-License-Identifier: Apache-2.0

/// The vocabulary of schemas, by the place where a keyword may stand (CNT-191).
enum SchemaKeywords {
    /// Keywords of JSON Schema that inform people and other tools.
    private static let notes: Set<String> = [
        "$schema", "$id", "$comment", "title", "description", "examples", "default", "deprecated",
    ]
    /// Keywords of JSON Schema that bound a value; the codec has limits of its own.
    private static let bounds: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "format", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "contentMediaType",
    ]
    /// Keywords that describe a member and that a member may have beside a `$ref`.
    private static let details: Set<String> = notes.union([
        "x-swift", "x-aliases", "x-coerce", "x-missing", "x-null", "x-empty", "x-foreign", "x-url", "x-values",
        "x-unit",
        "x-since", "x-notes",
    ])

    /// Of a file that describes a message type.
    static let type: Set<String> = object.union([
        "x-objectName", "x-category", "x-persistence", "x-digest", "x-platforms", "x-opaque", "x-foreignMembers",
        "x-twin", "x-since",
    ])
    /// Of a file that describes an object, or members that types take over one by one.
    static let object: Set<String> = notes.union([
        "type", "properties", "required", "minProperties", "maxProperties", "x-swiftName", "x-provenance", "x-sources",
        "x-notes", "x-kind", "x-order", "x-null", "x-empty", "x-aliases", "x-missing",
    ])
    /// Of a file that describes a value, as `extra` does.
    static let value: Set<String> = member.union(["x-provenance", "x-sources"])
    /// Of a member with a type of its own.
    static let member: Set<String> = details.union(bounds).union([
        "type", "contentEncoding", "items", "additionalProperties", "x-kind", "x-valueAliases",
    ])
    /// Of a member with a `$ref`.
    static let reference: Set<String> = details.union(["$ref", "x-kind"])

    /// What to write in place of a keyword that JSON Schema has and that would be a promise not kept.
    static func hint(_ keyword: String) -> String? {
        switch keyword {
        case "enum", "const": "enumerations are open; list the known values in x-values"
        case "properties": "a nested object is a file of its own; give its name in $ref"
        case "required": "it belongs to the object that has the member"
        case "$defs", "definitions": "a nested object is a file of its own"
        case "oneOf", "anyOf", "allOf", "not", "if", "then", "else":
            "a member has one type; x-kind any keeps every value"
        default: nil
        }
    }
}
