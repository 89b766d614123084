// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// What the schema of a type or of a common object says, as far as people are told.
struct SchemaView {
    /// The schema.
    let schema: RawJSON
    /// Where the schemas are that it refers to.
    let catalog: SchemaCatalog

    /// The schema of a message type; nil where there is none.
    init?(type objectName: ObjectName, in catalog: SchemaCatalog = .builtIn) {
        guard let schema = catalog.type(objectName) else { return nil }
        self.schema = schema
        self.catalog = catalog
    }

    /// The schema of an object; nil where there is none.
    init?(object name: String, in catalog: SchemaCatalog) {
        guard let schema = catalog.object(name) else { return nil }
        self.schema = schema
        self.catalog = catalog
    }

    /// The title.
    var title: String { schema["title"]?.string ?? "" }
    /// What it is for.
    var summary: String { schema["description"]?.string ?? "" }
    /// The name of the Swift type; types without a schema of their members have none.
    var swiftName: String? { isOpaque ? nil : schema["x-swiftName"]?.string }
    /// Whether nobody has published the members.
    var isOpaque: Bool { schema["x-opaque"]?.boolean ?? false }
    /// How well it is known: `seed`, `documented` or `inferred`.
    var provenance: String { schema["x-provenance"]?.string ?? "" }
    /// The version of the SDK that has it first.
    var since: String? { schema["x-since"]?.string }
    /// Where it is known from.
    var sources: [String] { schema["x-sources"]?.elements?.compactMap(\.string) ?? [] }
    /// What else is worth knowing.
    var notes: [String] { schema["x-notes"]?.elements?.compactMap(\.string) ?? [] }

    /// The names of the class on each platform.
    var platforms: [(platform: String, name: String)] {
        (schema["x-platforms"]?.members ?? []).map { ($0.name, $0.value.string ?? $0.value.text) }
    }

    /// What a conversation list shows; nil where there is nothing to show.
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

    /// Spellings that are read as nothing and reported: name and deviation.
    var foreignMembers: [(name: String, deviation: String)] {
        (schema["x-foreignMembers"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
    }
}

#endif
