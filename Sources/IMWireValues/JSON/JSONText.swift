// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Methods that write the members of long outputs directly into a buffer, without an intermediate value.
extension [UInt8] {
    /// Appends text unchanged.
    package mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a value as JSON.
    package mutating func append(json value: some JSONConvertible) {
        value.write(to: &self)
    }

    /// Appends a comma and a member whose value is a string.
    package mutating func append(member name: String, json value: String) {
        append(text: ",\"\(name)\":")
        append(json: value)
    }

    /// Appends a comma and a member whose value is an integer.
    package mutating func append(member name: String, _ value: Int) {
        append(text: ",\"\(name)\":\(value)")
    }
}
