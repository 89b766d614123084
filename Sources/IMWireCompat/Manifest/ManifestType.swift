// SPDX-License-Identifier: Apache-2.0

/// A type that a platform knows (CMP-005).
package struct ManifestType: Hashable, Sendable {
    /// The name under which the type is registered or sent, byte for byte.
    package var objectName: String
    /// Whether the code states no name, so that `objectName` is that of the class (CMP-163); nil stands for false.
    package var isUnnamed: Bool?
    /// The name of the class that represents the type.
    package var className: String?
    /// Other names under which the same platform sends or reads the type.
    package var aliases: [Alias] = []
    /// The kind of names that the type's members have; nil if it is the manifest's.
    package var shape: Manifest.Shape?
    /// The purpose of the type's messages; nil if only the name indicates it.
    package var category: Category?
    /// The type's flags, one entry for each place that declares them.
    package var flags: [ManifestFlags] = []
    /// The type's members; nil if they are not listed, which says nothing about the wire.
    package var members: [ManifestMember]?
    /// Whether the type also has the members of the object `*`; nil if unknown.
    package var hasCommonMembers: Bool?
    /// Whether the platform keeps members that are not listed, and passes them on; nil if unknown.
    package var keepsMembers: Bool?
    /// Whether the platform reads the type, writes it, or both.
    package var direction = ManifestMember.Direction.both
    /// How the type's values are read, if that differs from the manifest's `reading` (CMP-045).
    package var reading: Manifest.ValueReading.Types?
    /// The members that a minified build renames; nil if none are known to be renamed.
    package var minified: Minified?
    /// The place of the declaration.
    package var source: FactSource?
    /// A note for readers of the manifest.
    package var note: String?

    /// Creates a type with the given name.
    package init(objectName: String) {
        self.objectName = objectName
    }

    /// Another name of a type.
    package struct Alias: Hashable, Sendable {
        package var objectName = ""
        /// The place of the declaration.
        package var source: FactSource?
    }

    /// The members of a type that a minified build renames (CMP-135).
    package struct Minified: Hashable, Sendable {
        /// The names of the members, with dots before nested members.
        package var members: [String] = []
        /// The place that has the build minified.
        package var source: FactSource?
    }

    /// The purpose of a type's messages (seed 001).
    package enum Category: String, Hashable, Sendable, CaseIterable {
        /// Something that a user says.
        case content
        /// Something that happened.
        case notification
        /// A state that holds for a moment.
        case status
        /// A message between programs.
        case signal
    }
}

extension Manifest {
    /// The manifest without the types that have no name, which cannot be compared (CMP-163).
    package var named: Manifest {
        var manifest = self
        manifest.types.removeAll { $0.isUnnamed == true }
        return manifest
    }
}

/// An object that occurs in many types.
package struct ManifestObject: Hashable, Sendable {
    /// The name of the member that holds the object, such as `user`; `*` for the members that every content has.
    package var name = ""
    /// The name of the class that represents the object.
    package var className: String?
    /// The kind of names that the object's members have; nil if it is the manifest's.
    package var shape: Manifest.Shape?
    /// The object's members.
    package var members: [ManifestMember] = []
    /// The place of the declaration.
    package var source: FactSource?
}

/// The flags of a type, in the spelling in which a platform declares them (CMP-010).
package struct ManifestFlags: Hashable, Sendable {
    /// The number, if the platform declares one.
    package var value: Int?
    /// The platform's own words, such as `ISCOUNTED` and `ISPERSISTED`.
    package var words: [String] = []
    /// The numbers of the bits that are set, from 0.
    package var bits: [Int]?
    /// Whether messages are stored, if the platform has a separate switch for that.
    package var persisted: Bool?
    /// Whether messages count as unread, if the platform has a separate switch for that.
    package var counted: Bool?
    /// The name that distinguishes several declarations, such as the name of a table.
    package var place: String?
    /// The place of the declaration.
    package var source: FactSource?

    /// Creates flags from a number or words.
    package init(value: Int? = nil, words: [String] = [], source: FactSource? = nil) {
        self.value = value
        self.words = words
        self.source = source
    }
}

/// The numbers or words that a platform puts on the wire or derives from it (CMP-014).
package struct ManifestEnumeration: Hashable, Sendable {
    /// The subject of the enumeration: `conversationType`, `persistence`, `mentionedType`, `contactOperation`,
    /// `groupOperation`, or a name of the platform's own.
    package var name = ""
    /// The name of the declaration.
    package var className: String?
    /// The origin of the numbers.
    package var representation = Representation.value
    package var values: [Value] = []
    /// The place of the declaration.
    package var source: FactSource?

    /// The origin of an enumeration's numbers.
    package enum Representation: String, Hashable, Sendable, CaseIterable {
        /// The numbers are written in the source.
        case value
        /// The numbers are positions: 0, 1, 2, … in the order of the declaration.
        case index
    }

    /// A value of an enumeration.
    package struct Value: Hashable, Sendable {
        /// The platform's word.
        package var name = ""
        /// The number; nil if the word itself is on the wire.
        package var number: Int?
        /// The text on the wire, if it differs from the name.
        package var text: String?
        /// The place of the declaration.
        package var source: FactSource?
    }
}
