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
    private var counts: [SourceLanguage: Int] = [:]
    private var bytes = 0

    /// Nothing has been read.
    package init() {}

    /// What one file says, before the others are known.
    struct Reading: Sendable {
        var claims = ScanClaims()
        var constants = ConstantList()
        var bytes = 0
        /// Whether the file is a bundle: no person writes lines that long.
        var isBundle = false

        /// Reads a file that will have this index.
        init(_ bytes: [UInt8], index: Int, path: String, language: SourceLanguage) {
            let file = SourceFile(index: index, path: path, language: language, bytes: bytes)
            self.bytes = bytes.count
            isBundle = bytes.count > 512 && bytes.count / (1 + bytes.count { $0 == 0x0a }) > 400
            ConstantCollector.collect(file, into: &constants)
            ClassRecogniser(file: file).run(&claims)
            RegistrationRecogniser(file: file).run(&claims)
            MessageRecogniser(file: file).run(&claims)
            RequestRecogniser(file: file).run(&claims)
            MappingRecogniser(file: file).run(&claims)
            NamingRecogniser(file: file).run(&claims)
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
        guard let reading else { return }
        counts[language, default: 0] += 1
        bytes += reading.bytes
        constants.add(reading.constants)
        claims.add(reading.claims)
    }

    /// Folders whose files give way to sources.
    static let secondaryFolders: Set<String> = [
        "docs", "doc", "documentation", "example", "examples", "sample", "samples", "demo", "demos", "snippets",
        "release", "releases", "archive", "old", "legacy",
    ]

    /// Whether a path leads to documentation, an example, an old release or a bundle.
    private static func givesWay(_ path: String) -> Bool {
        let parts = path.lowercased().split(separator: "/")
        let folders = parts.dropLast().enumerated().filter { place, part in
            // Java's `com/example` is a name, no example.
            part != "example" || place == 0 || !["com", "org", "net", "io", "dev"].contains(parts[place - 1])
        }
        return folders.contains { secondaryFolders.contains(String($0.element)) }
            || parts.last.map { $0.contains(".min.") || $0.contains(".bundle.") } ?? false
    }

    /// What all files say together.
    package func finish() -> ScanResult {
        var assembly = ScanAssembly(
            claims: claims, constants: constants, paths: paths, languages: languages, secondary: secondary)
        var result = assembly.run()
        result.files = counts
        result.bytes = bytes
        result.givingWay = secondary.count { $0 }
        return result
    }
}
