// SPDX-License-Identifier: Apache-2.0

/// An error in an application's schema (CNT-195).
///
/// Schemas are the application's own files, so the error names the file and the location in it.
public struct SchemaError: Error, Hashable, Sendable {
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
    /// The file, the location and the reason: `gift.schema.json#/properties/giftID: …`.
    public var description: String {
        let place = offset.map { " at byte \($0)" } ?? (path.isEmpty ? "" : "#\(path)")
        return "\(file)\(place): \(reason) (\(code.rawValue))"
    }
}
