// SPDX-License-Identifier: Apache-2.0

/// A scan that reads source files one after the other, and combines their claims after all have been read.
///
/// Only claims and constants of a file are kept, not its text, so memory does not grow with the size of the texts.
package struct SourceScan {
    private var claims = ScanClaims()
    private var constants = ConstantTable()
    private var files: [ScannedFile] = []
    private var counts: [SourceLanguage: Int] = [:]
    private var bytes = 0
    private var bridges: Set<BridgeFolder> = []
    /// The platforms that build files indicate for the files below their folders.
    var tree = TreePlatforms()

    /// The Android modules whose builds rename classes and fields.
    var modules = MinifiedModules()

    /// Creates a scan that has read nothing.
    package init() {}

    /// The claims of one file, before other files are known.
    struct FileClaims: Sendable {
        var claims = ScanClaims()
        var constants = ConstantList()
        var bytes = 0
        /// Whether the file is a bundle, whose lines are longer than any that a person writes.
        var isBundle = false
        /// Whether a tool made the file from other sources.
        var isGenerated = false
        /// Whether the file calls a native side that translates names.
        var isBridge = false
        var header = JavaHeader()

        /// Reads a file that will have the given index, or returns nil if it has more tokens than `maximumTokens`.
        ///
        /// The text is freed before the tokens are examined.
        init?(_ bytes: consuming [UInt8], index: Int, path: String, language: SourceLanguage, maximumTokens: Int) {
            self.bytes = bytes.count
            isBundle = bytes.count > 512 && bytes.count / (1 + bytes.count { $0 == UInt8(ascii: "\n") }) > 400
            if language == .objc { constants.headers = ImportedHeaders(copy bytes, path: path) }
            let file = SourceFile(
                index: index, path: path, language: language, bytes: consume bytes, maximumTokens: maximumTokens)
            if file.source.isOverfull { return nil }
            isGenerated = GeneratedScript.isGenerated(file)
            isBridge = BridgeFolder.isBridge(file)
            header = JavaHeader(file)
            ConstantCollector.collect(file, into: &constants)
            // The order is that of the claims, of which the first ones count.
            let recognizers: [any FileRecognizer.Type] = [
                ClassRecognizer.self, RegistrationRecognizer.self, MessageRecognizer.self, RequestRecognizer.self,
                HelperRecognizer.self, ConstructionRecognizer.self, RenamedKeyRecognizer.self,
                ScriptClassRecognizer.self, ParameterRecognizer.self, MappingRecognizer.self, SentNameRecognizer.self,
                ReceivedRecognizer.self, NamingRecognizer.self, BranchRecognizer.self, EncoderRecognizer.self,
                PartRecognizer.self, DictionaryRecognizer.self, TextObjectRecognizer.self,
                RegisteredClassRecognizer.self,
                CaseRecognizer.self, EnumerationRecognizer.self, OperationRecognizer.self, TextConstantRecognizer.self,
                SentPartRecognizer.self, ResultRecognizer.self, ColumnRecognizer.self,
            ]
            for recognizer in recognizers { recognizer.init(file: file).run(&claims) }
        }
    }

    /// Reads a file.
    package mutating func read(_ bytes: consuming [UInt8], path: String, language: SourceLanguage) {
        let maximum = SourceTree.Options().maximumTokens
        let reading = FileClaims(consume bytes, index: next, path: path, language: language, maximumTokens: maximum)
        add(reading, path: path, language: language)
    }

    /// The maximum size of a build file in bytes.
    static let maximumBuildFile = 1_048_576

    /// Returns whether a file shows the platform of its folder, or concerns the renaming of names.
    static func isBuildFile(_ name: String) -> Bool {
        TreePlatforms.isBuildFile(name) || MinifiedModules.isRelevant(name)
    }

    /// Reads a build file or keep rules, or records that the file could not be read.
    package mutating func read(buildFile bytes: [UInt8]?, path: String) {
        let name = String(path.split(separator: "/").last ?? "")
        if let bytes, TreePlatforms.isBuildFile(name) { tree.add(path, name, bytes) }
        if MinifiedModules.isRelevant(name) { modules.add(path, name, bytes) }
    }

    /// Whether scripts pass objects to a native side.
    var hasScriptBridge: Bool { bridges.contains(where: \.isScript) }

    /// The index of the next file to be added.
    var next: Int { files.count }

    /// Adds the claims of a file, or nil if it could not be read, so that the assigned indices stay valid.
    mutating func add(_ reading: FileClaims?, path: String, language: SourceLanguage) {
        let isBundle =
            reading?.isBundle == true || SourceScan.isBundle(path) || GeneratedScript.isBundled(path, language)
        let isOutput = isBundle || reading?.isGenerated == true || GeneratedScript.isCopy(path, language)
        files.append(
            ScannedFile(
                path: path, language: language,
                isSecondary: isOutput || SourceScan.givesWay(path),
                isYielding: isBundle || SourceScan.isIn(SourceScan.yieldingFolders, path), isOutput: isOutput,
                header: reading?.header ?? JavaHeader()))
        guard let reading else { return }
        if reading.isBridge, !SourceScan.givesWay(path), bridges.count < 1_000 {
            bridges.insert(BridgeFolder(path, language))
        }
        counts[language, default: 0] += 1
        bytes += reading.bytes
        constants.add(reading.constants, of: files.count - 1)
        claims.add(reading.claims)
    }

    /// The folders whose files count only if no source of the same side declares a type.
    static let yieldingFolders: Set<String> = [
        "docs", "doc", "documentation", "examples", "sample", "samples", "snippets", "release", "releases", "archive",
        "old", "legacy", "bugfix", "bugfixes", "hotfix", "dest", "dist",
    ]
    /// The folders that may hold the application itself, so that their files add types that no source declares.
    static let addingFolders: Set<String> = ["example", "demo", "demos"]

    /// Returns whether a list contains one of the folders that lead to a file.
    private static func isIn(_ list: Set<String>, _ path: String) -> Bool {
        let parts = path.lowercased().split(separator: "/")
        return parts.dropLast().enumerated().contains { place, part in
            // `com/example` in Java is a package name, not an example.
            list.contains(String(part))
                && (part != "example" || place == 0 || !["com", "org", "net", "io", "dev"].contains(parts[place - 1]))
        }
    }

    /// Returns whether a path leads to documentation, an example, an old release or a bundle.
    static func givesWay(_ path: String) -> Bool {
        isIn(yieldingFolders.union(addingFolders), path) || isBundle(path)
    }

    /// Returns whether a file name is that of a generated bundle.
    private static func isBundle(_ path: String) -> Bool {
        let name = path.lowercased().split(separator: "/").last ?? ""
        return name.holds(".min.") || name.holds(".bundle.")
    }

    /// Combines the claims of all files.
    package func finish() -> ScanResult {
        var files = files
        var modules = modules
        modules.finish()
        let platforms = tree.platforms(files.map(\.path), files.map(\.language))
        for (index, platform) in platforms.enumerated() { files[index].platform = platform }
        var assembly = ScanAssembly(
            claims: claims, constants: constants, files: files, bridges: bridges, modules: modules)
        var result = assembly.run()
        for file in files where file.platform != nil { result.platforms[file.path] = file.platform }
        result.sources = files.map(\.path)
        result.files = counts
        result.bytes = bytes
        result.givingWay = files.count(where: \.isSecondary)
        for file in files where file.isOutput { result.outputs.insert(file.path) }
        result.rootPlatforms = tree.rootPlatforms
        return result
    }
}
