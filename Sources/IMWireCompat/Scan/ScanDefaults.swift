// SPDX-License-Identifier: Apache-2.0

/// The default rules for the files and folders that a scan excludes, and for those that give way to sources.
package enum ScanDefaults {
    /// The rules by subject, each with its names in order.
    package static let rules: [(title: String, names: [String])] = [
        ("version control", SourceTree.version.sorted()),
        ("dependencies (--include-dependencies)", SourceTree.dependencies.sorted() + BundledLibrary.patterns),
        ("build output (--include-build)", SourceTree.builds.sorted()),
        ("tests (--include-tests)", SourceTree.tests.sorted() + ["*.test.*", "*.spec.*", "*_test.*", "*.tests.*"]),
        (
            "read, and listed only where no source declares a type",
            SourceScan.yieldingFolders.sorted() + ["*.min.*", "*.bundle.*", "files with very long lines"]
        ),
        ("read, and give way to sources", SourceScan.addingFolders.sorted()),
        (
            "build files that tell whose code is below their folder",
            TreePlatforms.files.keys.sorted() + [
                "*.csproj", "*.asmdef", "*.xcodeproj", "*.xcworkspace", "ProjectSettings",
            ]
        ),
        ("first folders that tell it where no build file does", TreePlatforms.words.keys.sorted()),
    ]
}
