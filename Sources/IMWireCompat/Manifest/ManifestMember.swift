// SPDX-License-Identifier: Apache-2.0

/// A member of a type or an object (CMP-007).
package struct ManifestMember: Hashable, Sendable {
    /// The name, as the shape says: of the wire, of a property, of a bridge.
    package var name: String
    /// The kinds of JSON value it can have; empty where that is unknown.
    package var types: [MemberType] = []
    /// The platform's own word for the type.
    package var declaredType: String?
    /// Whether it must be there; nil where that is unknown.
    package var isRequired: Bool?
    /// Other names under which the platform reads it.
    package var aliases: [String] = []
    /// The property that holds it, where it is named otherwise.
    package var property: String?
    /// Whether it is read, written, or both.
    package var direction = Direction.both
    /// What is written where there is no value; nil where that is unknown.
    package var absent: Absent?
    /// The values that are left out although they are there.
    package var omits: [Omission] = []
    /// The value that is written where the caller has set none, as JSON text.
    package var defaultValue: String?
    /// The name of another member whose value is written here.
    package var carries: String?
    /// The longest value, in bytes.
    package var maxBytes: Int?
    /// The members of the object in it, or of the objects in its list.
    package var members: [ManifestMember] = []
    /// Where it is declared.
    package var source: FactSource?

    /// Takes its name.
    package init(_ name: String, _ types: [MemberType] = [], source: FactSource? = nil) {
        self.name = name
        self.types = types
        self.source = source
    }

    /// A kind of JSON value, as far as a declaration tells (CMP-008).
    package enum MemberType: String, Hashable, Sendable, CaseIterable {
        /// Text.
        case string
        /// Text that is Base64.
        case base64
        /// Text that is an address or a path.
        case url
        /// A number without a fraction.
        case integer
        /// Any number.
        case number
        /// `true` or `false`.
        case boolean
        /// An object.
        case object
        /// A list.
        case array
        /// `null`.
        case null
        /// Anything: the declaration does not say, or leaves it to the caller.
        case any
    }

    /// Which way a member goes.
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        /// It is read and written.
        case both
        /// It is read and never written.
        case read
        /// It is written and never read.
        case write
        /// It is declared, and neither read nor written.
        case none
    }

    /// What is written in place of no value.
    package enum Absent: String, Hashable, Sendable, CaseIterable {
        /// Nothing: the member is left out.
        case omitted
        /// `null`
        case null
        /// The empty value of its type: `""` or `0` or `false`.
        case zero
        /// `{}`, or an object whose members are all empty.
        case emptyObject = "empty-object"
        /// `[]`
        case emptyArray = "empty-array"
    }

    /// A value that is left out although it is there.
    package enum Omission: String, Hashable, Sendable, CaseIterable {
        /// `""`
        case emptyString = "empty-string"
        /// `0`
        case zero
        /// `false`
        case `false`
        /// A path on the sender's device.
        case localPath = "local-path"
    }
}
