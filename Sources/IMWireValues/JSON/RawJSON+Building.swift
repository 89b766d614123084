// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Putting JSON together from values that are JSON already.
extension RawJSON {
    /// An integer.
    package static func integer(_ value: Int) -> RawJSON {
        built(String(value))
    }

    /// A boolean.
    package static func boolean(_ value: Bool) -> RawJSON {
        built(value ? "true" : "false")
    }

    /// A list.
    package static func array(_ elements: [RawJSON]) -> RawJSON {
        built("[" + elements.map(\.text).joined(separator: ",") + "]")
    }

    /// An object with its members in this order.
    package static func object(_ members: [(name: String, value: RawJSON)]) -> RawJSON {
        built("{" + members.map { "\(RawJSON($0.name).text):\($0.value.text)" }.joined(separator: ",") + "}")
    }

    /// Bytes, as the protocol carries them (TST-005).
    package static func base64(_ bytes: some Sequence<UInt8>) -> RawJSON {
        built("\"\(Base64.encode(Array(bytes)))\"")
    }

    /// What a writer has written.
    package init(writing writer: ContentWriter) {
        self = .built(writer.text)
    }

    /// A line; nil where it is not JSON.
    package init?(line: [UInt8]) {
        guard let json = try? RawJSON(parsing: line.span) else { return nil }
        self = json
    }

    /// The parts are JSON, so the whole is.
    private static func built(_ text: String) -> RawJSON {
        RawJSON(scanned: text)
    }
}
