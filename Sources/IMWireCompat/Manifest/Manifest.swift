// SPDX-License-Identifier: Apache-2.0

/// The claims of one platform about the wire: the types it knows, their flags and members, and its enumerations
/// (CMP-001).
///
/// Each claim may name the place it was read from. A fact that a manifest does not state is unknown, not absent.
package struct Manifest: Hashable, Sendable {
    /// The version of the format.
    package static let version = 1

    /// The platform's short name, such as `web-v2`.
    package var platform: String
    /// A short description of the platform.
    package var title: String?
    /// The library or source tree that was read.
    package var sdk: SDK?
    /// The sources of the facts, if there are several.
    package var provenance: [Provenance] = []
    /// The kind of names that members have, unless a type specifies another.
    package var shape = Shape.wire
    /// How the platform reads, if known; only write profiles need it (CMP-016).
    package var reading: ValueReading?
    /// Notes for readers of the manifest.
    package var notes: [String] = []
    package var types: [ManifestType] = []
    /// The objects that occur in many types, such as `user`; `*` holds the members that every content has.
    package var objects: [ManifestObject] = []
    /// The numbers and words on the wire.
    package var enumerations: [ManifestEnumeration] = []
    /// The maximum length of an objectName that the platform accepts, in characters.
    package var objectNameLimit: NameLimit?

    /// Creates a manifest for the platform with the given name.
    package init(platform: String) {
        self.platform = platform
    }

    /// Sets the kind of names that all members have, whatever types and objects specify.
    package mutating func setShape(_ shape: Shape) {
        self.shape = shape
        for index in types.indices { types[index].shape = nil }
        for index in objects.indices { objects[index].shape = nil }
    }

    /// A released library or a source tree.
    package struct SDK: Hashable, Sendable {
        /// The name of the library or tree.
        package var name = ""
        package var version: String?
        /// The commit that was read.
        package var commit: String?
        /// The URL of the library or tree.
        package var url: String?
    }

    /// A place that facts were taken from.
    package struct Provenance: Hashable, Sendable {
        /// A repository, a document or a release.
        package var source = ""
        /// The commit that was read.
        package var commit: String?
        /// A description of what was taken from the source.
        package var note: String?
    }

    /// How programs that use the platform's classes read values (CMP-016).
    package struct ValueReading: Hashable, Sendable {
        /// The treatment of a value whose JSON type is not the declared one.
        package enum Types: String, Hashable, Sendable, CaseIterable {
            /// The value is converted or kept.
            case loose
            /// The value is lost, or the whole message.
            case exact
        }

        /// The characters that are read correctly without an escape.
        package enum Characters: String, Hashable, Sendable, CaseIterable {
            /// All characters.
            case unicode
            /// ASCII characters only.
            case ascii
        }

        /// The treatment of a value whose JSON type is not the declared one.
        package var types: Types?
        /// The characters that are read correctly without an escape.
        package var characters: Characters?
        /// The place where this was read.
        package var source: FactSource?
    }

    /// The maximum length of an objectName, in characters.
    package struct NameLimit: Hashable, Sendable {
        /// The number of characters.
        package var value = 0
        /// The place where it was read.
        package var source: FactSource?
    }

    /// The kind of names that members have (CMP-006).
    package enum Shape: String, Hashable, Sendable, CaseIterable {
        /// The names in the JSON on the wire.
        case wire
        /// The names of a class's properties; the names on the wire may differ.
        case property
        /// The names in the objects that a wrapper passes to its own native side.
        case bridge
    }
}

/// The place where a fact was read, and the certainty of the fact (CMP-004).
package struct FactSource: Hashable, Sendable {
    /// The certainty of a fact.
    package enum Certainty: String, Hashable, Sendable, CaseIterable {
        /// The fact was read as it stands.
        case sure
        /// The fact follows from something that was read.
        case likely
        /// The fact is a guess from a pattern that may mean something else.
        case guess
    }

    /// The path of the file, below the root of the tree that was read.
    package var file = ""
    /// The line, from 1.
    package var line: Int?
    /// The certainty of the fact.
    package var certainty = Certainty.sure
}
