// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A builder that writes a JSON object member by member and omits absent values.
package struct JSONBuilder {
    private var text = "{"
    private var separator = ","

    /// Creates a builder for an object without members.
    package init() {}

    /// The object that has been built so far.
    package var json: RawJSON { RawJSON(scanned: text + "}") }

    /// Writes the next member on a line of its own.
    package mutating func breakLine() {
        separator = ",\n"
    }

    /// Appends a member with a JSON value, unless the value is nil.
    package mutating func add(_ name: String, _ value: RawJSON?) {
        guard let value else { return }
        if text.utf8.count > 1 { text += separator }
        separator = ","
        text += RawJSON(name).text
        text += ":"
        text += value.text
    }

    /// Appends a string member, unless the value is nil.
    package mutating func add(_ name: String, _ value: String?) {
        add(name, value.map { RawJSON($0) })
    }

    /// Appends an integer member, unless the value is nil.
    package mutating func add(_ name: String, _ value: (some BinaryInteger)?) {
        add(name, value.map { RawJSON(scanned: String($0)) })
    }

    /// Appends a Boolean member, unless the value is nil.
    package mutating func add(_ name: String, _ value: Bool?) {
        add(name, value.map(RawJSON.boolean))
    }

    /// Appends an array member.
    package mutating func add(_ name: String, _ values: [RawJSON]) {
        add(name, RawJSON.array(values))
    }

    /// Appends an array member, unless the array is empty.
    package mutating func add(_ name: String, some values: [RawJSON]) {
        if !values.isEmpty { add(name, values) }
    }

    /// Appends an array of strings, unless the array is empty.
    package mutating func add(_ name: String, texts: [String]) {
        add(name, some: texts.map { RawJSON($0) })
    }

    /// Appends a text of a packet, unless it is nil.
    package mutating func add(_ name: String, _ text: FrameText?) {
        add(name, text?.json)
    }

    /// Appends the value of a packet field, unless it is nil.
    package mutating func add(_ name: String, _ value: FrameValue?) {
        switch value {
        case .number(let number)?: add(name, number)
        case .text(let text)?: add(name, text)
        case .bytes(let bytes)?: add(name, RawJSON.base64(bytes))
        case .boolean(let boolean)?: add(name, boolean)
        case nil: break
        }
    }
}
