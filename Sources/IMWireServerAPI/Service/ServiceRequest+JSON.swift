// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The value of a request as JSON, as the testee protocol has it (TST-180).
extension ServiceRequest {
    /// The request as a JSON object: a member for each field, and the fields that no row names in `rest`.
    package var json: RawJSON {
        var object = JSONBuilder()
        for (rule, values) in zip(endpoint.form.fields, values) where !values.isEmpty {
            let items = values.map { rule.value(of: $0) }
            object.add(rule.name, rule.count.upperBound > 1 ? items.json : items.first)
        }
        let rest = unknownFields.map { field in
            [field.name.json, endpoint.takesJSON ? RawJSON(scanned: field.value) : field.value.json]
        }
        object.add("rest", some: rest)
        return object.json
    }

    /// Creates a request from a JSON object.
    ///
    /// - Throws: `encode.field` for a member that the form does not have, or that has the wrong type, and
    ///   `encode.json` for a lone surrogate, which a form cannot hold.
    package init(_ endpoint: ServiceEndpoint, json: RawJSON) throws(EncodeError) {
        self.init(endpoint)
        guard (try? RawJSON(parsing: json.text.utf8.span, limits: .unlimited, isStrict: true)) != nil else {
            throw EncodeError(.json)
        }
        for (name, value) in json.members ?? [] {
            if name.equals("rest") {
                guard let fields = value.elements else { throw EncodeError(.field, path: "/rest") }
                for field in fields {
                    guard let parts = field.elements, parts.count == 2, let name = parts[0].string,
                        let value = endpoint.takesJSON ? parts[1].text : parts[1].string
                    else { throw EncodeError(.field, path: "/rest") }
                    unknownFields.append(FormField(name, value))
                }
                continue
            }
            guard let index = endpoint.form.fields.firstIndex(where: { $0.name.equals(name) }) else {
                throw EncodeError(.field, path: "/" + name)
            }
            let rule = endpoint.form.fields[index]
            for item in rule.count.upperBound > 1 ? value.elements ?? [value] : [value] {
                guard let field = rule.field(of: item) else { throw EncodeError(.field, path: rule.path) }
                values[index].append(field)
            }
        }
    }
}

extension FieldRule {
    /// Returns one value of the field as JSON.
    fileprivate func value(of field: FormField) -> RawJSON {
        if isKeyed { return .object(["id": field.name, "name": field.value]) }
        switch value {
        case .text, .objectName, .content: return field.value.json
        case .integer: return FieldRule.integer(field.value)?.json ?? .null
        case .bit, .boolean: return (FieldRule.flag(field.value) ?? false).json
        case .json: return RawJSON(scanned: field.value)
        }
    }

    /// Returns the field with a value that is given as JSON, or nil if the value has the wrong type.
    fileprivate func field(of json: RawJSON) -> FormField? {
        if isKeyed {
            guard let id = json["id"]?.string, let name = json["name"]?.string else { return nil }
            return FormField(id, name)
        }
        let text: String? =
            switch value {
            case .text, .objectName, .content: json.string
            case .integer: json.number?.int64.map(String.init)
            case .bit: json.boolean.map { $0 ? "1" : "0" }
            case .boolean: json.boolean.map { $0 ? "true" : "false" }
            case .json: json.text
            }
        return text.map { FormField(name, $0) }
    }
}
