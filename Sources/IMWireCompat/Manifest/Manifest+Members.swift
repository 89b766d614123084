// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport
import ValueSupport

/// The members of a manifest's objects (CMP-001…CMP-016).
extension Manifest: FactCodable {
    init() { self.init(platform: "") }

    /// Reads a manifest.
    ///
    /// - Throws: The first error found, with its path.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        let object = try FactObject(file: bytes, of: "manifest", Manifest.version)
        try self.init(object)
        try object.finish()
    }

    /// The manifest as JSON text, with members in a fixed order and small values on one line, so that changes are easy
    /// to read (CMP-015).
    package var json: String {
        let version: [(name: String, value: RawJSON)] = [("manifest", .integer(Manifest.version))]
        return JSONLayout.text(.object(version + (object.json.members ?? []))) + "\n"
    }

    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("platform", &platform)
        try coder.member("title", &title)
        try coder.member("sdk", &sdk)
        try coder.member("provenance", &provenance)
        try coder.member("shape", &shape, usual: .wire)
        try coder.member("reading", &reading)
        try coder.member("notes", &notes)
        try coder.member("objectNameLimit", &objectNameLimit)
        try coder.member("types", &types)
        try coder.member("objects", &objects)
        try coder.member("enumerations", &enumerations)
    }
}

extension Manifest.SDK: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("name", &name)
        try coder.member("version", &version)
        try coder.member("commit", &commit)
        try coder.member("url", &url)
    }
}

extension Manifest.Provenance: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("source", &source)
        try coder.member("commit", &commit)
        try coder.member("note", &note)
    }
}

extension Manifest.ValueReading: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("types", &types)
        try coder.member("characters", &characters)
        try coder.member("source", &source)
    }
}

extension Manifest.NameLimit: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("value", &value)
        try coder.member("source", &source)
    }
}

extension FactSource: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("file", &file)
        try coder.member("line", &line)
        try coder.member("certainty", &certainty, usual: .sure)
    }
}

extension ManifestType: FactCodable {
    init() { self.init(objectName: "") }

    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("objectName", &objectName, mayBeEmpty: true)
        try coder.member("unnamed", &isUnnamed)
        try coder.member("class", &className)
        try coder.member("aliases", &aliases)
        try coder.member("shape", &shape)
        try coder.member("category", &category)
        try coder.member("flags", &flags)
        try coder.member("direction", &direction, usual: .both)
        try coder.member("commonMembers", &hasCommonMembers)
        try coder.member("keepsMembers", &keepsMembers)
        try coder.member("members", &members)
        try coder.member("reading", &reading)
        try coder.member("minified", &minified)
        try coder.member("source", &source)
        try coder.member("note", &note)
    }
}

extension ManifestType.Minified: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("members", &members)
        try coder.member("source", &source)
        if let object = coder.object, members.isEmpty {
            throw ManifestError(object.path, "no members: name those that a build renames")
        }
    }
}

extension ManifestType.Alias: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("objectName", &objectName)
        try coder.member("source", &source)
    }
}

extension ManifestObject: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("name", &name)
        try coder.member("class", &className)
        try coder.member("shape", &shape)
        try coder.member("members", &members)
        try coder.member("source", &source)
    }
}

extension ManifestFlags: FactCodable {
    init() { self.init(value: nil) }

    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("value", &value)
        try coder.member("words", &words)
        try coder.member("bits", &bits)
        try coder.member("persisted", &persisted)
        try coder.member("counted", &counted)
        try coder.member("place", &place)
        try coder.member("source", &source)
        if let object = coder.object, value == nil, words.isEmpty, bits == nil, persisted == nil, counted == nil {
            throw ManifestError(object.path, "no flags: write value, words, bits, persisted or counted")
        }
    }
}

extension ManifestMember: FactCodable {
    init() { self.init("") }

    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("name", &name)
        try coder.member("type", &types, isPlain: true)
        try coder.member("declaredType", &declaredType)
        try coder.member("required", &isRequired)
        try coder.member("aliases", &aliases)
        try coder.member("property", &property)
        try coder.member("direction", &direction, usual: .both)
        try coder.member("absent", &absent)
        try coder.member("omits", &omits)
        try coder.member("default", json: &defaultValue)
        try coder.member("carries", &carries)
        try coder.member("maxBytes", &maxBytes)
        try coder.member("reading", &reading)
        try coder.member("members", &members)
        try coder.member("source", &source)
    }
}

extension ManifestEnumeration: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("name", &name)
        try coder.member("class", &className)
        try coder.member("representation", &representation, usual: .value)
        try coder.member("values", &values)
        try coder.member("source", &source)
    }
}

extension ManifestEnumeration.Value: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("name", &name)
        try coder.member("number", &number)
        try coder.member("text", &text)
        try coder.member("source", &source)
    }
}
