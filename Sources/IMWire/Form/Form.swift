// SPDX-License-Identifier: Apache-2.0

/// One field of a form, decoded.
public struct FormField: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Compares bytes: what Unicode calls equal may be two things to a server.
    public static func == (one: FormField, other: FormField) -> Bool {
        one.name.equals(other.name) && one.value.equals(other.value)
    }
}

/// An `application/x-www-form-urlencoded` text: fields in their order, the same name as often as it comes (API-010).
public struct Form: Hashable, Sendable {
    /// The fields.
    public var fields: [FormField]

    /// Creates a form from its fields.
    public init(_ fields: [FormField] = []) {
        self.fields = fields
    }

    /// Reads a form.
    ///
    /// - Throws: `form.utf8`, `limit.size`, `limit.items`; in strict mode also `form.syntax` and `form.percent`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var scanner = try FormScanner(bytes, mode: mode, limits: limits)
        fields = []
        while let scanned = try scanner.next() { fields.append(scanned.field) }
    }

    /// The form's bytes.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(0x26) }
            PercentCoding.append(field.name, to: &bytes)
            bytes.append(0x3d)
            PercentCoding.append(field.value, to: &bytes)
        }
        return bytes
    }

    /// The value of the first field of that name; nil where there is none.
    public subscript(_ name: String) -> String? {
        fields.first { $0.name.equals(name) }?.value
    }

    /// The values of all fields of that name, in their order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.equals(name) }.map(\.value)
    }
}

// What a form carries is private: messages, ids, in the URL's query a token (API-041).

extension FormField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not show the value.
    public var description: String { "<field>" }
    /// A placeholder that does not show the value.
    public var debugDescription: String { description }
    /// Shows nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Form: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many fields there are.
    public var description: String { "<form of \(fields.count) fields>" }
    /// How many fields there are.
    public var debugDescription: String { description }
    /// Shows nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
