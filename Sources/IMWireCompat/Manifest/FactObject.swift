// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// An object of a manifest: each member is asked for by name, and what was never asked for is an error.
final class FactObject {
    /// Where it is, as a JSON Pointer.
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

    /// Reads a file of a format whose version stands in a member.
    ///
    /// - Throws: what is wrong with the text or the version.
    convenience init(file bytes: [UInt8], of member: String, _ version: Int) throws(ManifestError) {
        try self.init(FactObject.json(bytes), at: "")
        guard let found = try integer(member) else {
            throw ManifestError("/\(member)", "the version of the format is missing: write \"\(member)\": \(version)")
        }
        guard found == version else {
            throw ManifestError("/\(member)", "this format is version \(version)")  // CMP-002
        }
    }

    /// The value of a file.
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

    /// A text; nil where it is absent.
    func string(_ name: String) throws(ManifestError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw wrong(name, "a string is expected") }
        return text
    }

    /// A text that must be there and may be empty.
    func present(_ name: String) throws(ManifestError) -> String {
        guard let text = try string(name) else { throw missing(name) }
        return text
    }

    /// A text that must be there and say something.
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

    /// One of the words of an enumeration; nil where it is absent.
    func word<Word>(_ name: String) throws(ManifestError) -> Word?
    where Word: RawRepresentable<String> & CaseIterable {
        guard let text = try string(name) else { return nil }
        return try known(text, name)
    }

    /// Several words, or a single one without a list around it.
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

    /// The members of an object whose names may be any; none where it is absent.
    func members(_ name: String) throws(ManifestError) -> [(name: String, value: RawJSON)] {
        guard let value = value(name) else { return [] }
        guard let members = value.members else { throw wrong(name, "an object is expected") }
        return members
    }

    /// The objects of a list; none where it is absent.
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

    /// An object in this one; nil where it is absent.
    func object<Value>(
        _ name: String, _ make: (FactObject) throws(ManifestError) -> Value
    ) throws(ManifestError) -> Value? {
        guard let value = value(name) else { return nil }
        let object = try FactObject(value, at: "\(path)/\(name)")
        let made = try make(object)
        try object.finish()
        return made
    }

    func source() throws(ManifestError) -> FactSource? {
        try object("source") { (source) throws(ManifestError) in
            FactSource(
                file: try source.required("file"), line: try source.integer("line"),
                certainty: try source.word("certainty") ?? .sure)
        }
    }

    /// Refuses members that the format does not have, which are mostly misspelt (CMP-003).
    ///
    /// `$schema` and `x-…` may be anywhere.
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
