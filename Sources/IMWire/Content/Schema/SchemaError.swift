// SPDX-License-Identifier: Apache-2.0

/// An error in an application's schema (CNT-195).
///
/// Schemas are the application's own files, so the error names the file and the location in it.
public struct SchemaError: Error, Hashable, Sendable {
    /// The kind of a schema error, as a stable dotted word.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file is not JSON, is not an object, or repeats a name within one object.
        case json = "schema.json"
        /// A keyword is not part of the vocabulary or is not allowed in its place.
        case keyword = "schema.keyword"
        /// A required keyword is missing.
        case missing = "schema.missing"
        /// A keyword has an invalid value.
        case value = "schema.value"
        /// A reference has no target, or is circular.
        case reference = "schema.reference"
        /// The name of a member, or another spelling of it, has two meanings.
        case name = "schema.name"
        /// A file is too large, a schema has too many members, or objects are nested too deeply.
        case limit = "schema.limit"
    }

    /// The kind of error.
    public var code: Code
    /// The name of the file, as given by the caller.
    public var file: String
    /// The location in the file, as a JSON Pointer.
    public var path: String
    /// The offset in bytes, for a file that is not JSON or exceeds a limit.
    public var offset: Int?
    /// A description of the error and its remedy, as a sentence without a final period.
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
    /// The file, the location and the reason: `gift.schema.json#/properties/giftId: …`.
    public var description: String {
        let place = offset.map { " at byte \($0)" } ?? (path.isEmpty ? "" : "#\(path)")
        return "\(file)\(place): \(reason) (\(code.rawValue))"
    }
}
