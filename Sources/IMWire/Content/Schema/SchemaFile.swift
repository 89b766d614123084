// SPDX-License-Identifier: Apache-2.0

/// A file that holds a schema, read by the caller.
public struct SchemaFile: Hashable, Sendable {
    /// The file's name, with or without folders; errors show it, and references find the file by its last part.
    public var name: String
    /// The file's bytes.
    public var text: [UInt8]

    /// Takes a file that was read.
    public init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }

    /// Takes a schema's text.
    public init(name: String, text: String) {
        self.init(name: name, text: Array(text.utf8))
    }

    /// The last part of the name, by which other files refer to it.
    var baseName: String { SchemaFile.baseName(name) }

    static func baseName(_ path: String) -> String {
        String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
    }
}
