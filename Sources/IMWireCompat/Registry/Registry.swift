// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The wire format of the built-in types, read from the schemas of `Spec/`.
package struct Registry: Sendable {
    /// The types, ordered by name.
    package let types: [RegistryType]
    private let positions: [String: Int]
    private let objects: [String: [RegistryMember]]

    /// The built-in types.
    package static let builtIn = Registry()

    private init() {
        let reader = SchemaReader()
        let types = ContentRegistry.builtIn.all.compactMap { reader.type($0) }
        self.types = types
        positions = Dictionary(
            types.enumerated().map { ($1.objectName, $0) }, uniquingKeysWith: { first, _ in first })
        objects = reader.objects()
    }

    /// Returns the type with exactly the given name, or nil if there is none.
    package subscript(_ objectName: String) -> RegistryType? {
        guard let type = positions[objectName].map({ types[$0] }) else { return nil }
        return type.objectName.equals(objectName) ? type : nil
    }

    /// Returns the members of a common object, such as `user`, or nil if there is none.
    package func object(_ name: String) -> [RegistryMember]? { objects[name] }

    /// The members that any content may have: sender, mentions, extra, burning, audit.
    package var commonMembers: [RegistryMember] { objects["*"] ?? [] }
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
    /// The members, in the order in which they are written.
    package let members: [RegistryMember]
    /// The spellings that are kept and reported.
    package let foreign: [RegistryAlias]
    /// The two members that may hold each other's value, and the deviation that then applies.
    package let twin: (members: [String], deviation: String)?
}

/// An alternative spelling, and the deviation that it represents.
package struct RegistryAlias: Hashable, Sendable {
    /// The spelling.
    package let name: String
    /// The deviation's id.
    package let deviation: String
}

/// A member of a built-in type or a common object.
package struct RegistryMember: Sendable {
    /// The canonical name.
    package let name: String
    /// The JSON types of the value; empty if any type is allowed.
    package let types: [ManifestMember.MemberType]
    /// Whether a content without the member deviates.
    package let isRequired: Bool
    /// Whether the member is one that any content may have.
    package let isCommon: Bool
    /// Other spellings that are read as this member.
    package let aliases: [RegistryAlias]
    /// The members of the value's object, or of the objects in its array.
    package let members: [RegistryMember]
    /// The ids of deviations by schema keyword: `x-coerce`, `x-missing`, `x-null`, `x-empty`, `x-foreign`, `x-url`.
    let deviations: [String: String]

    /// Returns the deviation that a schema keyword specifies, or nil if it specifies none.
    package func deviation(_ keyword: Keyword) -> String? { deviations[keyword.rawValue] }

    /// A schema keyword that specifies a deviation to report.
    package enum Keyword: String, Sendable, CaseIterable {
        /// A value of another type.
        case coerce = "x-coerce"
        /// A missing value that is required.
        case missing = "x-missing"
        /// `null`.
        case null = "x-null"
        /// An empty object or array.
        case empty = "x-empty"
        /// Any value: the member belongs to the sender's device.
        case foreign = "x-foreign"
        /// An address in place of Base64.
        case url = "x-url"
    }
}

extension Collection<RegistryMember> {
    /// Returns the member with exactly the given name.
    package func named(_ name: String) -> RegistryMember? {
        first { $0.name.equals(name) }
    }

    /// Returns the member that has the given alias, and the deviation that the alias represents.
    package func spelled(_ name: String) -> (member: RegistryMember, deviation: String)? {
        for member in self {
            if let alias = member.aliases.first(where: { $0.name.equals(name) }) {
                return (member, alias.deviation)
            }
        }
        return nil
    }
}
