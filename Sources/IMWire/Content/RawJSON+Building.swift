// SPDX-License-Identifier: Apache-2.0

/// Functions that compose JSON from other values.
extension RawJSON {
    /// Returns an object with the members that have a value, in the given order.
    package static func object(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> RawJSON {
        JSONBuilder(members).json
    }

    /// Returns an array with each element on a line of its own.
    package static func array(lines elements: [RawJSON]) -> RawJSON {
        elements.isEmpty ? .emptyArray : built("[\n" + elements.map(\.text).joined(separator: ",\n") + "\n]")
    }

    /// Returns an object with its members in the given order.
    package static func object(_ members: [(name: String, value: RawJSON)]) -> RawJSON {
        var object = JSONBuilder()
        for (name, value) in members { object.add(name, value) }
        return object.json
    }

    /// Returns an object with each member on a line of its own.
    package static func object(lines members: [(name: String, value: RawJSON)]) -> RawJSON {
        let lines = members.map { "\(RawJSON($0.name).text):\($0.value.text)" }
        return lines.isEmpty ? .emptyObject : built("{\n" + lines.joined(separator: ",\n") + "\n}")
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
