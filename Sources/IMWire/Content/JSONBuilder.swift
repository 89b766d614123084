// SPDX-License-Identifier: Apache-2.0

/// A builder that writes a JSON object member by member and omits members without a value.
///
/// An object whose members are known in one place is written with ``RawJSON/object(_:)`` instead.
package struct JSONBuilder {
    private var bytes: [UInt8]
    private var breaksLine = false

    /// Creates a builder for an object that begins with the given members.
    package init(_ members: KeyValuePairs<String, (any JSONConvertible)?> = [:]) {
        bytes = [UInt8(ascii: "{")]
        for (name, value) in members { add(name, value) }
    }

    /// The object that has been built so far.
    package var json: RawJSON { RawJSON(scanned: String(decoding: bytes + [UInt8(ascii: "}")], as: UTF8.self)) }

    /// Writes the next member on a line of its own.
    package mutating func breakLine() {
        breaksLine = true
    }

    /// Appends a member, unless the value is nil.
    package mutating func add(_ name: String, _ value: (any JSONConvertible)?) {
        guard let value else { return }
        if bytes.count > 1 { bytes += Array((breaksLine ? ",\n" : ",").utf8) }
        breaksLine = false
        name.write(to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
    }

    /// Appends an array member, unless the array is empty.
    package mutating func add(_ name: String, some values: [some JSONConvertible]) {
        if !values.isEmpty { add(name, values) }
    }
}
