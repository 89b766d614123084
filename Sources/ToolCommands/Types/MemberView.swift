// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// A member of a type, with its `$ref` resolved.
struct MemberView {
    /// The member's name on the wire.
    let name: String
    /// Whether a content without the member deviates.
    let isRequired: Bool
    /// The schema of the member in the type itself, which takes precedence over the referenced schema.
    private let own: RawJSON
    /// The referenced schema.
    private let target: RawJSON?
    /// The common object that the member refers to as a whole.
    private let object: SchemaView?

    init(name: String, isRequired: Bool, own: RawJSON, in catalog: SchemaCatalog) {
        self.name = name
        self.isRequired = isRequired
        self.own = own
        let reference = MemberView.reference(own) ?? own["items"].flatMap(MemberView.reference)
        let schema = reference.flatMap { SchemaView(object: $0.file, in: catalog) }
        if let member = reference?.member {
            object = nil
            target = schema?.schema["properties"]?[member]
        } else {
            object = schema
            target = own["items"] == nil ? schema?.schema : nil
        }
    }

    /// Returns the file and member of a reference: `../common-objects/user.schema.json`, with `#/properties/name` or
    /// without.
    private static func reference(_ schema: RawJSON) -> (file: String, member: String?)? {
        guard let text = schema["$ref"]?.string, let file = text.split(separator: "/").first(where: isFile) else {
            return nil
        }
        let name = file.prefix { $0 != "." }
        let member = text.firstRange(of: "#/properties/").map { String(text[$0.upperBound...]) }
        return (String(name), member)
    }

    private static func isFile(_ part: Substring) -> Bool {
        part.contains(".schema.json")
    }

    private subscript(_ keyword: String) -> RawJSON? { own[keyword] ?? target?[keyword] }

    /// A description of the member's purpose.
    var summary: String { self["description"]?.string ?? "" }

    /// The members of the object that the member holds, or of each object in its list.
    var members: [MemberView] { object?.members ?? [] }

    /// A short form of the type: `string`, `list of strings`, `object`.
    var kind: String {
        switch self["x-kind"]?.string {
        case "any": return "any JSON, preferably a string"
        case "stringMap": return "map to strings"
        case "stringListMap": return "map to lists of strings"
        case "rawObject": return "object, kept as it came"
        case "rawList": return "list, kept as it came"
        default: break
        }
        switch self["type"]?.string {
        case "string": return self["contentEncoding"]?.string == "base64" ? "Base64 text" : "string"
        case "array":
            return own["items"]?["type"]?.string == "string" ? "list of strings" : "list of objects"
        case let type?: return type
        case nil: return "any JSON"
        }
    }

    /// The unit, known values, other spellings and reported deviations, one sentence each.
    var remarks: [String] {
        var remarks: [String] = []
        if let unit = self["x-unit"]?.string { remarks.append("Unit: \(unit).") }
        if let values = self["x-values"]?.members, !values.isEmpty {
            let list = values.map { "\($0.name) \($0.value.string ?? $0.value.text)" }
            remarks.append("Values: \(list.joined(separator: ", ")).")
        }
        if let aliases = self["x-aliases"]?.elements, !aliases.isEmpty {
            let list = aliases.map { alias in
                let name = alias["name"]?.string ?? alias.string ?? ""
                return "\(name) (\(alias["deviation"]?.string ?? "DEV-150"))"
            }
            remarks.append("Also read from \(list.joined(separator: ", ")).")
        }
        if let other = self["x-valueAliases"], let map = other["map"]?.members {
            let list = map.map { "\($0.name) as \($0.value.string ?? $0.value.text)" }
            remarks.append("Reads \(list.joined(separator: ", ")) (\(other["deviation"]?.string ?? "DEV-151")).")
        }
        let reports = [
            ("x-coerce", "Of another type"), ("x-missing", "Missing"), ("x-null", "null"), ("x-empty", "Empty"),
            ("x-foreign", "Local to the sender, when present"),
        ]
        for (keyword, condition) in reports {
            if let id = self[keyword]?.string { remarks.append("\(condition): \(id).") }
        }
        if let since = self["x-since"]?.string { remarks.append("Since \(since).") }
        return remarks
    }
}

#endif
