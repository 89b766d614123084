// SPDX-License-Identifier: Apache-2.0

/// A schema of a content type or of a common object, with the references of its members resolved.
package struct Schema: Sendable {
    /// The name of the file without `.schema.json`, such as `RC-TxtMsg`.
    package let file: String
    /// The keywords of the file.
    package let json: PlainJSON
    /// The members, in the order in which they are written.
    package internal(set) var members: [SchemaMember] = []

    package var title: String? { json["title"]?.string }
    /// A description of the purpose.
    package var description: String? { json["description"]?.string }
    /// The name of the type on the wire, or nil for what is no type.
    package var objectName: String? { json["x-objectName"]?.string }
    /// The name of the Swift type, or nil for a type whose content is bytes.
    package var swiftName: String? { isOpaque ? nil : json["x-swiftName"]?.string }
    /// The purpose of the type's messages.
    package var category: String? { json["x-category"]?.string }
    /// The persistence flags of the type, or nil if they are unknown (CNT-104).
    package var flags: Int? { json["x-persistence"]?["flags"]?.integer }
    /// Other flags that are also accepted (CNT-102).
    package var acceptedFlags: [Int] { json["x-persistence"]?["alternatives"]?.elements?.compactMap(\.integer) ?? [] }
    /// The quality of the evidence: `seed`, `documented` or `inferred`.
    package var provenance: String? { json["x-provenance"]?.string }
    /// The first version of the SDK that has the type.
    package var since: String? { json["x-since"]?.string }
    /// Additional notes.
    package var notes: [String] { json["x-notes"]?.strings ?? [] }
    package var sources: [String] { json["x-sources"]?.strings ?? [] }
    /// Whether the members are unpublished (CNT-007).
    package var isOpaque: Bool { json["x-opaque"]?.boolean ?? false }
    /// The deviation of an object in which nothing is set, which then counts as absent.
    package var empty: String? { json["x-empty"]?.string }

    /// Whether the file describes an object, rather than a value or members that types adopt individually.
    package var isObject: Bool { json["properties"] != nil && json["x-kind"] == nil }

    /// The class names on each platform.
    package var platforms: [(platform: String, name: String)] {
        (json["x-platforms"]?.members ?? []).map { ($0.name, $0.value.string ?? $0.value.text) }
    }

    /// The spellings that are reported but not read, with their deviations (CNT-046).
    package var foreignMembers: [SchemaAlias] {
        (json["x-foreignMembers"]?.members ?? []).map { SchemaAlias(name: $0.name, deviation: $0.value.string ?? "") }
    }

    /// The two members that must not hold the same text, and the deviation if they do (CNT-047).
    package var twin: (members: [String], deviation: String)? {
        guard let twin = json["x-twin"], let deviation = twin["deviation"]?.string else { return nil }
        return (twin["members"]?.strings ?? [], deviation)
    }

    /// The text that a conversation list shows, or nil if it shows none.
    package var digest: Digest? {
        guard let digest = json["x-digest"] else { return nil }
        return digest["text"]?.string.map { .text($0) } ?? digest["member"]?.string.map { .member($0) }
    }

    /// The source of a digest.
    package enum Digest: Sendable {
        case member(String), text(String)
    }

    /// Returns the member with exactly this name, or nil if there is none.
    package func member(_ name: String) -> SchemaMember? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

/// Another spelling, and the deviation that it is reported as.
package struct SchemaAlias: Hashable, Sendable {
    /// The spelling.
    package let name: String
    /// The deviation's id.
    package let deviation: String
}
