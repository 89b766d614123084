// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// A JSON object that is built member by member; for output that is not written a million times.
package struct JSONObject {
    private var bytes: [UInt8] = []

    package init() {}

    /// The object's text.
    package var text: String { "{" + String(decoding: bytes.dropFirst(), as: UTF8.self) + "}" }

    /// Adds a member that is JSON text already.
    package mutating func add(_ name: String, raw text: String) {
        bytes.append(0x2c)
        bytes.append(json: name)
        bytes.append(0x3a)
        bytes.append(text: text)
    }

    /// Adds a string; nothing where there is none.
    package mutating func add(_ name: String, _ value: String?) {
        if let value { add(name, raw: RawJSON(value).text) }
    }

    /// Adds an integer; nothing where there is none.
    package mutating func add(_ name: String, _ value: Int?) {
        if let value { add(name, raw: String(value)) }
    }

    /// Adds a boolean.
    package mutating func add(_ name: String, _ value: Bool) {
        add(name, raw: value ? "true" : "false")
    }
}

#endif
