// SPDX-License-Identifier: Apache-2.0

/// Reads source files one after the other, and puts together what they say when all have been read.
///
/// Only claims and constants are kept of a file, not its text, so that memory does not grow with the tree.
package struct SourceScan {
    private var claims = ScanClaims()
    private var constants = ConstantTable()
    private var paths: [String] = []
    private var languages: [SourceLanguage] = []
    private var counts: [SourceLanguage: Int] = [:]
    private var bytes = 0

    /// Nothing has been read.
    package init() {}

    /// Reads a file.
    package mutating func read(_ bytes: [UInt8], path: String, language: SourceLanguage) {
        let file = SourceFile(index: paths.count, path: path, language: language, bytes: bytes)
        paths.append(path)
        languages.append(language)
        counts[language, default: 0] += 1
        self.bytes += bytes.count
        ConstantCollector.collect(file, into: &constants)
        guard !claims.isFull else { return }
        ClassRecogniser(file: file).run(&claims)
        RegistrationRecogniser(file: file).run(&claims)
        MessageRecogniser(file: file).run(&claims)
        RequestRecogniser(file: file).run(&claims)
        MappingRecogniser(file: file).run(&claims)
        EnumerationRecogniser(file: file).run(&claims)
    }

    /// What all files say together.
    package func finish() -> ScanResult {
        var assembly = ScanAssembly(claims: claims, constants: constants, paths: paths, languages: languages)
        var result = assembly.run()
        result.files = counts
        result.bytes = bytes
        return result
    }
}
