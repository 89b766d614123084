// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A request to any service of the server API, with its values by the names of their fields (API-081).
///
/// ```swift
/// var request = ServiceRequest(.blockUsers)
/// request["userId"] = ["u1", "u2"]
/// request["minute"] = ["10"]
/// let body = try request.encoded()        // userId=u1&userId=u2&minute=10
/// ```
public struct ServiceRequest: Hashable, Sendable {
    /// The service to which the request is posted.
    public let endpoint: ServiceEndpoint
    /// The values of each field of the form; a keyed field has the id as the name of each value.
    var values: [[FormField]]
    /// All other fields that arrived, in order (API-023); for a JSON body, their values are JSON text.
    public var unknownFields: [FormField] = []

    /// The path to which the request is posted.
    public var path: String { endpoint.rawValue }

    /// The media type of the body.
    public var contentType: String {
        endpoint.takesJSON ? "application/json" : "application/x-www-form-urlencoded"
    }

    /// Creates a request without values.
    public init(_ endpoint: ServiceEndpoint) {
        self.endpoint = endpoint
        values = endpoint.form.fields.map { _ in [] }
    }

    /// Reads a request received by a service.
    ///
    /// - Throws: `form.*`, `limit.*`; for a JSON body, also `json.*` and `content.type`.
    public init(
        _ endpoint: ServiceEndpoint, decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient,
        limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        self.init(endpoint)
        guard !endpoint.takesJSON else {
            var reader = try JSONBodyReader(bytes, endpoint.form.fields, mode, limits)
            for index in values.indices { values[index] = try reader.values(index) }
            unknownFields = reader.rest
            return
        }
        var reader = try FormDecoder(bytes, endpoint.form.fields, mode, limits, isService: true)
        for (index, rule) in endpoint.form.fields.enumerated() {
            values[index] = try reader.values(rule).map { scanned in
                FormField(rule.key(in: scanned.field.name) ?? rule.name, rule.canonical(scanned.field.value))
            }
        }
        unknownFields = reader.rest
    }

    // MARK: Values

    private func index(_ name: String) -> Int? {
        endpoint.form.fields.firstIndex { $0.name == name }
    }

    /// The values of a field in order; setting a field that the form does not have has no effect.
    public subscript(_ name: String) -> [String] {
        get { index(name).map { values[$0].map(\.value) } ?? [] }
        set { if let index = index(name) { values[index] = newValue.map { FormField(name, $0) } } }
    }

    /// Returns the value of a field, or nil if the request lacks it.
    public func text(_ name: String) -> String? { self[name].first }

    /// Returns the number in a field, or nil if the request lacks it.
    public func integer(_ name: String) -> Int64? { text(name).flatMap(FieldRule.integer) }

    /// Returns the flag in a field, or nil if the request lacks it.
    public func flag(_ name: String) -> Bool? { text(name).flatMap(FieldRule.flag) }

    /// Returns the JSON value in a field, or nil if the request lacks it.
    public func json(_ name: String) -> RawJSON? { text(name).flatMap(FieldRule.json) }

    /// Returns the values of a keyed field with the ids that their names contain (API-083).
    public func keyed(_ name: String) -> [(id: String, value: String)] {
        index(name).map { values[$0].map { ($0.name, $0.value) } } ?? []
    }

    /// Sets the values of a keyed field.
    public mutating func setKeyed(_ name: String, _ entries: [(id: String, value: String)]) {
        if let index = index(name) { values[index] = entries.map { FormField($0.id, $0.value) } }
    }

    // MARK: Writing

    /// Returns the body of the request.
    ///
    /// - Throws: `encode.field`, `encode.size`, and `encode.json` if an unknown field of a JSON body is not JSON.
    public func encoded() throws(EncodeError) -> [UInt8] {
        var fields: [FormField] = []
        var object = JSONBuilder()
        for (rule, values) in zip(endpoint.form.fields, values) {
            guard rule.count.contains(values.count) else { throw EncodeError(.field, path: rule.path) }
            for field in values {
                try rule.check(field)
                fields.append(FormField(rule.isKeyed ? "\(rule.name)[\(field.name)]" : rule.name, field.value))
            }
            if !values.isEmpty { object.add(rule.name, rule.json(values)) }
        }
        guard endpoint.takesJSON else { return URLEncodedForm(fields + unknownFields).encoded() }
        for field in unknownFields { object.add(field.name, try RawJSON(text: field.value)) }
        return Array(object.json.text.utf8)
    }
}

extension FieldRule {
    /// Checks a value before it is written (API-021).
    fileprivate func check(_ field: FormField) throws(EncodeError) {
        let hasKey = !isKeyed || (1...64).contains(field.name.utf8.count)
        if hasKey, accepts(field.value) { return }
        if hasKey, case .content = value, !field.value.isEmpty { throw EncodeError(.size, path: path) }
        throw EncodeError(.field, path: path)
    }

    /// Returns the values of a field as a member of a JSON body (API-082).
    fileprivate func json(_ values: [FormField]) -> RawJSON {
        let items = values.map { field in
            switch value {
            case .text, .objectName, .content: field.value.json
            case .integer, .bit, .boolean, .json: RawJSON(scanned: field.value)
            }
        }
        return count.upperBound > 1 ? items.json : items.first ?? .null
    }
}
