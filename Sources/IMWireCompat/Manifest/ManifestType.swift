// SPDX-License-Identifier: Apache-2.0

/// A type that a platform knows (CMP-005).
package struct ManifestType: Hashable, Sendable {
    /// The name under which it is registered or sent, byte for byte.
    package var objectName: String
    /// The class that stands for it.
    package var className: String?
    /// Other names under which the same platform sends or reads it.
    package var aliases: [Claim<String>] = []
    /// What the names of its members are; the manifest's where it is nil.
    package var shape: Manifest.Shape?
    /// What its messages are for; nil where only the name can say so.
    package var category: Category?
    /// Its flags, once for every place that declares them.
    package var flags: [ManifestFlags] = []
    /// Its members; nil where nobody has listed them, which says nothing about the wire.
    package var members: [ManifestMember]?
    /// Whether it has the members of the object `*` too; nil where that is unknown.
    package var hasCommonMembers: Bool?
    /// Whether the platform can only read it or only write it.
    package var direction = ManifestMember.Direction.both
    /// How its values are read, where that differs from the manifest's `reading` (CMP-045).
    package var reading: Manifest.Reading.Types?
    /// Where it is declared.
    package var source: FactSource?
    /// What a reader should know.
    package var note: String?

    /// Takes its name.
    package init(objectName: String) {
        self.objectName = objectName
    }

    /// What the messages of a type are for (seed 001).
    package enum Category: String, Hashable, Sendable, CaseIterable {
        /// Something that a user says.
        case content
        /// Something that happened.
        case notification
        /// Something that is true for a moment.
        case status
        /// Something between programs.
        case signal
    }
}

/// An object that occurs in many types.
package struct ManifestObject: Hashable, Sendable {
    /// The member that holds it, such as `user`; `*` for members that every content has.
    package var name: String
    /// The class that stands for it.
    package var className: String?
    /// What the names of its members are; the manifest's where it is nil.
    package var shape: Manifest.Shape?
    /// Its members.
    package var members: [ManifestMember] = []
    /// Where it is declared.
    package var source: FactSource?

    /// Takes its name.
    package init(name: String) {
        self.name = name
    }
}

/// The flags of a type, in whatever spelling a platform declares them (CMP-010).
package struct ManifestFlags: Hashable, Sendable {
    /// The number, where it declares one.
    package var value: Int?
    /// The platform's own words, such as `ISCOUNTED` and `ISPERSISTED`.
    package var words: [String] = []
    /// The numbers of the bits that are set, from 0.
    package var bits: [Int]?
    /// Whether it is kept, where the platform has a switch for that alone.
    package var persisted: Bool?
    /// Whether it counts as unread, where the platform has a switch for that alone.
    package var counted: Bool?
    /// Which of several declarations this is, such as the name of a table.
    package var place: String?
    /// Where it is declared.
    package var source: FactSource?

    /// Takes a number.
    package init(value: Int? = nil, words: [String] = [], source: FactSource? = nil) {
        self.value = value
        self.words = words
        self.source = source
    }
}

/// Numbers or words that a platform puts on the wire or derives from it (CMP-014).
package struct ManifestEnumeration: Hashable, Sendable {
    /// What it enumerates: `conversationType`, `persistence`, `mentionedType`, `groupOperation`, or an own name.
    package var name: String
    /// The declaration's own name.
    package var className: String?
    /// How its numbers come about.
    package var representation = Representation.value
    /// Its values.
    package var values: [Value] = []
    /// Where it is declared.
    package var source: FactSource?

    /// Takes its name.
    package init(name: String) {
        self.name = name
    }

    /// How the numbers of an enumeration come about.
    package enum Representation: String, Hashable, Sendable, CaseIterable {
        /// They are written in the source.
        case value
        /// They are positions: 0, 1, 2, … in the order of the declaration.
        case index
    }

    /// One of its values.
    package struct Value: Hashable, Sendable {
        /// The platform's word.
        package var name: String
        /// The number; nil where the word itself is on the wire.
        package var number: Int?
        /// The text on the wire, where it is not the name.
        package var text: String?
        /// Where it is declared.
        package var source: FactSource?

        /// Creates a value from its parts.
        package init(_ name: String, _ number: Int? = nil, text: String? = nil, source: FactSource? = nil) {
            self.name = name
            self.number = number
            self.text = text
            self.source = source
        }
    }
}
