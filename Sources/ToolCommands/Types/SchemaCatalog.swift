// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireSpec

/// Where the text of schemas is found: an application's own, and behind them the built-in ones.
struct SchemaCatalog {
    /// The built-in schemas alone.
    static let builtIn = SchemaCatalog(files: [])

    /// The application's files, by the last part of the name without the ending.
    private let files: [String: RawJSON]

    /// Takes files that were read already, so that they are JSON.
    init(files: [SchemaFile]) {
        var schemas: [String: RawJSON] = [:]
        for file in files {
            let base = file.name.split(separator: "/").last.map(String.init) ?? ""
            schemas[String(base.dropLast(CustomTypes.ending.count))] = try? RawJSON(parsing: file.text.span)
        }
        self.files = schemas
    }

    /// The schema of a message type; nil where there is none.
    func type(_ objectName: ObjectName) -> RawJSON? {
        if let text = SpecSchema.contentType(objectName.rawValue) { return try? RawJSON(text: text) }
        return files.values.first { schema in
            schema["x-objectName"]?.string.map { ObjectName(rawValue: $0) == objectName } ?? false
        }
    }

    /// The schema of an object, by the name of its file without the ending; nil where there is none.
    func object(_ name: String) -> RawJSON? {
        files[name] ?? SpecSchema.commonObject(name).flatMap { try? RawJSON(text: $0) }
    }
}

#endif
