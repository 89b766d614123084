// SPDX-License-Identifier: Apache-2.0

/// A member of a type or an object (CMP-007).
package struct ManifestMember: Hashable, Sendable {
    /// The name of the member on the wire, of its property, or in a bridge, depending on the shape.
    package var name: String
    /// The JSON types of the value; empty if unknown.
    package var types: [MemberType] = []
    /// The platform's own word for the type.
    package var declaredType: String?
    /// Whether the member is required; nil if unknown.
    package var isRequired: Bool?
    /// Other names under which the platform reads the member.
    package var aliases: [String] = []
    /// The name of the property that holds the member, if it differs.
    package var property: String?
    /// Whether the member is read, written, or both.
    package var direction = Direction.both
    /// The form in which a missing value is written; nil if unknown.
    package var absent: Absent?
    /// The values that are omitted even if the caller sets them.
    package var omits: [Omission] = []
    /// The value, as JSON text, that is written if the caller sets none.
    package var defaultValue: String?
    /// The name of another member whose value is written here.
    package var carries: String?
    /// The maximum size of the value in bytes.
    package var maxBytes: Int?
    /// The members of the value's object, or of the objects in its array.
    package var members: [ManifestMember] = []
    /// How the value is read if its JSON type is another one; nil if unknown.
    package var reading: Manifest.ValueReading.Types?
    /// The place of the declaration.
    package var source: FactSource?

    /// Creates a member with the given name.
    package init(_ name: String, _ types: [MemberType] = [], source: FactSource? = nil) {
        self.name = name
        self.types = types
        self.source = source
    }

    /// The JSON type of a value, as far as a declaration shows it (CMP-008).
    package enum MemberType: String, Hashable, Sendable, CaseIterable {
        case string
        /// A string that is Base64.
        case base64
        /// A string that is an address or a path.
        case url
        /// A number without a fraction.
        case integer
        /// Any number.
        case number
        /// `true` or `false`.
        case boolean
        case object
        case array
        /// `null`.
        case null
        /// Any value: the declaration does not specify the type, or leaves it to the caller.
        case any
    }

    /// The direction in which a member is used.
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        /// The member is read and written.
        case both
        /// The member is read and never written.
        case read
        /// The member is written and never read.
        case write
        /// The member is declared, and neither read nor written.
        case none
    }

    /// The form in which a missing value is written.
    package enum Absent: String, Hashable, Sendable, CaseIterable {
        case omitted
        /// `null`.
        case null
        /// The empty value of the member's type: `""`, `0` or `false`.
        case zero
        /// `{}`, or an object whose members are all empty.
        case emptyObject = "empty-object"
        /// `[]`.
        case emptyArray = "empty-array"
    }

    /// A value that is omitted even if the caller sets it.
    package enum Omission: String, Hashable, Sendable, CaseIterable {
        /// `""`.
        case emptyString = "empty-string"
        /// `0`.
        case zero
        /// `false`.
        case `false`
        /// A path on the sender's device.
        case localPath = "local-path"
    }
}
