// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireSpec

/// A collection of schemas: those of an application, followed by the built-in ones.
struct SchemaCatalog {
    /// The built-in schemas only.
    static let builtIn = SchemaCatalog(files: [])

    /// The application's files, by the last component of the name without the extension.
    private let files: [String: RawJSON]

    /// Creates a catalog from files that were already read and are therefore JSON.
    init(files: [SchemaFile]) {
        var schemas: [String: RawJSON] = [:]
        for file in files {
            let base = file.name.split(separator: "/").last.map(String.init) ?? ""
            schemas[String(base.dropLast(CustomTypes.ending.count))] = try? RawJSON(parsing: file.text.span)
        }
        self.files = schemas
    }

    /// Returns the schema of a message type, or nil if there is none.
    func type(_ objectName: ObjectName) -> RawJSON? {
        if let text = SpecSchema.contentType(objectName.rawValue) { return try? RawJSON(text: text) }
        return files.values.first { schema in
            schema["x-objectName"]?.string.map { ObjectName(rawValue: $0) == objectName } ?? false
        }
    }

    /// Returns the schema of an object by the name of its file without the extension, or nil if there is none.
    func object(_ name: String) -> RawJSON? {
        files[name] ?? SpecSchema.commonObject(name).flatMap { try? RawJSON(text: $0) }
    }
}

#endif
