// SPDX-License-Identifier: Apache-2.0

/// A schema file that the caller has read.
///
/// ```swift
/// let file = SchemaFile(name: "gift.schema.json", text: text)
/// let schemas = try ContentSchema.decode([file])
/// ```
public struct SchemaFile: Hashable, Sendable {
    /// The name of the file, with or without directories.
    ///
    /// Errors show the name, and references match its last component.
    public var name: String
    /// The bytes of the file.
    public var text: [UInt8]

    /// Creates a file from its bytes.
    public init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }

    /// Creates a file from the text of a schema.
    public init(name: String, text: String) {
        self.init(name: name, text: Array(text.utf8))
    }

    /// The last component of the name, by which other files refer to this one.
    var baseName: String { SchemaFile.baseName(name) }

    static func baseName(_ path: String) -> String {
        String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
    }
}
