// SPDX-License-Identifier: Apache-2.0

/// The facts of a `build.gradle` or `build.gradle.kts` that decide whether a module's names are renamed.
struct GradleBuild: Sendable {
    /// Whether the module is an application, whose build also renames the libraries that it contains.
    private(set) var isApplication = false
    /// The line that has a release build minified; nil if there is none, or if another line contradicts it.
    private(set) var minifyingLine: Int?
    /// The names of the files with keep rules, in so far as they are written in the build file.
    private(set) var ruleFiles: Set<String> = []
    /// Whether keep rules come from elsewhere, such as from a variable or from a folder.
    private(set) var hasOtherRules = false

    /// The words that begin the call or the assignment that has a build minified.
    private static let switches: Set<String> = [
        "minifyEnabled", "isMinifyEnabled", "setMinifyEnabled", "runProguard", "setRunProguard",
    ]
    private static let ruleCalls: Set<String> = [
        "proguardFile", "proguardFiles", "setProguardFiles", "consumerProguardFiles", "consumerProguardFile",
    ]

    init(_ name: String, _ bytes: [UInt8]) {
        // Dart and Kotlin have the strings, comments and brackets that build files in Groovy and in Kotlin consist of.
        let language: SourceLanguage = name.hasSuffix(".kts") ? .kotlin : .dart
        let source = SourceLexer.tokens(of: bytes, language, maximum: 1 << 18)
        guard !source.isOverfull else { return }
        var places: [Int] = []
        for index in 0..<source.count {
            let token = source[index]
            if token.isString { readPlugin(token.text, source, index) }
            guard token.isWord else { continue }
            if token.text == "application", source.isSymbol(index - 1, ".") { isApplication = true }
            if GradleBuild.ruleCalls.contains(token.text) { readRules(source, index) }
            if GradleBuild.switches.contains(token.text) || token.text == "useProguard" { places.append(index) }
        }
        // A file with more switches is not one that a person wrote.
        guard places.count <= 64 else { return }
        var lines: [Int] = []
        for place in places where !GradleBuild.isDebug(source, place) {
            guard GradleBuild.value(source, place) == true else { return }
            if source[place].text != "useProguard" { lines.append(source.line(place)) }
        }
        minifyingLine = lines.first
    }

    private mutating func readPlugin(_ text: String, _ source: SourceTokens, _ index: Int) {
        guard text == "com.android.application" else { return }
        // `id("com.android.application") version "8.1" apply false` is only a version for the modules below.
        let isVersion = (index + 1 ..| index + 8).contains {
            source.isWord($0, "apply") && source.isWord($0 + 1, "false") && source.line($0) == source.line(index)
        }
        if !isVersion { isApplication = true }
    }

    /// Reads the names of files in a call: `proguardFiles getDefaultProguardFile("…"), "proguard-rules.pro"`.
    private mutating func readRules(_ source: SourceTokens, _ index: Int) {
        let end = source.statementEnd(index, limit: 200, joining: [",", ")", "."])
        var hasName = false
        for place in index + 1 ..| end {
            if source[place].isString {
                hasName = true
                if source.isWord(place - 2, "getDefaultProguardFile") { continue }
                let name = source[place].text.split { $0 == "/" || $0 == "\\" }.last ?? ""
                if name.contains("$") || !name.contains(".") { hasOtherRules = true }
                ruleFiles.insert(String(name))
            } else if source[place].isWord,
                !["getDefaultProguardFile", "file", "files", "project", "rootProject", "layout", "listOf", "arrayOf"]
                    .contains(source[place].text)
            {
                hasOtherRules = true
            }
        }
        if !hasName { hasOtherRules = true }
    }

    /// Returns whether a place is in the block of a build type for debugging.
    private static func isDebug(_ source: SourceTokens, _ index: Int) -> Bool {
        var place = index
        for _ in 0..<16 {
            guard let open = source.bracket(around: place) else { return false }
            // `debug {` or `getByName("debug") {`.
            let words = (max(open - 4, 0)..<open).filter { source.line($0) == source.line(open) }
            if words.contains(where: { source[$0].text.lowercased().holds("debug") }) { return true }
            place = open
        }
        return false
    }

    /// Returns the value of a switch, or nil if it is computed: `minifyEnabled true`, `isMinifyEnabled = true`, or a
    /// variable that the file sets once.
    private static func value(_ source: SourceTokens, _ index: Int, depth: Int = 0) -> Bool? {
        var place = index + 1
        if source.isSymbol(place, "=") || source.isSymbol(place, "(") { place += 1 }
        // `true`, but not `true && …` or `project.…`.
        let isAlone = source[place + 1].startsLine || ["}", ")", ";"].contains(source[place + 1].text)
        guard source[place].isWord, isAlone else { return nil }
        switch source[place].text {
        case "true": return true
        case "false": return false
        default:
            guard depth == 0 else { return nil }
            let name = source[place].text
            let all = (0..<source.count).prefix(1 << 20).filter {
                source.isWord($0, name) && source.isSymbol($0 + 1, "=") && !source.isSymbol($0 + 2, "=")
            }
            return all.count == 1 ? value(source, all[0], depth: 1) : nil
        }
    }
}
