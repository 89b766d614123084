// SPDX-License-Identifier: Apache-2.0

/// Reads source files one after the other, and puts together what they say when all have been read.
///
/// Only claims and constants are kept of a file, not its text, so that memory does not grow with the tree.
package struct SourceScan {
    private var claims = ScanClaims()
    private var constants = ConstantTable()
    private var paths: [String] = []
    private var languages: [SourceLanguage] = []
    private var secondary: [Bool] = []
    /// Which of those count only where no source of their side declares anything.
    private var yielding: [Bool] = []
    private var counts: [SourceLanguage: Int] = [:]
    private var bytes = 0
    private var bridges: Set<BridgeFolder> = []
    /// What build files say of the files below their folders.
    var tree = TreePlatforms()

    /// Nothing has been read.
    package init() {}

    /// What one file says, before the others are known.
    struct Reading: Sendable {
        var claims = ScanClaims()
        var constants = ConstantList()
        var bytes = 0
        /// Whether the file is a bundle: no person writes lines that long.
        var isBundle = false
        /// Whether the file talks to a native side that translates names.
        var isBridge = false

        /// Reads a file that will have this index.
        init(_ bytes: [UInt8], index: Int, path: String, language: SourceLanguage) {
            let file = SourceFile(index: index, path: path, language: language, bytes: bytes)
            self.bytes = bytes.count
            isBundle = bytes.count > 512 && bytes.count / (1 + bytes.count { $0 == 0x0a }) > 400
            isBridge = BridgeFolder.isBridge(file)
            ConstantCollector.collect(file, into: &constants)
            ClassRecogniser(file: file).run(&claims)
            RegistrationRecogniser(file: file).run(&claims)
            MessageRecogniser(file: file).run(&claims)
            RequestRecogniser(file: file).run(&claims)
            HelperRecogniser(file: file).run(&claims)
            MappingRecogniser(file: file).run(&claims)
            NamingRecogniser(file: file).run(&claims)
            if language == .swift { CaseRecogniser(file: file).run(&claims) }
            EnumerationRecogniser(file: file).run(&claims)
        }
    }

    /// Reads a file.
    package mutating func read(_ bytes: [UInt8], path: String, language: SourceLanguage) {
        add(Reading(bytes, index: next, path: path, language: language), path: path, language: language)
    }

    /// The index of the file that is added next.
    var next: Int { paths.count }

    /// Adds what a file says; nil where it could not be read, so that the indices stay those that were given out.
    mutating func add(_ reading: Reading?, path: String, language: SourceLanguage) {
        paths.append(path)
        languages.append(language)
        secondary.append(reading?.isBundle == true || SourceScan.givesWay(path))
        yielding.append(
            reading?.isBundle == true || SourceScan.isIn(SourceScan.yieldingFolders, path) || SourceScan.isBundle(path))
        guard let reading else { return }
        if reading.isBridge, !SourceScan.givesWay(path), bridges.count < 1_000 {
            bridges.insert(BridgeFolder(path, language))
        }
        counts[language, default: 0] += 1
        bytes += reading.bytes
        constants.add(reading.constants)
        claims.add(reading.claims)
    }

    /// Folders whose files count only where no source of the same languages declares a type.
    static let yieldingFolders: Set<String> = [
        "docs", "doc", "documentation", "examples", "sample", "samples", "snippets", "release", "releases", "archive",
        "old", "legacy",
    ]
    /// Folders that can be the application itself: their files add types that no source declares.
    static let addingFolders: Set<String> = ["example", "demo", "demos"]

    /// Whether one of the folders that lead to a file is in a list.
    private static func isIn(_ list: Set<String>, _ path: String) -> Bool {
        let parts = path.lowercased().split(separator: "/")
        return parts.dropLast().enumerated().contains { place, part in
            // Java's `com/example` is a name, no example.
            list.contains(String(part))
                && (part != "example" || place == 0 || !["com", "org", "net", "io", "dev"].contains(parts[place - 1]))
        }
    }

    /// Whether a path leads to documentation, an example, an old release or a bundle.
    private static func givesWay(_ path: String) -> Bool {
        isIn(yieldingFolders.union(addingFolders), path) || isBundle(path)
    }

    /// Whether a name is that of a file that a program has put together.
    private static func isBundle(_ path: String) -> Bool {
        let name = path.lowercased().split(separator: "/").last ?? ""
        return name.contains(".min.") || name.contains(".bundle.")
    }

    /// What all files say together.
    package func finish() -> ScanResult {
        let platforms = tree.platforms(paths, languages)
        let sides = zip(languages, platforms).map { ScanSide(family: $0.family, platform: $1) }
        var assembly = ScanAssembly(
            claims: claims, constants: constants, paths: paths, languages: languages, sides: sides,
            secondary: secondary, yielding: yielding, bridges: bridges)
        var result = assembly.run()
        for (path, platform) in zip(paths, platforms) where platform != nil { result.platforms[path] = platform }
        result.files = counts
        result.bytes = bytes
        result.givingWay = secondary.count { $0 }
        return result
    }
}
