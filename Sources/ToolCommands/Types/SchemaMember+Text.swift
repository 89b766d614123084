// SPDX-License-Identifier: Apache-2.0

#if Tools

import Schemas

extension SchemaMember {
    /// A short form of the type: `string`, `list of strings`, `object`.
    var type: String {
        switch kind {
        case .string: "string"
        case .base64: "Base64 text"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .any: "any JSON, preferably a string"
        case .object: "object"
        case .objects: "list of objects"
        case .strings: "list of strings"
        case .rawObject: self["x-kind"] == nil ? "object" : "object, kept as it came"
        case .rawArray: self["x-kind"] == nil ? "list of objects" : "list, kept as it came"
        case .stringMap: "map to strings"
        case .stringListMap: "map to lists of strings"
        }
    }

    /// The unit, known values, other spellings and reported deviations, one sentence each.
    var remarks: [String] {
        var remarks: [String] = []
        if let unit = self["x-unit"]?.string { remarks.append("Unit: \(unit).") }
        if !values.isEmpty {
            let list = values.map { "\($0.name) \($0.value.string ?? $0.value.text)" }
            remarks.append("Values: \(list.joined(separator: ", ")).")
        }
        if !aliases.isEmpty {
            let list = aliases.map { "\($0.name) (\($0.deviation))" }
            remarks.append("Also read from \(list.joined(separator: ", ")).")
        }
        if let other = valueAliases {
            let list = other.map.map { "\($0.name) as \($0.value.string ?? $0.value.text)" }
            remarks.append("Reads \(list.joined(separator: ", ")) (\(other.deviation)).")
        }
        let reports: [(keyword: Deviation, condition: String)] = [
            (.coerce, "Of another type"), (.missing, "Missing"), (.null, "null"), (.empty, "Empty"),
            (.foreign, "Local to the sender, when present"),
        ]
        for (keyword, condition) in reports {
            if let id = deviation(keyword) { remarks.append("\(condition): \(id).") }
        }
        if let since { remarks.append("Since \(since).") }
        return remarks
    }
}

#endif
