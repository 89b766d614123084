// SPDX-License-Identifier: Apache-2.0

/// Something that a source tree says of the wire, with the place where it says so.
package struct ScanFact: Hashable, Sendable {
    /// What is said.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An objectName is declared, registered or sent.
        case type
        /// The flags of a type, as the number of the wire.
        case flag
        /// A member of a type's content.
        case member
        /// The class that stands for a type.
        case className = "class"
        /// A conversation type's word and number.
        case conversationType
    }

    /// The file, below the root.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The type; empty where none is meant.
    package var objectName: String
    /// What is said.
    package var kind: Kind
    /// The name or number.
    package var value: String
    /// How sure it is.
    package var certainty: FactSource.Certainty
}

/// A place that says something of the wire which could not be read.
package struct UnreadPlace: Hashable, Sendable {
    /// The file, below the root.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// What was looked for, and why it could not be read.
    package var reason: String
}

/// A file or a folder that was not looked into.
package struct PassedOver: Hashable, Sendable {
    /// Its path below the root.
    package var path: String
    /// The reason why it was not read.
    package var reason: String
}

/// One name that is declared twice in a tree, and not alike.
package struct Contradiction: Hashable, Sendable {
    /// The type.
    package var objectName: String
    /// The declaration that the manifest follows.
    package var first: FactSource
    /// The other one.
    package var second: FactSource
    /// Where they differ, in words.
    package var differences: [String]
}

/// What a source tree says, and what of it could not be read.
package struct ScanResult: Sendable {
    /// The files that were read, by language.
    package var files: [SourceLanguage: Int] = [:]
    /// The bytes that were read.
    package var bytes = 0
    /// The facts, in the order of the files and lines.
    package var facts: [ScanFact] = []
    /// The types with their members and flags.
    package var types: [ManifestType] = []
    /// The objects that occur in many types, with the language that declares each.
    package var objects: [(language: SourceLanguage, object: ManifestObject)] = []
    /// The conversation types, and the enumerations of members.
    package var enumerations: [ManifestEnumeration] = []
    /// The language in which each type is declared, in the order of `types`.
    package var languages: [SourceLanguage] = []
    /// The platforms of files, by path, where something in the tree tells them.
    package var platforms: [String: ScanPlatform] = [:]
    /// What could not be read.
    package var unread: [UnreadPlace] = []
    /// Names that are declared twice, and not alike.
    package var contradictions: [Contradiction] = []
    /// What was not looked into.
    package var passedOver: [PassedOver] = []
    /// Folders that were left out by default, and how many of each name.
    package var leftOut: [String: Int] = [:]
    /// How many files gave way to sources: documentation, examples, old releases and bundles.
    package var givingWay = 0
    /// Names that only those files declare, although sources declare others.
    package var onlySecondary: [String] = []
    /// Files that are no source code, by the end of their names.
    package var others: [String: Int] = [:]
}
