// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireCompat
import IMWireTestSupport

/// A target for the source code scanner, with code of any language, including code that no compiler accepts.
///
/// The first byte of an input selects the language; the rest is a file.
package struct SourceTarget: FuzzTarget {
    package let name = "sources"

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let choice = input.first else { return }
        let memory = MemoryOracle()
        let language = SourceTarget.language(choice)
        let file = SourceTarget.fileName(language)
        var scan = SourceScan()
        scan.read(Array(input.dropFirst()), path: file, language: language)
        let result = scan.finish()
        let lines = input.dropFirst().reduce(1) { $0 + ($1 == 0x0a || $1 == 0x0d ? 1 : 0) }
        for fact in result.facts {
            observation.note(.shape, TextHash.of(fact.kind.rawValue), UInt64(choice % 12))
            judge(file, fact.file, fact.line, lines, &observation)
        }
        for place in result.unread {
            observation.note(.code, TextHash.of(String(place.reason.prefix(10))), UInt64(choice % 12))
            judge(file, place.file, place.line, lines, &observation)
        }
        observation.note(size: result.types.count, UInt64(choice % 12))
        for type in result.types { observation.note(size: type.members?.count ?? 0, UInt64(choice % 12) + 256) }
        if result.languages.count != result.types.count { observation.violate(.report, at: "languages") }
        if result.bytes != input.count - 1 { observation.violate(.report, at: "bytes") }
        for (platform, _) in ScanPlatform.found(in: result) {
            ManifestTarget.judge("sources", result.manifest(platform, name: nil), &observation)
        }
        memory.judge(name, input: input.count, factor: 20_000, base: 16 << 20, &observation)
    }

    /// Judges whether a reported location is in the file.
    private func judge(
        _ file: String, _ said: String, _ line: Int, _ lines: Int, _ observation: inout Observation
    ) {
        if said != file || line < 1 || line > lines {
            observation.violate(.report, at: "place", "line \(line) of \(lines)")
        }
    }

    private static func language(_ choice: UInt8) -> SourceLanguage {
        let all = SourceLanguage.allCases
        return all[Int(choice) % all.count]
    }

    /// Returns a file name whose extension identifies the language.
    private static func fileName(_ language: SourceLanguage) -> String {
        let ends = [
            "ets", "cs", "dart", "go", "java", "js", "kt", "m", "php", "py", "swift", "ts",
        ]
        return ends.map { "a." + $0 }.first { SourceLanguage(fileName: $0) == language } ?? "a"
    }

    /// Returns the input for a file of a source tree, or nil if its language is not known.
    static func seed(_ bytes: [UInt8], fileName: String) -> [UInt8]? {
        guard let language = SourceLanguage(fileName: fileName),
            let index = SourceLanguage.allCases.firstIndex(of: language)
        else { return nil }
        return [UInt8(index)] + bytes
    }

    // MARK: Making inputs

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        var input = [UInt8(random.pick(0...SourceLanguage.allCases.count - 1))]
        for _ in 0..<random.pick(1...12) {
            input += dictionary[random.pick(0...dictionary.count - 1)]
            if random.chance(30) { input.append(0x0a) }
        }
        return input
    }

    /// Duplicates, removes, swaps or copies lines, inserts words, or changes the language.
    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard let choice = input.first else { return input }
        var lines = SourceTarget.lines(input)
        let others = SourceTarget.lines(other)
        let place = random.pick(0...max(0, lines.count - 1))
        switch random.pick(0...5) {
        case 0 where !lines.isEmpty: lines.insert(lines[place], at: random.pick(0...lines.count))
        case 1 where lines.count > 1: lines.remove(at: place)
        case 2 where lines.count > 1: lines.swapAt(place, random.pick(0...lines.count - 1))
        case 3 where !others.isEmpty:
            let start = random.pick(0...others.count - 1)
            let end = min(others.count, start + random.pick(1...12))
            lines.insert(contentsOf: others[start..<end], at: min(place, lines.count))
        case 4 where !lines.isEmpty:
            let at = lines[place].startIndex + random.pick(0...lines[place].count)
            lines[place].insert(contentsOf: dictionary[random.pick(0...dictionary.count - 1)], at: at)
        default: return [UInt8(random.pick(0...SourceLanguage.allCases.count - 1))] + input.dropFirst()
        }
        var changed = [choice]
        for line in lines { changed += line }
        if changed.count > maximumLength { changed.removeSubrange(maximumLength...) }
        return changed
    }

    /// Returns the lines of a file with their line endings.
    private static func lines(_ input: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = input.dropFirst()
        while let end = rest.firstIndex(of: 0x0a) {
            lines.append(rest[rest.startIndex...end])
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { lines.append(rest) }
        return lines
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        let lines = SourceTarget.lines(input)
        return lines.map { line in
            var input = input
            input.removeSubrange(line.startIndex..<line.endIndex)
            return input
        }
    }

    /// The constructs that the recognisers look for, and those that are difficult for the lexers.
    package var dictionary: [[UInt8]] { SourceTarget.words.map { Array($0.utf8) } }

    private static let words = [
        "@MessageTag(value = \"App:A\", flag = MessageTag.ISCOUNTED | MessageTag.ISPERSISTED)\n", "class A {", "}",
        "objectName", "getObjectName()", "return \"App:A\"", "registerMessageType(",
        "im.registerMessageType('App:A', true, true, ['a']);", "put(\"key\", value)", "optString(\"key\")",
        "json['key']", "toJson()", "fromJson", "const A = 'x' + B;", "static final String A = ",
        "enum ConversationType { PRIVATE = 1, GROUP = 3 }", "ConversationType", "func (a A) ObjectName() string {",
        "`json:\"key,omitempty\"`", "+ (NSString *)getObjectName", "@\"App:A\"", "#define A @\"App:A\"",
        "+ (RCMessagePersistent)persistentFlag", "def object_name(self):", "@property", "\"\"\"", "/*", "*/", "//",
        "#if 0", "#endif", "${", "\\(", "`", "'", "\"", "{", "(", "[", "<", ">", ")", "]", ";", ",", ":", "=>", "=",
        "<<<A\n", "r\"", "$\"", "@\"", "R\"(", "\\u0041", "\r\n", "\t", "if x:\n    ", "switch {", "case 1:", "0x1F",
        "1_000", "null", "class", "val", "var", "data class A(val a: String = \"\")", "record A(int a)", "fun", "func",
    ]
}
