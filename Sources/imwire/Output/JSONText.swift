// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Writing JSON into the output's buffer, without a value in between.
extension Array<UInt8> {
    /// Appends text as it is.
    mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a string with quotes and the escapes that JSON demands.
    mutating func append(json text: String) {
        append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5c:
                append(0x5c)
                append(byte)
            case 0x20...: append(byte)
            case 0x0a: append(text: "\\n")
            default:
                append(text: byte < 0x10 ? "\\u000" : "\\u001")
                append(text: String(byte & 0x0f, radix: 16))
            }
        }
        append(0x22)
    }

    /// Appends a list of strings.
    mutating func append(json texts: [String]) {
        append(0x5b)
        for (index, text) in texts.enumerated() {
            if index > 0 { append(0x2c) }
            append(json: text)
        }
        append(0x5d)
    }

    /// Appends a member whose value is a string, with a comma before it.
    mutating func append(member name: String, json value: String) {
        append(text: ",\"")
        append(text: name)
        append(text: "\":")
        append(json: value)
    }

    /// Appends a member whose value is an integer, with a comma before it.
    mutating func append(member name: String, _ value: Int) {
        append(text: ",\"")
        append(text: name)
        append(text: "\":")
        append(text: String(value))
    }
}

/// A JSON object that is put together member by member; for output that is not written a million times.
struct JSONObject {
    private var bytes: [UInt8] = []

    /// The object's text.
    var text: String { "{" + String(decoding: bytes.dropFirst(), as: UTF8.self) + "}" }

    /// Adds a member that is JSON text already.
    mutating func add(_ name: String, raw text: String) {
        bytes.append(0x2c)
        bytes.append(json: name)
        bytes.append(0x3a)
        bytes.append(text: text)
    }

    /// Adds a string; nothing where there is none.
    mutating func add(_ name: String, _ value: String?) {
        if let value { add(name, raw: RawJSON(value).text) }
    }

    /// Adds an integer; nothing where there is none.
    mutating func add(_ name: String, _ value: Int?) {
        if let value { add(name, raw: String(value)) }
    }

    /// Adds a boolean.
    mutating func add(_ name: String, _ value: Bool) {
        add(name, raw: value ? "true" : "false")
    }
}
