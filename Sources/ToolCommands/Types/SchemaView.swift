// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire

/// The facts shown to users about the schema of a type or of a common object.
struct SchemaView {
    /// The schema.
    let schema: RawJSON
    /// The catalog for the schemas that this one refers to.
    let catalog: SchemaCatalog

    /// Creates a view of the schema of a message type, or returns nil if there is none.
    init?(type objectName: ObjectName, in catalog: SchemaCatalog = .builtIn) {
        guard let schema = catalog.type(objectName) else { return nil }
        self.schema = schema
        self.catalog = catalog
    }

    /// Returns the message type that a command line names, and its schema.
    static func named(
        _ objectName: String, _ custom: CustomTypeOptions
    ) throws -> (type: ContentType, schema: SchemaView) {
        let types = try custom.read()
        let type = try ContentType.named(objectName, in: types.registry)
        guard let schema = SchemaView(type: type.objectName, in: SchemaCatalog(files: types.files)) else {
            throw CommandFailure(message: "\(type.objectName) has no schema in this build", exit: .broken)
        }
        return (type, schema)
    }

    /// Creates a view of the schema of an object, or returns nil if there is none.
    init?(object name: String, in catalog: SchemaCatalog) {
        guard let schema = catalog.object(name) else { return nil }
        self.schema = schema
        self.catalog = catalog
    }

    /// The title.
    var title: String { schema["title"]?.string ?? "" }
    /// A description of the type's purpose.
    var summary: String { schema["description"]?.string ?? "" }
    /// The name of the Swift type, or nil for types whose members have no schema.
    var swiftName: String? { isOpaque ? nil : schema["x-swiftName"]?.string }
    /// Whether the members are unpublished.
    var isOpaque: Bool { schema["x-opaque"]?.boolean ?? false }
    /// The quality of the evidence: `seed`, `documented` or `inferred`.
    var provenance: String { schema["x-provenance"]?.string ?? "" }
    /// The first version of the SDK that has the type.
    var since: String? { schema["x-since"]?.string }
    /// The sources of the schema.
    var sources: [String] { schema["x-sources"]?.elements?.compactMap(\.string) ?? [] }
    /// Additional notes.
    var notes: [String] { schema["x-notes"]?.elements?.compactMap(\.string) ?? [] }

    /// The class names on each platform.
    var platforms: [(platform: String, name: String)] {
        (schema["x-platforms"]?.members ?? []).map { ($0.name, $0.value.string ?? $0.value.text) }
    }

    /// The text that a conversation list shows, or nil if it shows none.
    var digest: String? {
        guard let digest = schema["x-digest"] else { return nil }
        return digest["text"]?.string ?? digest["member"]?.string.map { "the member \($0)" }
    }

    /// The members, in the order in which they are written.
    var members: [MemberView] {
        let required = Set(schema["required"]?.elements?.compactMap(\.string) ?? [])
        let properties = Dictionary(
            (schema["properties"]?.members ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let order = schema["x-order"]?.elements?.compactMap(\.string) ?? properties.keys.sorted()
        return order.compactMap { name in
            properties[name].map { MemberView(name: name, isRequired: required.contains(name), own: $0, in: catalog) }
        }
    }

    /// The spellings that are reported but not read, with their deviations.
    var foreignMembers: [(name: String, deviation: String)] {
        (schema["x-foreignMembers"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
    }
}

#endif
