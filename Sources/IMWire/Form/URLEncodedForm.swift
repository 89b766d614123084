// SPDX-License-Identifier: Apache-2.0

/// A decoded field of a form.
///
/// ```swift
/// let form = URLEncodedForm([FormField("userId", "u1"), FormField("userId", "u2")])
/// print(form.values("userId"))  // ["u1", "u2"]
/// ```
public struct FormField: Hashable, Sendable {
    /// The name of the field.
    public var name: String
    /// The value of the field.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Returns whether two fields are equal byte for byte, because a server may distinguish canonically equivalent
    /// strings.
    public static func == (one: FormField, other: FormField) -> Bool {
        one.name.equals(other.name) && one.value.equals(other.value)
    }
}

/// An `application/x-www-form-urlencoded` text: fields in order, in which a name may occur more than once (API-010).
///
/// ```swift
/// let form = URLEncodedForm([FormField("userId", "u1"), FormField("name", "Kim & Lee")])
/// let body = form.encoded()  // userId=u1&name=Kim%20%26%20Lee
/// let received = try URLEncodedForm(decoding: body.span)
/// print(received["name"] ?? "")  // Kim & Lee
/// ```
public struct URLEncodedForm: Hashable, Sendable {
    /// The fields.
    public var fields: [FormField]

    /// Creates a form from its fields.
    public init(_ fields: [FormField] = []) {
        self.fields = fields
    }

    /// Creates a form by decoding its bytes.
    ///
    /// - Throws: `form.utf8`, `limit.size` or `limit.items`; in strict mode, also `form.syntax` or `form.percent`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var scanner = try FormScanner(bytes, mode: mode, limits: limits)
        fields = []
        while let scanned = try scanner.next() { fields.append(scanned.field) }
    }

    /// Returns the bytes of the form.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(.ampersand) }
            PercentCoding.append(field.name, to: &bytes)
            bytes.append(.equals)
            PercentCoding.append(field.value, to: &bytes)
        }
        return bytes
    }

    /// The value of the first field with this name, or nil if there is none.
    public subscript(_ name: String) -> String? {
        fields.first { $0.name.equals(name) }?.value
    }

    /// Returns the values of all fields with this name, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.equals(name) }.map(\.value)
    }
}

// The contents of a form are private: messages, ids and, in the query of a URL, a token (API-041).

extension FormField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not show the value.
    public var description: String { "<field>" }
    /// A placeholder that does not show the value.
    public var debugDescription: String { description }
    /// A mirror that shows no contents.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension URLEncodedForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of fields, without their contents.
    public var description: String { "<form of \(fields.count) fields>" }
    /// The number of fields, without their contents.
    public var debugDescription: String { description }
    /// A mirror that shows no contents.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
