// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A reader of the members of a JSON body according to the rules of a form (API-082).
struct JSONBodyReader {
    private let rules: [FieldRule]
    private let mode: DecodingMode
    private let text: [UInt8]
    private var members: [JSONPlaces.Part]

    init(
        _ bytes: Span<UInt8>, _ rules: [FieldRule], _ mode: DecodingMode, _ limits: FormLimits
    ) throws(DecodeError) {
        guard bytes.count <= limits.formBytes else { throw DecodeError(.limitSize, offset: 0) }
        self.rules = rules
        self.mode = mode
        var scanning = DecodingLimits()
        scanning.contentBytes = limits.formBytes
        scanning.unknownBytes = limits.formBytes
        scanning.stringBytes = limits.formBytes
        scanning.items = limits.fields
        scanning.members = limits.fields
        let value = try RawJSON(parsing: bytes, limits: scanning, isStrict: true)
        guard value.kind == .object else { throw DecodeError(.contentType, offset: 0) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for index in bytes.indices { text.append(bytes[index]) }
        self.text = text
        members = JSONPlaces(in: bytes, 0..<bytes.count, most: .max).parts
    }

    /// Returns the values of the field at `index`; empty if the body lacks an optional one.
    mutating func values(_ index: Int) throws(DecodeError) -> [FormField] {
        let rule = rules[index]
        var found: [JSONPlaces.Part] = []
        members.removeAll { part in
            guard part.name.equals(rule.name) else { return false }
            found.append(part)
            return true
        }
        // API-016: readers differ in which of two values they take.
        if found.count > 1 { throw DecodeError(.formDuplicate, offset: found[1].range.lowerBound, path: rule.path) }
        let values: [FormField] =
            if let part = found.first { try self.values(rule, part) } else { [] }
        guard values.count >= rule.count.lowerBound else {
            throw DecodeError(.formMissing, offset: text.count, path: rule.path)
        }
        return values
    }

    private func values(_ rule: FieldRule, _ part: JSONPlaces.Part) throws(DecodeError) -> [FormField] {
        let value = raw(part.value)
        // The Go SDK writes an empty list as null.
        if value.kind == .null, mode == .lenient { return [] }
        guard rule.count.upperBound > 1 else {
            return [FormField(rule.name, try item(rule, value, at: part.value.lowerBound))]
        }
        guard value.kind == .array else {
            if mode == .strict { throw DecodeError(.formValue, offset: part.value.lowerBound, path: rule.path) }
            return [FormField(rule.name, try item(rule, value, at: part.value.lowerBound))]
        }
        let items = JSONPlaces(in: text.span, part.value, most: .max).parts
        if items.count > rule.count.upperBound {
            let surplus = items[rule.count.upperBound].value.lowerBound
            throw DecodeError(.formValue, offset: surplus, path: rule.path)
        }
        var fields: [FormField] = []
        for place in items {
            fields.append(FormField(rule.name, try item(rule, raw(place.value), at: place.value.lowerBound)))
        }
        return fields
    }

    /// Returns the text of one value, in the spelling that a form has.
    private func item(_ rule: FieldRule, _ value: RawJSON, at offset: Int) throws(DecodeError) -> String {
        var text = value.text
        switch (rule.value, value.kind) {
        case (.text, .string), (.objectName, .string), (.content, .string): text = value.string ?? ""
        case (.integer, .number), (.bit, .number), (.boolean, .boolean), (.json, _): break
        // The node SDK writes the absent push data of a recipient as null.
        case (.text, .null) where mode == .lenient: text = ""
        case (.integer, .string), (.bit, .string), (.boolean, .string):
            if mode == .strict { throw DecodeError(.formValue, offset: offset, path: rule.path) }
            text = value.string ?? ""
        case (.bit, .boolean), (.boolean, .number), (.text, .number):
            if mode == .strict { throw DecodeError(.formValue, offset: offset, path: rule.path) }
        default: throw DecodeError(.formValue, offset: offset, path: rule.path)
        }
        guard mode == .strict ? rule.accepts(text) : rule.admits(text) else {
            throw DecodeError(.formValue, offset: offset, path: rule.path)
        }
        return rule.canonical(text)
    }

    private func raw(_ range: Range<Int>) -> RawJSON {
        RawJSON(scanned: String(decoding: text[range], as: UTF8.self))
    }

    /// The members that no rule names, in order, with their JSON text (API-023).
    var rest: [FormField] { members.map { FormField($0.name, raw($0.value).text) } }
}
