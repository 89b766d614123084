// SPDX-License-Identifier: Apache-2.0

/// What is wrong with an application's schema (CNT-195).
///
/// Schemas are the application's own files, so that an error names the file and the place in it.
public struct SchemaError: Error, Hashable, Sendable {
    /// What is wrong, as a stable dotted word.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file is not JSON, is not an object, or has a name twice in one object.
        case json = "schema.json"
        /// A keyword is not part of the vocabulary, or does not belong where it stands.
        case keyword = "schema.keyword"
        /// A keyword that must be there is missing.
        case missing = "schema.missing"
        /// A keyword has a value that it cannot have.
        case value = "schema.value"
        /// A reference leads nowhere, or in a circle.
        case reference = "schema.reference"
        /// A member's name, or another spelling of it, stands for two things.
        case name = "schema.name"
        /// A file is too large, a schema has too many members, or objects are nested too deeply.
        case limit = "schema.limit"
    }

    /// The kind of error.
    public var code: Code
    /// The file, as it was named.
    public var file: String
    /// The place in the file, as a JSON Pointer.
    public var path: String
    /// For a file that is not JSON, the offset in bytes.
    public var offset: Int?
    /// What is wrong and how to put it right, as a sentence without a full stop.
    public var reason: String

    init(_ code: Code, _ file: String, _ path: String, _ reason: String, offset: Int? = nil) {
        self.code = code
        self.file = file
        self.path = path
        self.offset = offset
        self.reason = reason
    }
}

extension SchemaError: CustomStringConvertible {
    /// The file, the place and the reason: `gift.schema.json#/properties/giftId: …`.
    public var description: String {
        let place = offset.map { " at byte \($0)" } ?? (path.isEmpty ? "" : "#\(path)")
        return "\(file)\(place): \(reason) (\(code.rawValue))"
    }
}
