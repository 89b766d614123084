// SPDX-License-Identifier: Apache-2.0

/// The platforms of one application and the folders that hold their code (CMP-074).
package struct ProjectFile: Hashable, Sendable {
    /// Where it is looked for.
    package static let fileName = ".imwire.json"
    /// The version of the format.
    package static let version = 1

    /// One platform: a folder that is scanned, or a manifest that is read.
    package struct Platform: Hashable, Sendable {
        /// Its name in reports.
        package var name: String
        /// The folder that holds its code, relative to the project file.
        package var folder: String?
        /// Its manifest, where it is written by hand or by another tool.
        package var manifest: String?
        /// Whose code it is; nil to find out.
        package var platform: ScanPlatform?
        /// What the names of its members are; nil for the scanner's view.
        package var shape: Manifest.Shape?
        /// Patterns that are left out.
        package var exclude: [String] = []
        /// Whether it may declare nothing.
        package var allowsEmpty = false
    }

    /// The platforms, in the order of reports.
    package var platforms: [Platform]
    /// Globs of the own types that all platforms share; all own types if there are none.
    package var own: [String] = []
    /// The baseline, relative to the project file.
    package var baseline: String?
    /// The least severity that fails the run.
    package var failOn: Finding.Severity?

    /// Reads a project file.
    ///
    /// - Throws: the first thing that is wrong, with its path.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        let object = try FactObject(file: bytes, of: "project", ProjectFile.version)
        platforms = try object.list("platforms", Platform.init)
        own = try object.strings("own")
        baseline = try object.string("baseline")
        failOn = try object.word("failOn")
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
