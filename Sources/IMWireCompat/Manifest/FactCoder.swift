// SPDX-License-Identifier: Apache-2.0

import IMWire
import ValueSupport

/// A value that is an object in a manifest, with one list of its members for reading and writing.
protocol FactCodable {
    /// Creates a value without facts.
    init()

    /// Reads or writes the members, in the order in which they are written (CMP-015).
    mutating func code(_ coder: inout FactCoder) throws(ManifestError)
}

extension FactCodable {
    init(_ object: FactObject) throws(ManifestError) {
        self.init()
        var coder = FactCoder(object: object)
        try code(&coder)
    }

    /// The value as a JSON object.
    var object: JSONBuilder {
        var coder = FactCoder(object: nil)
        var value = self
        // Only reading fails.
        try? value.code(&coder)
        return coder.json
    }
}

/// A coder that reads members from an object, or writes them if there is none; absent and usual values are not written.
struct FactCoder {
    let object: FactObject?
    private(set) var json = JSONBuilder()

    init(object: FactObject?) { self.object = object }

    /// Codes a string that must be present.
    mutating func member(_ name: String, _ value: inout String, mayBeEmpty: Bool = false) throws(ManifestError) {
        guard let object else { return json.add(name, value) }
        value = mayBeEmpty ? try object.present(name) : try object.required(name)
    }

    mutating func member(_ name: String, _ value: inout String?) throws(ManifestError) {
        if let object { value = try object.string(name) } else { json.add(name, value) }
    }

    /// Codes an integer that must be present.
    mutating func member(_ name: String, _ value: inout Int) throws(ManifestError) {
        guard let object else { return json.add(name, value) }
        guard let number = try object.integer(name) else { throw object.missing(name) }
        value = number
    }

    mutating func member(_ name: String, _ value: inout Int?) throws(ManifestError) {
        if let object { value = try object.integer(name) } else { json.add(name, value) }
    }

    mutating func member(_ name: String, _ value: inout Bool?) throws(ManifestError) {
        if let object { value = try object.boolean(name) } else { json.add(name, value) }
    }

    mutating func member(_ name: String, _ values: inout [String]) throws(ManifestError) {
        if let object { values = try object.strings(name) } else { json.add(name, some: values) }
    }

    mutating func member(_ name: String, _ values: inout [Int]?) throws(ManifestError) {
        guard let object else { return json.add(name, values) }
        values = object.has(name) ? try object.integers(name) : nil
    }

    /// Codes a word that is not written if it is the usual one.
    mutating func member<Word>(_ name: String, _ value: inout Word, usual: Word) throws(ManifestError)
    where Word: RawRepresentable<String> & CaseIterable & Equatable {
        if let object {
            value = try object.word(name) ?? usual
        } else if value != usual {
            json.add(name, value.rawValue)
        }
    }

    mutating func member<Word>(_ name: String, _ value: inout Word?) throws(ManifestError)
    where Word: RawRepresentable<String> & CaseIterable {
        if let object { value = try object.word(name) } else { json.add(name, value?.rawValue) }
    }

    /// Codes words in a list; a single word may also be a string, and is written as one if `isPlain`.
    mutating func member<Word>(_ name: String, _ values: inout [Word], isPlain: Bool = false) throws(ManifestError)
    where Word: RawRepresentable<String> & CaseIterable {
        if let object {
            values = try object.words(name)
        } else if isPlain, values.count == 1 {
            json.add(name, values[0].rawValue)
        } else {
            json.add(name, some: values.map(\.rawValue))
        }
    }

    /// Codes any JSON value as its text.
    mutating func member(_ name: String, json text: inout String?) throws(ManifestError) {
        if let object { text = object.raw(name) } else { json.add(name, text.map { RawJSON(scanned: $0) }) }
    }

    mutating func member<Value: FactCodable>(_ name: String, _ value: inout Value?) throws(ManifestError) {
        guard let object else { return json.add(name, value?.object.json) }
        value = try object.object(name, Value.init)
    }

    mutating func member<Value: FactCodable>(_ name: String, _ values: inout [Value]) throws(ManifestError) {
        guard let object else { return json.add(name, some: values.map(\.object.json)) }
        values = try object.list(name, Value.init)
    }

    /// Codes a list that may be empty or absent.
    mutating func member<Value: FactCodable>(_ name: String, _ values: inout [Value]?) throws(ManifestError) {
        guard let object else { return json.add(name, values.map { $0.map(\.object.json) }) }
        values = object.has(name) ? try object.list(name, Value.init) : nil
    }
}
