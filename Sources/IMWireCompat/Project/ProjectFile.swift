// SPDX-License-Identifier: Apache-2.0

/// The platforms of one application and the folders that hold their code (CMP-074).
package struct ProjectFile: Hashable, Sendable {
    /// The default name of a project file.
    package static let fileName = ".imwire.json"
    /// The version of the format.
    package static let version = 1

    /// A platform: a folder to scan, or a manifest to read.
    package struct Platform: Hashable, Sendable {
        /// The platform's name in reports.
        package var name: String
        /// The folder that holds the platform's code, relative to the project file.
        package var folder: String?
        /// The platform's manifest, if it is written by hand or by another tool.
        package var manifest: String?
        /// The kind of platform; nil to detect it.
        package var platform: ScanPlatform?
        /// The kind of names that members have; nil to use the scanner's result.
        package var shape: Manifest.Shape?
        /// The patterns of files and folders to exclude.
        package var exclude: [String] = []
        /// Whether the platform may declare nothing.
        package var allowsEmpty = false
    }

    /// The platforms, in the order of reports.
    package var platforms: [Platform]
    /// The globs of the own types that all platforms share; if empty, all own types are shared.
    package var own: [String] = []
    /// The path of the baseline, relative to the project file.
    package var baseline: String?
    /// The lowest severity that fails the run.
    package var failOn: FindingSeverity?
    /// Whether guesses fail the run as well.
    package var failsOnGuesses = false

    /// Reads a project file.
    ///
    /// - Throws: The first error found, with its path.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        let object = try FactObject(file: bytes, of: "project", ProjectFile.version)
        platforms = try object.list("platforms", Platform.init)
        own = try object.strings("own")
        baseline = try object.string("baseline")
        failOn = try object.word("failOn")
        failsOnGuesses = try object.boolean("failOnGuesses") ?? false
        try object.finish()
        if platforms.isEmpty { throw ManifestError("/platforms", "name at least one platform") }
        var names: Set<String> = []
        for (index, platform) in platforms.enumerated() where !names.insert(platform.name).inserted {
            throw ManifestError("/platforms/\(index)/name", "another platform has this name")
        }
    }
}

extension ProjectFile.Platform {
    init(_ object: FactObject) throws(ManifestError) {
        name = try object.required("name")
        folder = try object.string("folder")
        manifest = try object.string("manifest")
        if let word = try object.string("platform") {
            guard let known = ScanPlatform(rawValue: word) else {
                let all = ScanPlatform.allCases.map(\.rawValue).joined(separator: ", ")
                throw ManifestError(object.path + "/platform", "one of \(all) is expected")
            }
            platform = known
        }
        shape = try object.word("shape")
        exclude = try object.strings("exclude")
        allowsEmpty = try object.boolean("allowEmpty") ?? false
        guard (folder == nil) != (manifest == nil) else {
            throw ManifestError(object.path, "either folder or manifest is expected")
        }
    }
}
