// SPDX-License-Identifier: Apache-2.0

/// A fact about the wire in a source tree, with its place.
package struct ScanFact: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An objectName is declared, registered or sent.
        case type
        /// The flags of a type, as the number on the wire.
        case flag
        /// A member of a type's content.
        case member
        /// The class that represents a type.
        case className = "class"
        /// A conversation type's word and number.
        case conversationType
    }

    /// The path of the file, below the root.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The type; empty if the fact concerns none.
    package var objectName: String
    package var kind: Kind
    /// The name or number.
    package var value: String
    package var certainty: FactSource.Certainty
}

/// A place that concerns the wire but could not be read.
package struct UnreadPlace: Hashable, Sendable {
    /// The path of the file, below the root.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// A description of what was sought and why it could not be read.
    package var reason: String
}

/// A file or a folder that was skipped.
package struct PassedOver: Hashable, Sendable {
    /// The path, below the root.
    package var path: String
    /// The reason that it was not read.
    package var reason: String
}

/// A name that is declared twice in a tree, differently.
package struct Contradiction: Hashable, Sendable {
    /// The type.
    package var objectName: String
    /// The declaration that the manifest follows.
    package var first: FactSource
    /// The other declaration.
    package var second: FactSource
    /// The differences, in words.
    package var differences: [String]
}

/// The facts of a source tree, and the places that could not be read.
package struct ScanResult: Sendable {
    /// The number of files read, by language.
    package var files: [SourceLanguage: Int] = [:]
    /// The paths of the source files, in the order in which they were read.
    package var sources: [String] = []
    /// The number of bytes read.
    package var bytes = 0
    /// The facts, in the order of the files and lines.
    package var facts: [ScanFact] = []
    /// The types with their members and flags.
    package var types: [ManifestType] = []
    /// The objects that occur in many types, with the language that declares each.
    package var objects: [(language: SourceLanguage, object: ManifestObject)] = []
    /// The conversation types, the flags, and the enumerations of members.
    package var enumerations: [ManifestEnumeration] = []
    /// The language in which each type is declared, in the order of `types`.
    package var languages: [SourceLanguage] = []
    /// The platforms of files, by path, if the tree indicates them.
    package var platforms: [String: ScanPlatform] = [:]
    /// The places that could not be read.
    package var unread: [UnreadPlace] = []
    /// The names that are declared twice, differently.
    package var contradictions: [Contradiction] = []
    /// The files and folders that were skipped.
    package var passedOver: [PassedOver] = []
    /// The number of files and folders excluded by rule, by name and rule.
    package var leftOut: [String: Int] = [:]
    /// Whether tests were read although the caller did not ask for it, because nothing else declares a type.
    package var hasOnlyTests = false
    /// Whether tests were left out.
    var leftOutTests: Bool { leftOut.keys.contains { $0.hasSuffix("(tests)") } }
    /// The number of files that gave way to sources: documentation, examples, old releases and bundles.
    package var givingWay = 0
    /// The paths of those of them that a tool made.
    var outputs: Set<String> = []
    /// The platforms that build files at the root of the tree indicate.
    var rootPlatforms: Set<ScanPlatform> = []
    /// The names that only those files declare, although sources declare others.
    package var onlySecondary: [String] = []
    /// The number of files that are not source code, by extension.
    package var others: [String: Int] = [:]
}

extension ScanResult {
    /// Removes what was read of other languages.
    mutating func keep(_ kept: Set<SourceLanguage>) {
        func isKept(_ file: String) -> Bool { SourceLanguage(fileName: file).map(kept.contains) ?? true }
        let pairs = zip(types, languages).filter { kept.contains($0.1) }
        types = pairs.map(\.0)
        languages = pairs.map(\.1)
        objects.removeAll { !kept.contains($0.language) }
        enumerations.removeAll { $0.source.map { !isKept($0.file) } ?? false }
        files = files.filter { kept.contains($0.key) }
        sources.removeAll { !isKept($0) }
        facts.removeAll { !isKept($0.file) }
        unread.removeAll { !isKept($0.file) }
        contradictions.removeAll { !isKept($0.first.file) }
        platforms = platforms.filter { isKept($0.key) }
        outputs = outputs.filter(isKept)
    }
}
