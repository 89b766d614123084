// SPDX-License-Identifier: Apache-2.0

/// The vocabulary of schemas, by the places in which a keyword is allowed (CNT-191).
enum SchemaKeywords {
    /// The JSON Schema keywords that inform people and other tools.
    private static let notes: Set<String> = [
        "$schema", "$id", "$comment", "title", "description", "examples", "default", "deprecated",
    ]
    /// The JSON Schema keywords that constrain a value; they have no effect, because the codec has its own limits.
    private static let bounds: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "format", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "contentMediaType",
    ]
    /// The keywords that describe a member and are also allowed beside a `$ref`.
    private static let details: Set<String> = notes.union([
        "x-swift", "x-aliases", "x-coerce", "x-missing", "x-null", "x-empty", "x-foreign", "x-url", "x-values",
        "x-unit",
        "x-since", "x-notes",
    ])

    /// The keywords of a file that describes a message type without members.
    static let opaqueType: Set<String> = notes.union([
        "x-objectName", "x-swiftName", "x-category", "x-persistence", "x-digest", "x-platforms", "x-opaque", "x-since",
        "x-provenance", "x-sources", "x-notes",
    ])
    /// The keywords of a file that describes a message type with members.
    static let type: Set<String> = object.union(opaqueType).union(["x-foreignMembers", "x-twin"])
    /// The keywords of a file that describes an object, or members that types adopt individually.
    static let object: Set<String> = notes.union([
        "type", "properties", "required", "minProperties", "maxProperties", "x-swiftName", "x-provenance", "x-sources",
        "x-notes", "x-kind", "x-order", "x-null", "x-empty", "x-aliases", "x-missing",
    ])
    /// The keywords of a file that describes a value, such as `extra`.
    static let value: Set<String> = member.union(["x-provenance", "x-sources"])
    /// The keywords of a member with its own type.
    static let member: Set<String> = details.union(bounds).union([
        "type", "contentEncoding", "items", "additionalProperties", "x-kind", "x-valueAliases",
    ])
    /// The keywords of the elements of a list.
    static let element: Set<String> = notes.union(bounds).union(["type"])
    /// The keywords of the elements of a list with a `$ref`.
    static let elementReference: Set<String> = notes.union(bounds).union(["$ref"])
    /// The keywords of a member with a `$ref`.
    static let reference: Set<String> = details.union(["$ref", "x-kind"])

    /// Returns advice on replacing a JSON Schema keyword that the codec would not honor, or nil if there is none.
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
