// SPDX-License-Identifier: Apache-2.0

/// A collection of schemas, with references between them resolved.
package struct SchemaLibrary: Sendable {
    /// A schema file: its name with or without folders and `.schema.json`, and its text.
    package typealias File = (name: String, text: String)

    /// The ending of a schema's file name.
    package static let ending = ".schema.json"

    package private(set) var contentTypes: [Schema] = []
    /// The schemas to which those of the content types refer.
    package private(set) var commonObjects: [Schema] = []
    /// The files by the names in references, and the schemas that are built from them.
    private var files: [String: Schema] = [:]
    private var built: [String: Schema] = [:]
    /// The files that are being built.
    private var open: Set<String> = []

    /// Creates a collection without schemas.
    package init() {}

    /// Parses schemas, of which a content type replaces a common object with the same name.
    package init(contentTypes: [File], commonObjects: [File]) throws(SpecError) {
        var names: [[String]] = []
        for list in [commonObjects, contentTypes] {
            names.append(list.map { SchemaLibrary.key($0.name) })
            for (name, text) in list {
                do {
                    let file = SchemaLibrary.withoutEnding(name[...])
                    files[SchemaLibrary.key(name)] = Schema(file: file, json: try PlainJSON(parsing: text))
                } catch {
                    throw SpecError("\(name): \(error)")
                }
            }
        }
        for name in names[0] where !names[1].contains(name) { self.commonObjects.append(try schema(name)) }
        for name in names[1] { self.contentTypes.append(try schema(name)) }
    }

    /// Returns the schema of a content type that may refer to the schemas of the library, to which it is not added.
    package func contentType(_ file: File) throws(SpecError) -> Schema {
        var library = self
        let name = SchemaLibrary.withoutEnding(file.name[...])
        library.files[name] = Schema(file: name, json: try PlainJSON(parsing: file.text))
        return try library.schema(name)
    }

    /// Returns the schema of the type with exactly this name, or nil if there is none.
    package func type(_ objectName: String) -> Schema? {
        contentTypes.first { $0.objectName?.utf8.elementsEqual(objectName.utf8) ?? false }
    }

    /// Returns the schema of a common object, such as `user`, or nil if there is none.
    package func object(_ name: String) -> Schema? { built[name] }

    /// Returns the member of any object that is what a reference names, or nil if the reference does not resolve.
    package func member(_ name: String, reference: String) -> SchemaMember? {
        var library = self
        let own = PlainJSON.object([("$ref", .string(reference))])
        return try? SchemaMember(name, own, isRequired: false, in: &library)
    }

    /// Returns the name by which references know a file, regardless of its folder.
    private static func key(_ path: String) -> String {
        withoutEnding(path.split(separator: "/").last ?? "")
    }

    private static func withoutEnding(_ name: Substring) -> String {
        String(name.hasSuffix(ending) ? name.dropLast(ending.count) : name)
    }

    /// Returns the schema of the file that a reference names.
    mutating func schema(_ reference: String) throws(SpecError) -> Schema {
        let key = SchemaLibrary.key(reference)
        if let schema = built[key] { return schema }
        guard var schema = files[key] else { throw SpecError("\(reference) does not resolve") }
        guard open.insert(key).inserted else { throw SpecError("\(schema.file): refers to itself") }
        let properties = schema.json["properties"]
        let required = schema.json["required"]?.strings ?? []
        let order = try order(schema)
        for name in required where !order.contains(name) {
            throw SpecError("\(schema.file): required member \(name) is not a property")
        }
        for name in order {
            guard let own = properties?[name] else { continue }
            do {
                let isRequired = required.contains(name)
                schema.members.append(try SchemaMember(name, own, isRequired: isRequired, in: &self))
            } catch {
                throw SpecError("\(schema.file): \(error)")
            }
        }
        open.remove(key)
        built[key] = schema
        return schema
    }

    /// Returns the names of the members in the order in which they are written (CNT-070).
    private func order(_ schema: Schema) throws(SpecError) -> [String] {
        let names = (schema.json["properties"]?.members ?? []).map(\.name)
        guard schema.isObject, schema.json["x-order"] != nil || names.count > 1 else { return names }
        let order = schema.json["x-order"]?.strings ?? []
        guard Set(order) == Set(names), order.count == names.count else {
            throw SpecError("\(schema.file): x-order does not list the properties, each once")
        }
        guard order.count <= 64 else { throw SpecError("\(schema.file): more than 64 properties") }
        return order
    }
}
