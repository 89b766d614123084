// SPDX-License-Identifier: Apache-2.0

/// Functions that compose JSON from other values.
extension RawJSON {
    /// Returns an object with the members that have a value, in the given order.
    package static func object(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> RawJSON {
        JSONBuilder(members).json
    }

    /// Returns an object with its members in the given order.
    package static func object(_ members: [(name: String, value: RawJSON)]) -> RawJSON {
        var object = JSONBuilder()
        for (name, value) in members { object.add(name, value) }
        return object.json
    }

    /// Returns an array.
    package static func array(_ elements: [RawJSON]) -> RawJSON { elements.json }

    /// Returns an integer.
    package static func integer(_ value: Int) -> RawJSON { value.json }

    /// Returns a Boolean.
    package static func boolean(_ value: Bool) -> RawJSON { value.json }

    /// Returns a string with the Base64 of `bytes`, the form in which the testee protocol has bytes (TST-005).
    package static func base64(_ bytes: some Sequence<UInt8>) -> RawJSON { Base64.encode(Array(bytes)).json }

    /// Creates a value from the output of a writer.
    package init(writing writer: ContentEncoder) {
        self.init(scanned: writer.text)
    }

    /// Creates a value from a line, or returns nil if the line is not JSON.
    package init?(line: [UInt8]) {
        guard let json = try? RawJSON(parsing: line.span) else { return nil }
        self = json
    }
}

extension [UInt8] {
    /// Appends a JSON string with its quotation marks and the escapes that JSON requires.
    package mutating func append(json text: String) {
        var writer = ContentEncoder(continuing: &self)
        writer.value(text)
        self = writer.finish()
    }
}
