// SPDX-License-Identifier: Apache-2.0

/// A builder that writes a JSON object member by member and omits members without a value.
///
/// An object whose members are known in one place is written with ``RawJSON/object(_:)`` instead.
package struct JSONBuilder {
    private var text = "{"

    /// Creates a builder for an object that begins with the given members.
    package init(_ members: KeyValuePairs<String, (any JSONConvertible)?> = [:]) {
        for (name, value) in members { add(name, value) }
    }

    /// The object that has been built so far.
    package var json: RawJSON { RawJSON(scanned: text + "}") }

    /// Appends a member, unless the value is nil.
    package mutating func add(_ name: String, _ value: (any JSONConvertible)?) {
        guard let value else { return }
        if text.utf8.count > 1 { text += "," }
        text += name.json.text
        text += ":"
        text += value.json.text
    }

    /// Appends a member with a JSON value that is composed in place.
    @_disfavoredOverload
    package mutating func add(_ name: String, _ value: RawJSON?) {
        add(name, value as (any JSONConvertible)?)
    }

    /// Appends an array member, unless the array is empty.
    package mutating func add(_ name: String, some values: [some JSONConvertible]) {
        if !values.isEmpty { add(name, values) }
    }
}
