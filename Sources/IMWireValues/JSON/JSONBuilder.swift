// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A JSON object that is made member by member; what is absent is left out.
package struct JSONBuilder {
    private var text = "{"

    /// Begins an object without members.
    package init() {}

    /// The object.
    package var json: RawJSON { RawJSON(scanned: text + "}") }

    /// Adds a value.
    package mutating func add(_ name: String, _ value: RawJSON?) {
        guard let value else { return }
        if text.utf8.count > 1 { text += "," }
        text += RawJSON(name).text
        text += ":"
        text += value.text
    }

    /// Adds a string.
    package mutating func add(_ name: String, _ value: String?) {
        add(name, value.map { RawJSON($0) })
    }

    /// Adds an integer.
    package mutating func add(_ name: String, _ value: (some BinaryInteger)?) {
        add(name, value.map { RawJSON(scanned: String($0)) })
    }

    /// Adds a boolean.
    package mutating func add(_ name: String, _ value: Bool?) {
        add(name, value.map(RawJSON.boolean))
    }

    /// Adds a list.
    package mutating func add(_ name: String, _ values: [RawJSON]) {
        add(name, RawJSON.array(values))
    }

    /// Adds a list that has elements.
    package mutating func add(_ name: String, some values: [RawJSON]) {
        if !values.isEmpty { add(name, values) }
    }

    /// Adds a list that has texts.
    package mutating func add(_ name: String, texts: [String]) {
        add(name, some: texts.map { RawJSON($0) })
    }

    /// Adds a text of a packet.
    package mutating func add(_ name: String, _ text: FrameText?) {
        add(name, text?.json)
    }

    /// Adds a member of a packet.
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
