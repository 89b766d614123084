// SPDX-License-Identifier: Apache-2.0

import Platform

/// A collection of schemas, with references between them resolved.
package struct SchemaLibrary {
    /// The schemas of the content types by their file names without `.schema.json`, such as `RC-TxtMsg`.
    package var contentTypes: [(file: String, schema: Schema)]
    package var commonObjects: [(file: String, schema: Schema)]
    private var byFile: [String: File]

    private struct File {
        var schema: Schema
        var data: Data
    }

    /// Reads the schemas of the specification, each of which must have a title, a description and a provenance.
    package init(_ spec: URL) throws {
        func texts(_ folder: String) throws -> [(name: String, data: Data)] {
            try FileManager.default.contentsOfDirectory(atPath: spec.appending(path: folder).path)
                .filter { $0.hasSuffix(".schema.json") }.sorted()
                .map { ($0, try Data(contentsOf: spec.appending(path: folder).appending(path: $0))) }
        }
        try self.init(contentTypes: try texts("content-types"), commonObjects: try texts("common-objects"))
        for (file, schema) in contentTypes + commonObjects {
            guard schema.title != nil, schema.description != nil, schema.provenance != nil else {
                throw SpecError("\(file): title, description or x-provenance is missing")
            }
        }
    }

    /// Parses schemas that are in memory.
    package init(contentTypes: [(name: String, data: Data)], commonObjects: [(name: String, data: Data)]) throws {
        var byFile: [String: File] = [:]
        func read(_ files: [(name: String, data: Data)]) throws -> [(file: String, schema: Schema)] {
            try files.map { name, data in
                do {
                    let schema = try JSONDecoder().decode(Schema.self, from: data)
                    byFile[SchemaLibrary.lastComponent(name)] = File(schema: schema, data: data)
                    return (name.replacing(".schema.json", with: ""), schema)
                } catch {
                    throw SpecError("\(name): \(error)")
                }
            }
        }
        // An application's file replaces a common object with the same name.
        self.commonObjects = try read(commonObjects)
        self.contentTypes = try read(contentTypes)
        self.byFile = byFile
        for (file, schema) in self.contentTypes + self.commonObjects { try check(file, schema) }
    }

    private func check(_ file: String, _ schema: Schema) throws {
        guard let properties = schema.properties, schema.order != nil || properties.count > 1 else { return }
        guard let order = schema.order, Set(order) == Set(properties.keys), order.count == properties.count else {
            throw SpecError("\(file): x-order does not list the properties, each once")
        }
        guard order.count <= 64 else { throw SpecError("\(file): more than 64 properties") }
        for name in schema.required ?? [] where properties[name] == nil {
            throw SpecError("\(file): required member \(name) is not a property")
        }
        for name in order where properties[name]?.reference != nil { _ = try resolve(properties[name]) }
    }

    /// Returns a property merged with its reference, and the referenced schema if it has a Swift type.
    package func resolve(_ property: Schema.Property?) throws -> (property: Schema.Property, object: Schema?) {
        guard let property else { throw SpecError("no such property") }
        guard let reference = property.reference else {
            return (property, try property.items?.reference.map { try target($0) })
        }
        let parts = reference.split(separator: "#", maxSplits: 1).map(String.init)
        let schema = try target(parts[0])
        if parts.count == 2 {
            let name = String(parts[1].split(separator: "/").last ?? "")
            guard let inner = schema.properties?[name] else { throw SpecError("\(reference) does not resolve") }
            return (property.over(inner), nil)
        }
        let file = try self.file(parts[0])
        let whole = try JSONDecoder().decode(Schema.Property.self, from: file.data)
        return (property.over(whole), file.schema.swiftName == nil ? nil : file.schema)
    }

    private func target(_ reference: String) throws -> Schema {
        try file(reference).schema
    }

    /// Returns the name of a file without its folders.
    package static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Returns the file that a reference names, regardless of its folder.
    private func file(_ reference: String) throws -> File {
        let name = SchemaLibrary.lastComponent(reference)
        guard let file = byFile[name] else { throw SpecError("\(reference) does not resolve") }
        return file
    }
}

/// An error in the files of the specification.
package struct SpecError: Error, CustomStringConvertible {
    /// A description of the error and its location.
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
