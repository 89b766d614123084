// SPDX-License-Identifier: Apache-2.0

import IMWire
import ValueSupport

/// An object of a manifest whose members are requested by name; members never requested are an error.
final class FactObject {
    /// The object's location, as a JSON Pointer.
    let path: String
    private var members: JSONMembers

    init(_ json: RawJSON, at path: String) throws(ManifestError) {
        guard let members = json.members else { throw ManifestError(path, "an object is expected") }
        self.members = JSONMembers(members)
        if let repeated = self.members.repeated {
            throw ManifestError(path + "/" + repeated, "the member is there twice")
        }
        self.path = path
    }

    /// Creates the object of a file whose format version is in the member `member`.
    ///
    /// - Throws: An error that describes the problem with the text or the version.
    convenience init(file bytes: [UInt8], of member: String, _ version: Int) throws(ManifestError) {
        try self.init(FactObject.json(bytes), at: "")
        guard let found = try integer(member) else {
            throw ManifestError("/\(member)", "the version of the format is missing: write \"\(member)\": \(version)")
        }
        guard found == version else {
            throw ManifestError("/\(member)", "this format is version \(version)")  // CMP-002
        }
    }

    /// Returns the JSON value of a file.
    static func json(_ bytes: [UInt8]) throws(ManifestError) -> RawJSON {
        do throws(DecodeError) {
            return try RawJSON(parsing: bytes.span)
        } catch {
            let reason = error.code == .limitDepth ? "nested too deeply" : "not JSON"
            throw ManifestError("", "\(reason) (\(error))")
        }
    }

    func missing(_ name: String) -> ManifestError { ManifestError(path, "\(name) is missing") }

    func has(_ name: String) -> Bool { value(name) != nil }

    func raw(_ name: String) -> String? { value(name).map(JSONLine.compact) }

    /// Returns a string, or nil if the member is absent.
    func string(_ name: String) throws(ManifestError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw wrong(name, "a string is expected") }
        return text
    }

    /// Returns a string, which must be present and may be empty.
    func present(_ name: String) throws(ManifestError) -> String {
        guard let text = try string(name) else { throw missing(name) }
        return text
    }

    /// Returns a string, which must be present and not empty.
    func required(_ name: String) throws(ManifestError) -> String {
        let text = try present(name)
        if text.isEmpty { throw wrong(name, "the text is empty") }
        return text
    }

    func integer(_ name: String) throws(ManifestError) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.number?.int64 else { throw wrong(name, "an integer is expected") }
        return Int(number)
    }

    func boolean(_ name: String) throws(ManifestError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let boolean = value.boolean else { throw wrong(name, "true or false is expected") }
        return boolean
    }

    /// Returns a word of an enumeration, or nil if the member is absent.
    func word<Word>(_ name: String) throws(ManifestError) -> Word?
    where Word: RawRepresentable<String> & CaseIterable {
        guard let text = try string(name) else { return nil }
        return try known(text, name)
    }

    /// Returns several words from an array, or from a string that holds a single word.
    func words<Word>(_ name: String) throws(ManifestError) -> [Word]
    where Word: RawRepresentable<String> & CaseIterable {
        guard let value = value(name) else { return [] }
        let texts: [String] = if let text = value.string { [text] } else { try strings(name) }
        var words: [Word] = []
        for text in texts { words.append(try known(text, name)) }
        return words
    }

    func strings(_ name: String) throws(ManifestError) -> [String] {
        var texts: [String] = []
        for (index, element) in try elements(name).enumerated() {
            guard let text = element.string else { throw wrong("\(name)/\(index)", "a string is expected") }
            texts.append(text)
        }
        return texts
    }

    func integers(_ name: String) throws(ManifestError) -> [Int] {
        var numbers: [Int] = []
        for (index, element) in try elements(name).enumerated() {
            guard let number = element.number?.int64 else { throw wrong("\(name)/\(index)", "an integer is expected") }
            numbers.append(Int(number))
        }
        return numbers
    }

    /// Returns the members of an object whose member names are arbitrary, or none if the object is absent.
    func members(_ name: String) throws(ManifestError) -> [(name: String, value: RawJSON)] {
        guard let value = value(name) else { return [] }
        guard let members = value.members else { throw wrong(name, "an object is expected") }
        return members
    }

    /// Returns the objects of an array, or none if the array is absent.
    func list<Value>(
        _ name: String, _ make: (FactObject) throws(ManifestError) -> Value
    ) throws(ManifestError) -> [Value] {
        var values: [Value] = []
        for (index, element) in try elements(name).enumerated() {
            let object = try FactObject(element, at: "\(path)/\(name)/\(index)")
            values.append(try make(object))
            try object.finish()
        }
        return values
    }

    /// Returns a nested object, or nil if it is absent.
    func object<Value>(
        _ name: String, _ make: (FactObject) throws(ManifestError) -> Value
    ) throws(ManifestError) -> Value? {
        guard let value = value(name) else { return nil }
        let object = try FactObject(value, at: "\(path)/\(name)")
        let made = try make(object)
        try object.finish()
        return made
    }

    /// Throws an error if the object has a member that the format does not define, which is usually misspelt (CMP-003).
    ///
    /// `$schema` and members that start with `x-` are allowed everywhere.
    func finish() throws(ManifestError) {
        for name in members.leftOver where !name.hasPrefix("x-") && name != "$schema" {
            throw ManifestError(path + "/" + name, "the format has no such member")
        }
    }

    private func value(_ name: String) -> RawJSON? { members.ask(name) }

    private func elements(_ name: String) throws(ManifestError) -> [RawJSON] {
        guard let value = value(name) else { return [] }
        guard let elements = value.elements else { throw wrong(name, "a list is expected") }
        return elements
    }

    private func known<Word>(_ text: String, _ name: String) throws(ManifestError) -> Word
    where Word: RawRepresentable<String> & CaseIterable {
        guard let word = Word(rawValue: text) else {
            throw wrong(name, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")) is expected")
        }
        return word
    }

    private func wrong(_ name: String, _ message: String) -> ManifestError {
        ManifestError("\(path)/\(name)", message)
    }
}
