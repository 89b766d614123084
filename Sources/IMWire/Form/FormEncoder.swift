// SPDX-License-Identifier: Apache-2.0

/// A writer of a request's fields according to its rules, so that values the service would reject are never sent
/// (API-021).
package struct FormEncoder {
    private let rules: [FieldRule]
    private var form = URLEncodedForm()

    package init(_ rules: [FieldRule]) {
        self.rules = rules
    }

    /// Writes a field once for each value.
    package mutating func append(_ name: String, _ values: [String]) throws(EncodeError) {
        guard let rule = rules.first(where: { $0.name == name }) else {
            if values.isEmpty { return }
            throw EncodeError(.field, path: "/" + name)
        }
        guard rule.count.contains(values.count) else { throw EncodeError(.field, path: rule.path) }
        for value in values {
            guard rule.accepts(value) else {
                if case .content = rule.value, !value.isEmpty { throw EncodeError(.size, path: rule.path) }
                throw EncodeError(.field, path: rule.path)
            }
            form.fields.append(FormField(name, value))
        }
    }

    /// Writes a text, or no field if `value` is nil.
    package mutating func append(_ name: String, _ value: String?) throws(EncodeError) {
        try append(name, value.map { [$0] } ?? [])
    }

    /// Writes a number, or no field if `value` is nil.
    package mutating func append(_ name: String, _ value: Int64?) throws(EncodeError) {
        try append(name, value.map { [String($0)] } ?? [])
    }

    /// Writes a flag in the spelling of its field, or no field if `value` is nil.
    package mutating func append(_ name: String, _ value: Bool?) throws(EncodeError) {
        let isWord = rules.contains { rule in
            if case .boolean = rule.value { rule.name == name } else { false }
        }
        try append(name, value.map { isWord ? [$0 ? "true" : "false"] : [$0 ? "1" : "0"] } ?? [])
    }

    /// Returns the form, with the unknown fields that were kept after the known ones (API-023).
    package func finish(_ unknown: [FormField]) -> URLEncodedForm {
        URLEncodedForm(form.fields + unknown)
    }
}
