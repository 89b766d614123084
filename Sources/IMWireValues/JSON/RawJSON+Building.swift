// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Functions that compose JSON from values that are already JSON.
extension RawJSON {
    /// Returns an integer.
    package static func integer(_ value: Int) -> RawJSON {
        built(String(value))
    }

    /// Returns a Boolean.
    package static func boolean(_ value: Bool) -> RawJSON {
        built(value ? "true" : "false")
    }

    /// Returns an array.
    package static func array(_ elements: [RawJSON]) -> RawJSON {
        built("[" + elements.map(\.text).joined(separator: ",") + "]")
    }

    /// Returns an array with each element on a line of its own.
    package static func array(lines elements: [RawJSON]) -> RawJSON {
        elements.isEmpty ? .emptyArray : built("[\n" + elements.map(\.text).joined(separator: ",\n") + "\n]")
    }

    /// Returns an object with its members in the given order.
    package static func object(_ members: [(name: String, value: RawJSON)]) -> RawJSON {
        built("{" + members.map { "\(RawJSON($0.name).text):\($0.value.text)" }.joined(separator: ",") + "}")
    }

    /// Returns an object with each member on a line of its own.
    package static func object(lines members: [(name: String, value: RawJSON)]) -> RawJSON {
        let lines = members.map { "\(RawJSON($0.name).text):\($0.value.text)" }
        return lines.isEmpty ? .emptyObject : built("{\n" + lines.joined(separator: ",\n") + "\n}")
    }

    /// Returns a string with the Base64 of `bytes`, the form in which the testee protocol carries bytes (TST-005).
    package static func base64(_ bytes: some Sequence<UInt8>) -> RawJSON {
        built("\"\(Base64.encode(Array(bytes)))\"")
    }

    /// Creates a value from the output of a writer.
    package init(writing writer: ContentEncoder) {
        self = .built(writer.text)
    }

    /// Creates a value from a line, or returns nil if the line is not JSON.
    package init?(line: [UInt8]) {
        guard let json = try? RawJSON(parsing: line.span) else { return nil }
        self = json
    }

    /// Returns a value without validating the text, which is composed of valid JSON.
    private static func built(_ text: String) -> RawJSON {
        RawJSON(scanned: text)
    }
}
