// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import Schemas
import Synchronization

/// The wire format of the built-in types, read from the schemas of `Spec/`.
///
/// A scan needs the members of few types, so the schema of a type is parsed when it is first used.
package final class Registry: Sendable {
    /// The names of the types, in order.
    package let names: [String]
    private let positions: [String: Int]
    /// The types that have been used, by their positions.
    private let used = Mutex<[Int: RegistryType]>([:])

    /// The built-in types.
    package static let builtIn = Registry()

    private init() {
        names = SpecSchema.contentTypeNames.sorted()
        positions = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The types, ordered by name.
    package var types: [RegistryType] { names.indices.compactMap(read) }

    /// Returns whether there is a type with exactly the given name.
    package func contains(_ objectName: String) -> Bool { position(of: objectName) != nil }

    /// Returns the type with exactly the given name, or nil if there is none.
    package subscript(_ objectName: String) -> RegistryType? { position(of: objectName).flatMap(read) }

    private func position(of objectName: String) -> Int? {
        positions[objectName].flatMap { names[$0].equals(objectName) ? $0 : nil }
    }

    private func read(_ position: Int) -> RegistryType? {
        used.withLock { used in
            if let type = used[position] { return type }
            let type = SpecSchema.contentType(names[position]).flatMap { text in
                try? SpecSchema.common.contentType((names[position], text))
            }.flatMap(RegistryType.init)
            used[position] = type
            return type
        }
    }

    /// The members that any content may have: sender, mentions, extra, burning, audit.
    package var commonMembers: [SchemaMember] { Registry.common }

    private static let common = SchemaMember.common.compactMap { name in
        let isBurning = name.lowercased().holds("burn")
        return SpecSchema.common.member(
            name, reference: isBurning ? "burnAfterRead.schema.json#/properties/\(name)" : "\(name).schema.json")
    }

    /// The common objects that occur in several types, or as elements of lists.
    private static let objects = [
        "user", "mentionedInfo", "audit", "article", "combineItem", "userSummary", "quotedInfo",
    ]

    /// Returns the members of a common object, such as `user`, or nil if there is none.
    package func object(_ name: String) -> [SchemaMember]? {
        Registry.objects.contains(name) ? SpecSchema.common.object(name)?.members : nil
    }
}

/// The types that classes represent, by the names of the classes.
extension Registry {
    /// Returns the types that a class with the given name represents on some platform, several if it is ambiguous.
    ///
    /// A class that the vendor's SDKs have counts first. Otherwise the names are compared by their words
    /// (``ContentName``).
    package func types(ofClass name: String) -> [RegistryType] {
        (Registry.classes[name] ?? Registry.classes[Registry.wordKey(name)] ?? []).compactMap { self[$0] }
    }

    /// Returns the type that a class with exactly the given name represents in the vendor's SDKs for some of the given
    /// platforms, or nil if there is none.
    ///
    /// Of several types, the one that most SDKs have counts: `RCFileMessage` is RC:FileMsg rather than RC:SFMsg.
    package func type(ofVendorClass name: String, on platforms: Set<String>) -> RegistryType? {
        (Registry.classes[name] ?? []).compactMap { self[$0] }.filter { type in
            type.platforms.contains { platforms.contains($0.platform) && $0.name == name }
        }.max { $0.platforms.count < $1.platforms.count }
    }

    /// The names of types by the names of the classes that represent them, and by the keys of these names.
    private static let classes: [String: [String]] = {
        var classes: [String: [String]] = [:]
        for (type, names) in SpecSchema.classes.ordered(by: { $0.objectName < $1.objectName }) {
            let suffix = type.split(separator: ":").last.map(String.init) ?? ""
            let names = names.split(separator: " ").map(String.init)
            for key in Set(names + (names + [suffix]).map(wordKey)) { classes[key, default: []].append(type) }
        }
        return classes
    }()

    /// A key that no class name has, because names do not contain spaces.
    private static func wordKey(_ name: String) -> String { "words \(ContentName.key(name))" }
}

/// A built-in type.
package struct RegistryType: Sendable {
    /// The type's name.
    package let objectName: String
    /// The purpose of the type's messages.
    package let category: ContentType.Category
    /// The type's flags; nil if they are not published.
    package let flags: Int?
    /// Other flags that are accepted.
    package let acceptedFlags: [Int]
    /// Whether the type's members are not published.
    package let isOpaque: Bool
    /// The name of the class in the vendor's SDK for each platform.
    package let platforms: [(platform: String, name: String)]
    /// The members, in the order in which they are written.
    package let members: [SchemaMember]
    /// The spellings that are kept and reported.
    package let foreign: [SchemaAlias]
    /// The two members that may hold each other's value, and the deviation that then applies.
    package let twin: (members: [String], deviation: String)?

    /// Reads a schema, or returns nil if it describes no type.
    init?(_ schema: Schema) {
        guard let objectName = schema.objectName,
            let category = schema.category.flatMap(ContentType.Category.init(rawValue:))
        else { return nil }
        self.objectName = objectName
        self.category = category
        flags = schema.flags
        acceptedFlags = schema.acceptedFlags
        isOpaque = schema.isOpaque
        platforms = schema.platforms
        members = schema.members
        foreign = schema.foreignMembers
        twin = schema.twin
    }
}

extension SchemaMember {
    /// The names of the members that any content may have.
    static let common = ["extra", "user", "mentionedInfo", "isBurnAfterRead", "burnDuration", "audit"]

    /// Whether the member is one that any content may have.
    package var isCommon: Bool { SchemaMember.common.contains(name) }

    /// The members of the value's object, or of the objects in its array.
    package var members: [SchemaMember] { object?.members ?? [] }

    /// Whether the value is the address of a file that is sent with the message.
    var isAddress: Bool { name.hasSuffix("Url") || name.hasSuffix("Uri") }

    /// The JSON types of the value; if the schema accepts any value, the canonical one, or none.
    package var types: [ManifestMember.MemberType] {
        if case .base64 = kind { return [.base64] }
        if let word = self["type"]?.string.flatMap(ManifestMember.MemberType.init(rawValue:)) { return [word] }
        if case .rawObject = kind { return [.object] }
        return []
    }
}

extension Collection<SchemaMember> {
    /// Returns the member with exactly the given name.
    package func named(_ name: String) -> SchemaMember? {
        first { $0.name.equals(name) }
    }

    /// Returns the member that has the given alias, and the deviation that the alias represents.
    package func spelled(_ name: String) -> (member: SchemaMember, deviation: String)? {
        for member in self {
            if let alias = member.aliases.first(where: { $0.name.equals(name) }) {
                return (member, alias.deviation)
            }
        }
        return nil
    }
}
