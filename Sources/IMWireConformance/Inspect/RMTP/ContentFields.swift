// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues
import Schemas
import TextSupport

/// The annotations of a RongCloud content's members, based on the schema of its type.
struct ContentFields {
    private let bytes: [UInt8]
    private let fields: ObjectFields

    init(_ bytes: [UInt8], _ options: RMTPInspection.Options) {
        self.bytes = bytes
        fields = ObjectFields(bytes, valueBytes: options.valueBytes, most: options.parts)
    }

    /// Returns the annotation of a content, which has at least one byte.
    func annotation(_ range: Range<Int>, _ objectName: ObjectName) -> Annotation {
        let schema = SpecSchema.library.type(objectName.rawValue)
        let title = schema?.title.map { "\(objectName.rawValue): \($0)" }
        let name = DisplayText.clip(title ?? "\(objectName.rawValue), not a built-in type", 80)
        guard bytes[range].first(where: { !Words.isSpace($0) }) == UInt8(ascii: "{") else {
            return Annotation(
                range, "content", Words.count(range.count, "byte"), meaning: "\(name); not a JSON object",
                schema == nil ? "CNT-007" : "CNT-020")
        }
        return Annotation(
            range, "content", fields.text(range), meaning: name, schema == nil ? "CNT-007" : "CNT-020",
            parts: members(range, range, schema))
    }

    private func members(_ range: Range<Int>, _ object: Range<Int>, _ schema: Schema?) -> [Annotation] {
        fields.members(range, object) { place, range in member(place, range, schema) }
    }

    private func member(_ place: JSONPlaces.Part, _ range: Range<Int>, _ schema: Schema?) -> Annotation {
        let property = schema?.member(place.name)
        var annotation = Annotation(range, place.name, fields.text(place.value))
        if schema != nil { annotation.requirement = property.map(ContentFields.requirement) ?? "CNT-060" }
        annotation.meaning = property?.description.map(ContentFields.sentence)
        if schema != nil, property == nil { annotation.meaning = "not in the schema, kept unchanged" }
        // A known object has its own schema (CNT-042).
        if case .object(let inner) = property?.kind, bytes[place.value].first == UInt8(ascii: "{") {
            annotation.meaning = inner.title
            annotation.parts = members(range, place.value, inner)
        }
        return annotation
    }

    /// Returns the requirement on members of a kind.
    private static func requirement(_ member: SchemaMember) -> String {
        if member.own["$ref"] != nil { return "CNT-042" }
        if case .base64 = member.kind { return "CNT-039" }
        if !member.values.isEmpty { return "CNT-037" }
        switch member["type"]?.string {
        case "string": return "CNT-034"
        case "integer", "number": return "CNT-032"
        case "boolean": return "CNT-033"
        case "array": return "CNT-044"
        case "object": return "CNT-045"
        default: return "CNT-038"
        }
    }

    private static func sentence(_ text: String) -> String {
        let end = text.firstRange(of: ". ")?.lowerBound ?? text.endIndex
        return text[..<end].hasSuffix(".") ? String(text[..<end].dropLast()) : String(text[..<end])
    }
}
