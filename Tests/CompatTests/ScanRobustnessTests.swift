// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireCompat
import IMWireTestSupport
import Testing

/// Tests that the scanner handles source that does not compile, and always terminates.
struct ScanRobustnessTests {
    private func scan(_ bytes: [UInt8], _ language: SourceLanguage) -> ScanResult {
        var scan = SourceScan()
        scan.read(bytes, path: "file", language: language)
        return scan.finish()
    }

    private func sources() throws -> [(SourceLanguage, [UInt8])] {
        let files = FileManager.default.enumerator(at: ScanProject.root, includingPropertiesForKeys: nil)
        var sources: [(SourceLanguage, [UInt8])] = []
        for case let file as URL in try #require(files) {
            guard let language = SourceLanguage(fileName: file.lastPathComponent) else { continue }
            sources.append((language, [UInt8](try Data(contentsOf: file))))
        }
        return sources.sorted { ($0.0.rawValue, $0.1.count) < ($1.0.rawValue, $1.1.count) }
    }

    @Test("Truncated files are scanned without a failure")
    func truncated() throws {
        var random = SplitMix(state: 0x5ca1)
        let sources = try sources()
        #expect(sources.count >= 40)
        for (language, bytes) in sources {
            for _ in 0..<12 { _ = scan(Array(bytes.prefix(random.below(bytes.count + 1))), language) }
        }
    }

    @Test("Mutated files are scanned as any language without a failure")
    func mutated() throws {
        var random = SplitMix(state: 0xbeef)
        let odd: [UInt8] = Array("(){}[]<>\"'`\\/*#$@;:,=.+|!?-%&\n\t\0".utf8) + [0x80, 0xff, 0xc3, 0xf0]
        for (language, bytes) in try sources() {
            for round in 0..<12 {
                var bytes = bytes
                for _ in 0...random.below(12) where !bytes.isEmpty {
                    let place = random.below(bytes.count)
                    switch random.below(3) {
                    case 0: bytes[place] = odd[random.below(odd.count)]
                    case 1: bytes.insert(odd[random.below(odd.count)], at: place)
                    default: bytes.remove(at: place)
                    }
                }
                let other = SourceLanguage.allCases[random.below(SourceLanguage.allCases.count)]
                _ = scan(bytes, round % 3 == 0 ? other : language)
            }
        }
    }

    @Test("Deep nesting, long lines and repetition need time in proportion", arguments: SourceLanguage.allCases)
    func large(_ language: SourceLanguage) {
        let pieces = [
            "{", "(", "[", "[[", "((", "\"${", "`${", "\"\\(", "$\"{", "/*", "\"\"\"", "class A {", "@MessageTag(",
            "a.b.",
            "\"a\" + ", "x = y; ", "{a:", "['k' => ", "registerMessageType(", "for (", "<<<A\n", "#if 0\n", "f(a, ",
            "objectName: ", "#define A ", "put(\"k\", ", "if x:\n  ", "class A: pass\n", "@interface A\n", "A<B<",
            "-- ",
            "enum ConversationType { A = 1, ", "func (a A) ObjectName() string { return \"", "switch { case ",
        ]
        for piece in pieces {
            func time(_ length: Int) -> Double {
                let bytes = Array(String(repeating: piece, count: length / piece.utf8.count).utf8)
                let start = ProcessorTime.seconds
                _ = scan(bytes, language)
                return ProcessorTime.seconds - start
            }
            // The larger source is eight times as long; quadratic time would take 64 times as long.
            let (small, large) = (time(1_500), time(12_000))
            #expect(large < small * 24 + 0.1, "\(piece) took \(small) and then \(large)")
        }
        _ = scan([UInt8](repeating: 0, count: 10_000), language)
        _ = scan([UInt8](repeating: 0xff, count: 10_000), language)
        _ = scan(Array(String(repeating: "a", count: 300_000).utf8), language)
        _ = scan([], language)
    }

    /// Returns the processor times for two sources, one eight times the size of the other.
    private func times(_ language: SourceLanguage, _ source: (Int) -> String, _ count: Int) -> (Double, Double) {
        func time(_ count: Int) -> Double {
            let bytes = Array(source(count).utf8)
            let start = ProcessorTime.seconds
            _ = scan(bytes, language)
            return ProcessorTime.seconds - start
        }
        return (time(count), time(count * 8))
    }

    @Test("Registrations need time in proportion, on one line or many (E8)", arguments: ["\n", " "])
    func registrations(_ separator: String) {
        let (small, large) = times(
            .javascript,
            { count in
                (0..<count).map { "im.registerMessageType('App:T\($0)', true, true, ['a', 'b\($0)']);" }
                    .joined(separator: separator)
            }, 500)
        #expect(large < small * 16 + 0.1, "\(small) and then \(large)")
    }

    @Test(
        "Slashes that begin no regular expression need time in proportion",
        arguments: ["/[", "/[a", "x(/[b", "/[\\]", "/[/]["])
    func unendedExpressions(_ piece: String) {
        let (small, large) = times(.javascript, { String(repeating: piece, count: $0) }, 6_000)
        #expect(large < small * 16 + 0.1, "\(small) and then \(large)")
    }

    @Test("A regular expression is skipped after a slash that begins none on the same line")
    func expressionAfterSlash() {
        let source = "a = /[b; c = /'/; registerMessageType('App:X', true, true, ['m']);"
        #expect(scan(Array(source.utf8), .javascript).types.map(\.objectName) == ["App:X"])
    }

    @Test("Members of one class need time in proportion (E8)")
    func wideClass() {
        let (small, large) = times(
            .java,
            { count in
                let fields = (0..<count).map { "String f\($0);" }.joined(separator: "\n")
                let puts = (0..<count).map { "json.put(\"f\($0)\", f\($0));" }.joined(separator: "\n")
                return "@MessageTag(value = \"App:X\", flag = 3) class X { \(fields) byte[] encode() { \(puts) } }"
            }, 250)
        #expect(large < small * 16 + 0.1, "\(small) and then \(large)")
    }

    @Test("The scan of classes that all inherit from each other ends (E8)")
    func lattice() throws {
        let names = (0..<30).map { "I\($0)" }
        let interfaces = names.map { name in
            "interface \(name) extends \(names.filter { $0 != name }.joined(separator: ", ")) { int f\(name); }"
        }
        let source =
            interfaces.joined(separator: "\n")
            + "\n@MessageTag(value = \"App:X\", flag = 3) class X extends I0 { String own; }"
        let start = ProcessorTime.seconds
        let result = scan(Array(source.utf8), .java)
        #expect(ProcessorTime.seconds - start < 5)
        #expect(result.types.first?.members?.contains { $0.name == "fI29" } == true)
    }

    @Test("The members that types share through one long list are limited")
    func sharedList() {
        let names = (0..<2_000).map { "'a\($0)'" }.joined(separator: ",")
        let calls = (0..<1_000).map { "im.registerMessageType('App:T\($0)', true, true, all);" }.joined(separator: "\n")
        let result = scan(Array("const all = [\(names)];\n\(calls)".utf8), .javascript)
        #expect(result.types.count == 1_000)
        #expect(result.types.reduce(0) { $0 + ($1.members?.count ?? 0) } <= 500_000)
        #expect(result.unread.contains { $0.reason == "members: more than 500000 in all types" })
    }

    @Test("Cyclic constants are reported")
    func cycles() {
        let source = "const A = B + 'x'; const B = A + 'y'; im.registerMessageType(A, true, true, []);"
        let result = scan(Array(source.utf8), .javascript)
        #expect(result.facts.isEmpty)
        #expect(result.unread.map(\.reason) == ["an objectName: constants that refer to each other"])
    }

    @Test("A name declared twice with different members is reported")
    func contradictions() throws {
        func declared(_ name: String, _ flag: Int, _ key: String) -> [UInt8] {
            let tag = "@MessageTag(value = \"\(name)\", flag = \(flag))"
            return Array("\(tag)\nclass A { byte[] encode() { json.put(\"\(key)\", a); } }".utf8)
        }
        var scan = SourceScan()
        scan.read(declared("App:A", 3, "a"), path: "one/A.java", language: .java)
        scan.read(declared("App:A", 1, "b"), path: "two/A.java", language: .java)
        scan.read(declared("App:B", 1, "b"), path: "one/B.java", language: .java)
        scan.read(declared("App:B", 1, "b"), path: "two/B.java", language: .java)
        let result = scan.finish()
        #expect(result.contradictions.map(\.objectName) == ["App:A"])
        let one = try #require(result.contradictions.first)
        #expect(one.first.file == "one/A.java")
        #expect(one.second.file == "two/A.java")
        #expect(one.differences == ["flags 3 and 1", "only the first has a", "only the second has b"])
    }

    @Test("Links, binaries, large and unreadable files are reported and skipped")
    func passedOver() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "imwire-scan-\(UUID().uuidString)")
        let files = FileManager.default
        try files.createDirectory(at: root.appending(path: "inner"), withIntermediateDirectories: true)
        defer { try? files.removeItem(at: root) }
        try files.createSymbolicLink(at: root.appending(path: "inner/loop"), withDestinationURL: root)
        try files.createSymbolicLink(atPath: root.appending(path: "out.js").path, withDestinationPath: "/etc/passwd")
        try Data("im.registerMessageType('App:A', true, true, ['a']);".utf8).write(to: root.appending(path: "a.js"))
        try Data([0x61, 0, 0x62]).write(to: root.appending(path: "binary.js"))
        try Data(repeating: 0x61, count: 50_000_000).write(to: root.appending(path: "line.js"))
        let secret = root.appending(path: "secret.js").path
        try Data("x".utf8).write(to: URL(filePath: secret))
        try files.setAttributes([.posixPermissions: 0], ofItemAtPath: secret)
        try files.createDirectory(at: root.appending(path: "node_modules/x"), withIntermediateDirectories: true)
        let result = try SourceTree.scan(root.path)
        let paths = Set(result.passedOver.map(\.path))
        #expect(paths.isSuperset(of: ["binary.js", "inner/loop", "line.js", "out.js"]))
        // The root user can read every file.
        #expect(paths.contains("secret.js") == (getuid() != 0))
        #expect(result.leftOut == ["node_modules (dependencies)": 1])
        #expect(result.types.map(\.objectName) == ["App:A"])
    }

    @Test("A file of more tokens than the limit is reported and skipped")
    func tokenLimit() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "imwire-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        // The file has 13 tokens.
        let source = "registerMessageType('App:A', true, true, ['a']);"
        try Data(source.utf8).write(to: root.appending(path: "a.js"))
        var options = SourceTree.Options()
        options.maximumTokens = 13
        #expect(try SourceTree.scan(root.path, options).types.map(\.objectName) == ["App:A"])
        options.maximumTokens = 12
        let result = try SourceTree.scan(root.path, options)
        #expect(result.types.isEmpty)
        #expect(result.passedOver.map(\.path) == ["a.js"])
        #expect(result.passedOver.map(\.reason) == ["more than 12 tokens"])
    }

    @Test("A file with more distinct names than the lookup table holds is scanned correctly")
    func distinctTexts() {
        let names = (0..<70_000).map { "const n\($0) = \($0);" }.joined(separator: "\n")
        let result = scan(Array((names + "\nim.registerMessageType('App:X', true, true, ['m']);").utf8), .javascript)
        #expect(result.types.map(\.objectName) == ["App:X"])
    }
}

/// A deterministic random number generator.
private struct SplitMix {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, bound)))
    }
}
