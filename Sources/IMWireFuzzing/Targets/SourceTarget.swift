// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireCompat
import IMWireTestSupport

/// A target for the source code scanner, with code of any language, including code that no compiler accepts, and with
/// build files and keep rules.
///
/// The first byte of an input selects the language or the build file; the rest is a file.
struct SourceTarget: FuzzTarget {
    let name = "sources"

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let (file, language) = SourceTarget.file(choice)
        var scan = SourceScan()
        if let language {
            scan.read(Array(input.dropFirst()), path: file, language: language)
        } else {
            for (path, text) in SourceTarget.module where path != file {
                scan.read(buildFile: Array(text.utf8), path: path)
            }
            scan.read(buildFile: Array(input.dropFirst()), path: file)
            scan.read(Array(SourceTarget.minified.utf8), path: "app/Gift.java", language: .java)
        }
        let result = scan.finish()
        let lines = input.dropFirst().reduce(1) { $0 + ($1 == .lineFeed || $1 == .carriageReturn ? 1 : 0) }
        for fact in result.facts {
            observation.record(.shape, TextHash.of(fact.kind.rawValue), UInt64(choice % 12))
            if fact.file == file || language != nil {
                checkLine(fact.line, of: fact.file == file ? lines : 0, &observation)
            }
        }
        for place in result.unread {
            observation.record(.code, TextHash.of(String(place.reason.prefix(10))), UInt64(choice % 12))
            checkLine(place.line, of: place.file == file ? lines : 0, &observation)
        }
        observation.record(size: result.types.count, UInt64(choice % 12))
        for type in result.types {
            observation.record(size: type.members?.count ?? 0, UInt64(choice % 12) + 256)
            observation.record(size: type.minified?.members.count ?? 0, UInt64(choice % 12) + 512)
        }
        if result.languages.count != result.types.count { observation.violate(.report, at: "languages") }
        if language != nil, result.bytes != input.count - 1 { observation.violate(.report, at: "bytes") }
        for (platform, _) in ScanPlatform.found(in: result) {
            ManifestTarget.check("sources", result.manifest(platform, name: nil), &observation)
        }
        memory.check(name, input: input.count, factor: 20_000, base: 16 << 20, &observation)
    }

    /// Checks whether a reported location is in the file.
    private func checkLine(_ line: Int, of lines: Int, _ observation: inout Observation) {
        if line < 1 || line > lines { observation.violate(.report, at: "place", "line \(line) of \(lines)") }
    }

    /// The build files and keep rules of an Android module whose release build renames the members of `minified`.
    private static let module = [
        ("settings.gradle", "include ':app'"),
        (
            "app/build.gradle",
            """
            apply plugin: 'com.android.application'
            android { buildTypes { release { minifyEnabled true
                proguardFiles 'proguard-rules.pro' } } }
            """
        ),
        ("app/proguard-rules.pro", "-keep class a.Other { *; }"),
    ]
    private static let minified = """
        package a;
        import com.google.gson.Gson;
        @MessageTag(value = "App:Gift", flag = MessageTag.ISCOUNTED)
        public class Gift extends MessageContent {
            private int coins;
            private String note;
            public byte[] encode() { return new Gson().toJson(this).getBytes(); }
        }
        """
    private static let buildFiles =
        module.map(\.0) + ["app/build.gradle.kts", "package.json", "Package.swift", "app/a.csproj", "pom.xml"]
    private static let choices = SourceLanguage.allCases.count + buildFiles.count

    /// Returns the path of the file that a choice selects, and its language; a build file has none.
    private static func file(_ choice: UInt8) -> (path: String, language: SourceLanguage?) {
        let place = Int(choice) % choices
        let all = SourceLanguage.allCases
        return place < all.count ? (fileName(all[place]), all[place]) : (buildFiles[place - all.count], nil)
    }

    /// Returns a file name whose extension identifies the language.
    private static func fileName(_ language: SourceLanguage) -> String {
        let ends = ["ets", "cs", "dart", "go", "java", "js", "kt", "m", "php", "py", "swift", "ts"]
        return ends.map { "a." + $0 }.first { SourceLanguage(fileName: $0) == language } ?? "a"
    }

    /// Returns the input for a file of a source tree, or nil if its language is neither known nor that of a build file.
    static func seed(_ bytes: [UInt8], fileName: String) -> [UInt8]? {
        if let language = SourceLanguage(fileName: fileName) {
            return SourceLanguage.allCases.firstIndex(of: language).map { [UInt8($0)] + bytes }
        }
        let name = fileName.split(separator: "/").last ?? ""
        let place = buildFiles.firstIndex { $0.split(separator: "/").last == name }
        return place.map { [UInt8(SourceLanguage.allCases.count + $0)] + bytes }
    }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        var input = [UInt8(random.pick(0...SourceTarget.choices - 1))]
        for _ in 0..<random.pick(1...12) {
            input += dictionary[random.pick(0...dictionary.count - 1)]
            if random.chance(30) { input.append(.lineFeed) }
        }
        return input
    }

    /// Duplicates, removes, swaps or copies lines, inserts words, or changes the language.
    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let choice = input.first else { return input }
        if random.chance(15) { return [UInt8(random.pick(0...SourceTarget.choices - 1))] + input.dropFirst() }
        var lines = SourceTarget.lines(input).map { Array(input[$0]) }
        let others = SourceTarget.lines(other).map { Array(other[$0]) }
        let start = random.pick(0...max(0, others.count - 1))
        PartMutator.mutate(&lines, with: Array(others.dropFirst(start)), &random, new: word) { line, random in
            line.insert(contentsOf: word(&random), at: random.pick(0...line.count))
        }
        var changed = [choice] + lines.joined()
        changed.truncate(to: maximumLength)
        return changed
    }

    private func word(_ random: inout SeededRandom) -> [UInt8] { EdgeValues.pick(dictionary, &random) }

    /// Returns the ranges of the lines of a file, with their line endings.
    private static func lines(_ input: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = min(1, input.count)
        while let end = input.firstIndex(of: .lineFeed, from: start) {
            lines.append(start..<end + 1)
            start = end + 1
        }
        return start < input.count ? lines + [start..<input.count] : lines
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        input.withoutOne(of: SourceTarget.lines(input))
    }

    /// The constructs that the recognizers look for, and those that are difficult for the lexers.
    let dictionary = [
        "@MessageTag(value = \"App:A\", flag = MessageTag.ISCOUNTED | MessageTag.ISPERSISTED)\n", "class A {", "}",
        "objectName", "getObjectName()", "return \"App:A\"", "registerMessageType(",
        "im.registerMessageType('App:A', true, true, ['a']);", "put(\"key\", value)", "optString(\"key\")",
        "json['key']", "toJson()", "fromJson", "const A = 'x' + B;", "static final String A = ",
        "enum ConversationType { PRIVATE = 1, GROUP = 3 }", "ConversationType", "func (a A) ObjectName() string {",
        "`json:\"key,omitempty\"`", "+ (NSString *)getObjectName", "@\"App:A\"", "#define A @\"App:A\"",
        "+ (RCMessagePersistent)persistentFlag", "def object_name(self):", "@property", "\"\"\"", "/*", "*/", "//",
        "#if 0", "#endif", "${", "\\(", "`", "'", "\"", "{", "(", "[", "<", ">", ")", "]", ";", ",", ":", "=>", "=",
        "<<<A\n", "r\"", "$\"", "@\"", "R\"(", "\\u0041", "\r\n", "\t", "if x:\n    ", "switch {", "case 1:", "0x1F",
        "minifyEnabled true\n", "isMinifyEnabled = release", "debug {", "-keep class a.** { <fields>; }\n",
        "-keepclassmembers,allowobfuscation class * extends a.Gift { !static *; }\n", "-include b.pro\n",
        "proguardFiles fileTree('rules'), 'b.pro'\n", "id('com.android.library')", "\"dependencies\": {\"vue\": \"3\"}",
        "1_000", "null", "class", "val", "var", "data class A(val a: String = \"\")", "record A(int a)", "fun", "func",
    ].map { Array($0.utf8) }
}
