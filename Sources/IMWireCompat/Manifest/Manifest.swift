// SPDX-License-Identifier: Apache-2.0

/// What one platform says of the wire: the types it knows, their flags and members, and its numbers (CMP-001).
///
/// Everything is a claim, with the place it was read from. What a manifest does not say is unknown, not absent.
package struct Manifest: Hashable, Sendable {
    /// The version of the format.
    package static let version = 1

    /// The platform's short name, such as `web-v2`.
    package var platform: String
    /// What it is, in a few words.
    package var title: String?
    /// Where it was read from.
    package var sdk: SDK?
    /// Where its facts come from, where that is more than one place.
    package var provenance: [Provenance] = []
    /// What the names of its members are, where a type does not say otherwise.
    package var shape = Shape.wire
    /// How the platform reads, where that is known; only profiles for writing need it (CMP-016).
    package var reading: Reading?
    /// What a reader should know.
    package var notes: [String] = []
    /// The types.
    package var types: [ManifestType] = []
    /// The objects that occur in many types, such as `user`; `*` holds members that every content has.
    package var objects: [ManifestObject] = []
    /// The numbers and words of the wire.
    package var enumerations: [ManifestEnumeration] = []
    /// The longest objectName, in characters, that the platform accepts.
    package var objectNameLimit: Claim<Int>?

    /// Takes the platform's name.
    package init(platform: String) {
        self.platform = platform
    }

    /// A released library or a source tree.
    package struct SDK: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its version.
        package var version: String?
        /// The commit that was read.
        package var commit: String?
        /// Where it can be found.
        package var url: String?

        /// Creates a value from its parts.
        package init(name: String, version: String? = nil, commit: String? = nil, url: String? = nil) {
            self.name = name
            self.version = version
            self.commit = commit
            self.url = url
        }
    }

    /// A place that facts were taken from.
    package struct Provenance: Hashable, Sendable {
        /// A repository, a document or a release.
        package var source: String
        /// The commit that was read.
        package var commit: String?
        /// What was taken from it.
        package var note: String?

        /// Creates a value from its parts.
        package init(source: String, commit: String? = nil, note: String? = nil) {
            self.source = source
            self.commit = commit
            self.note = note
        }
    }

    /// How programs read that use the platform's classes (CMP-016).
    package struct Reading: Hashable, Sendable {
        /// What becomes of a value of another JSON type than the declared one.
        package enum Types: String, Hashable, Sendable, CaseIterable {
            /// It is converted, or kept.
            case loose
            /// It is lost, or the message with it.
            case exact
        }

        /// Which characters are read right where no escape is used.
        package enum Characters: String, Hashable, Sendable, CaseIterable {
            /// All of them.
            case unicode
            /// Those of ASCII alone.
            case ascii
        }

        /// What becomes of a value of another JSON type than the declared one.
        package var types: Types?
        /// Which characters are read right where no escape is used.
        package var characters: Characters?
        /// Where it was read.
        package var source: FactSource?

        /// Creates a value from its parts.
        package init(types: Types? = nil, characters: Characters? = nil, source: FactSource? = nil) {
            self.types = types
            self.characters = characters
            self.source = source
        }
    }

    /// What the names of members are (CMP-006).
    package enum Shape: String, Hashable, Sendable, CaseIterable {
        /// The names of the JSON on the wire.
        case wire
        /// The names of a class's properties; what is written may be named otherwise.
        case property
        /// The names of the objects that a wrapper hands to its own native side.
        case bridge
    }
}

/// A value, and where it was read.
package struct Claim<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value.
    package var value: Value
    /// The file and line that it was read from; nil if the manifest does not name them.
    package var source: FactSource?

    /// Takes both.
    package init(_ value: Value, _ source: FactSource? = nil) {
        self.value = value
        self.source = source
    }
}

/// Where a fact was read, and how sure it is (CMP-004).
package struct FactSource: Hashable, Sendable {
    /// How sure a reader can be.
    package enum Certainty: String, Hashable, Sendable, CaseIterable {
        /// Read as it stands.
        case sure
        /// Follows from something that was read.
        case likely
        /// A pattern that may mean something else.
        case guess
    }

    /// The file, below the root of what was read.
    package var file: String
    /// The line, from 1.
    package var line: Int?
    /// How sure it is.
    package var certainty: Certainty

    /// Creates a value from its parts.
    package init(file: String, line: Int? = nil, certainty: Certainty = .sure) {
        self.file = file
        self.line = line
        self.certainty = certainty
    }
}
