// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What the built-in types look like on the wire, read from the schemas of `Spec/`.
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

    /// The type of exactly that name; nil where there is none.
    package subscript(_ objectName: String) -> RegistryType? {
        guard let type = positions[objectName].map({ types[$0] }) else { return nil }
        return type.objectName.equals(objectName) ? type : nil
    }

    /// The members of a common object, such as `user`; nil where there is none.
    package func object(_ name: String) -> [RegistryMember]? { objects[name] }

    /// The members that any content may have: sender, mentions, extra, burning, audit.
    package var commonMembers: [RegistryMember] { objects["*"] ?? [] }
}

/// A built-in type.
package struct RegistryType: Sendable {
    /// Its name.
    package let objectName: String
    /// What its messages are for.
    package let category: ContentType.Category
    /// Its flags; nil where nobody has published them.
    package let flags: Int?
    /// Other flags that are accepted.
    package let acceptedFlags: [Int]
    /// Whether nobody has published its members.
    package let isOpaque: Bool
    /// Its members, in the order in which they are written.
    package let members: [RegistryMember]
    /// Spellings that are kept and reported.
    package let foreign: [RegistryAlias]
    /// The deviation where one of these two members holds the other's value.
    package let twin: (members: [String], deviation: String)?
}

/// Another spelling, and the deviation that it is.
package struct RegistryAlias: Hashable, Sendable {
    /// The spelling.
    package let name: String
    /// The deviation's id.
    package let deviation: String
}

/// A member of a built-in type or a common object.
package struct RegistryMember: Sendable {
    /// Its canonical name.
    package let name: String
    /// The kinds of value that it holds; empty where any will do.
    package let types: [ManifestMember.MemberType]
    /// Whether a content without it deviates.
    package let isRequired: Bool
    /// Whether it is one of the members that any content may have.
    package let isCommon: Bool
    /// Other spellings that are read as it.
    package let aliases: [RegistryAlias]
    /// The members of the object in it, or of the objects in its list.
    package let members: [RegistryMember]
    /// Ids by what is reported: `x-coerce`, `x-missing`, `x-null`, `x-empty`, `x-foreign`, `x-url`.
    let deviations: [String: String]

    /// The deviation that a keyword of the schema gives; nil where it gives none.
    package func deviation(_ keyword: Keyword) -> String? { deviations[keyword.rawValue] }

    /// What a schema says is reported.
    package enum Keyword: String, Sendable, CaseIterable {
        /// A value of another type.
        case coerce = "x-coerce"
        /// No value although it is required.
        case missing = "x-missing"
        /// `null`
        case null = "x-null"
        /// An empty object or list.
        case empty = "x-empty"
        /// Any value: the member belongs to the sender's device.
        case foreign = "x-foreign"
        /// An address in place of Base64.
        case url = "x-url"
    }
}

extension Collection<RegistryMember> {
    /// The member of exactly that name.
    package func named(_ name: String) -> RegistryMember? {
        first { $0.name.equals(name) }
    }

    /// The member that is also read from that spelling, and the deviation that this is.
    package func spelled(_ name: String) -> (member: RegistryMember, deviation: String)? {
        for member in self {
            if let alias = member.aliases.first(where: { $0.name.equals(name) }) {
                return (member, alias.deviation)
            }
        }
        return nil
    }
}
