// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Methods that write JSON directly into a buffer, without an intermediate value.
extension [UInt8] {
    /// Appends text unchanged.
    package mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a JSON string with its quotation marks and the escapes that JSON requires.
    package mutating func append(json text: String) {
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

    /// Appends an array of strings.
    package mutating func append(json texts: [String]) {
        append(0x5b)
        for (index, text) in texts.enumerated() {
            if index > 0 { append(0x2c) }
            append(json: text)
        }
        append(0x5d)
    }

    /// Appends a comma and a member whose value is a string.
    package mutating func append(member name: String, json value: String) {
        append(text: ",\"")
        append(text: name)
        append(text: "\":")
        append(json: value)
    }

    /// Appends a comma and a member whose value is an integer.
    package mutating func append(member name: String, _ value: Int) {
        append(text: ",\"")
        append(text: name)
        append(text: "\":")
        append(text: String(value))
    }
}
