// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

@Suite("Scanning source trees")
struct CompatScanTests {
    private let tool = Tool()

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/scan").path

    @Test("A scan lists the types, what could not be read and what was left out")
    func showsTypesAndWhatItCouldNotRead() throws {
        let run = try tool.run("compat", "scan", CompatScanTests.fixtures + "/java")
        #expect(run.code == 1)
        let gift = try #require(run.lines.first { $0.hasPrefix("App:Gift ") })
        #expect(
            gift.contains("GiftMessage") && gift.contains("counted (3)") && gift.contains("giftId count senderName"))
        #expect(gift.hasSuffix("app/src/main/java/com/example/chat/message/GiftMessage.java:14"))
        #expect(run.output.contains("Sender.java:8: the objectName of Late: a call of Names.of"))
        #expect(run.output.contains("left out: test (tests)"))
    }

    @Test("A manifest is written alike to a file and to standard output")
    func writesAManifest() throws {
        let file = tool.folder.appending(path: "gifts.json").path
        let run = try tool.run(
            "compat", "scan", CompatScanTests.fixtures + "/go", "--name", "gifts", "--format", "json", "--output", file)
        let manifest = try RawJSON(text: run.output)
        #expect(manifest["manifest"]?.text == "1")
        #expect(manifest["platform"]?.string == "gifts")
        #expect(manifest["types"]?.elements?.contains { $0["objectName"]?.string == "App:Gift" } == true)
        #expect(manifest["enumerations"]?.elements?.first?["name"]?.string == "conversationType")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == run.output)
        #expect(run.errors.contains("sender.go:24: an objectName: kind is declared nowhere in this tree"))
    }

    @Test("The platform is detected or chosen, and the others in the tree are named")
    func choosesAPlatformAndNamesTheOthers() throws {
        _ = try tool.file("a.go", "func (a A) ObjectName() string { return \"App:A\" }\n")
        _ = try tool.file("b.php", "<?php class B { function getObjectName() { return 'App:B'; } }")
        _ = try tool.file("c.php", "<?php class C { function getObjectName() { return 'App:C'; } }")
        let both = try tool.run("compat", "scan", tool.folder.path, "--allow-empty")
        #expect(both.code == 0)
        #expect(both.lines.first == "server-php: 2 types in 2 php, 1 go")
        #expect(both.output.contains("Types of other platforms are here too: server-go (1)."))
        let one = try tool.run("compat", "scan", tool.folder.path, "--platform", "server-go", "--allow-empty")
        #expect(one.code == 0)
        #expect(one.output.contains("App:A") && !one.output.contains("App:B"))
    }

    @Test("A folder without supported source files is described, with the reason for each skipped part")
    func saysWhatItSkipped() throws {
        let deep = tool.folder.appending(path: "deep")
        let files = FileManager.default
        let path = deep.path + String(repeating: "/d", count: 500)
        try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("im.registerMessageType('App:A', true, true, []);".utf8).write(to: URL(filePath: path + "/a.js"))
        let buried = try tool.run("compat", "scan", deep.path)
        #expect(buried.code == 2)
        #expect(buried.errors.contains("holds no source code that is read"))
        #expect(buried.errors.contains("…: more than 128 folders deep"))

        let large = tool.folder.appending(path: "large")
        try files.createDirectory(at: large, withIntermediateDirectories: true)
        try Data(repeating: 0x20, count: 20_000_000).write(to: large.appending(path: "big.js"))
        try Data().write(to: large.appending(path: "read.me"))
        let huge = try tool.run("compat", "scan", large.path)
        #expect(huge.code == 2)
        #expect(huge.errors.contains("skipped big.js: 20000000 bytes, more than 4 MiB (--max-file)"))
        #expect(huge.errors.contains("not source code: 1 file (1 .me)"))
    }

    @Test("A long line needs memory in proportion to its size")
    func longLine() throws {
        let folder = tool.folder.appending(path: "line")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var line = ""
        while line.utf8.count < 2_000_000 {
            let number = line.utf8.count
            line += "function f\(number)(e,t){var n=e.a\(number % 97)||t[0];if(n.type===7){return n.map(r=>r.b)}}"
        }
        try Data(line.utf8).write(to: folder.appending(path: "line.ts"))
        // 32 MiB for the tool, and 6 bytes for each byte of the file.
        let input = try tool.file("empty", "")
        let run = try tool.run(
            ["compat", "scan", "--max-file", "2", "--allow-empty", folder.path], inputFile: input, memory: 62 * 1_024)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.contains("1 file read, 0 skipped"))
    }

    @Test("Files and folders whose names are not UTF-8 are read")
    func readsFoldersWhoseNamesAreNotUTF8() throws {
        let script = """
            folder="$2/$(printf 'caf\\351')"
            file="$folder/$(printf 'sub\\377/\\376.js')"
            mkdir -p "$(dirname "$file")" && echo "im.registerMessageType('App:A', true, true, []);" > "$file"
            exec "$1" compat scan "$folder" --allow-empty
            """
        let pipe = Pipe()
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", script, "sh", try #require(Tool.path), tool.folder.path]
        shell.standardOutput = pipe
        try shell.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(output.contains("App:A"))
        #expect(try tool.run("compat", "scan", tool.folder.path).output.contains("App:A"))
    }

    @Test("A folder without sources, a missing one and an unknown platform are usage errors")
    func refusesWhatItCannotUse() throws {
        #expect(try tool.run("compat", "scan", tool.folder.path).code == 2)
        let missing = try tool.run("compat", "scan", tool.folder.path + "/missing")
        #expect(missing.code == 2)
        #expect(missing.errors.contains("No such file"))
        let wrong = try tool.run("compat", "scan", tool.folder.path, "--platform", "symbian")
        #expect(wrong.code == 2)
        #expect(wrong.errors.contains("no platform symbian"))
        let help = try tool.run("compat", "scan", "--help").output
        #expect(help.contains("imwire compat scan src --platform ios --name ios-app --output app.json"))
    }

    @Test("A scan that finds nothing, or only names, warns with the reason (CMP-060, CMP-061)")
    func warnsWhereLittleWasFound() throws {
        _ = try tool.file("a.go", "package a\n\nfunc Add(a int) int { return a }\n")
        let nothing = try tool.run("compat", "scan", tool.folder.path)
        #expect(nothing.code == 1)
        #expect(nothing.errors.contains("warning: no message type was found in 1 file: no objectName, registration"))
        let types = "0 types: 0 with members, 0 without; 0 declared twice, differently"
        #expect(nothing.lines.last == "1 file read, 0 skipped, 0 left out; \(types)")
        #expect(try tool.run("compat", "scan", tool.folder.path, "--allow-empty").code == 0)

        _ = try tool.file("b.go", "package a\n\nfunc (b B) ObjectName() string { return \"App:B\" }\n")
        let names = try tool.run("compat", "scan", tool.folder.path, "--format", "json")
        #expect(names.code == 1)
        #expect(names.errors.contains("warning: the members of 1 of 1 types are unknown"))
        #expect(names.errors.contains("1 type: 0 with members, 1 without"))
        #expect(names.output.contains("\"note\": \"members unknown: none could be read of B\""))
    }

    @Test("The manifest has both declarations of a name, and check reports their differences (CMP-043)")
    func keepsBothDeclarations() throws {
        let tree = tool.folder.appending(path: "tree")
        for (folder, key) in [("one", "a"), ("two", "b")] {
            let place = tree.appending(path: folder)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = "im.registerMessageType('App:A', true, true, ['\(key)']);"
            try Data(source.utf8).write(to: place.appending(path: "a.js"))
        }
        let output = tool.folder.appending(path: "web.json").path
        let scan = try tool.run("compat", "scan", tree.path, "--output", output)
        #expect(scan.code == 1)
        #expect(scan.output.contains("conflicting declarations (the manifest has both):"))
        #expect(scan.lines.contains { $0.contains("1 type: 1 with members, 0 without; 1 declared twice") })
        let check = try tool.run("compat", "check", output)
        #expect(check.output.contains("tolerated CMP-043 web: App:A: the type is declared twice, differently"))
        #expect(check.output.contains("only the first has a; only the second has b"))
    }

    @Test("Patterns of options and .imwireignore extend the defaults, which can be listed (CMP-062)")
    func leavesOutWhatIsExcluded() throws {
        let files = FileManager.default
        for folder in ["src", "Parts", "app/gone", "docs"] {
            let place = tool.folder.appending(path: folder)
            try files.createDirectory(at: place, withIntermediateDirectories: true)
            let name = folder.replacing("/", with: "").lowercased()
            let source = "im.registerMessageType('App:\(name)', true, true, ['a']);"
            try Data(source.utf8).write(to: place.appending(path: "\(name).js"))
        }
        let all = try tool.run("compat", "scan", tool.folder.path)
        #expect(all.code == 0)
        #expect(all.output.contains("giving way to sources: 1 file of documentation"))
        #expect(all.output.contains("examples or old releases, and not listed: App:docs"))
        for name in ["App:src", "App:parts", "App:appgone"] { #expect(all.output.contains("\n\(name)")) }
        let some = try tool.run(
            "compat", "scan", tool.folder.path, "--exclude", "Parts/", "--exclude", "app/*.js", "--exclude", "doc*.js")
        #expect(some.output.contains("App:src") && !some.output.contains("App:parts"))
        #expect(!some.output.contains("App:appgone") && !some.output.contains("App:docs"))
        #expect(some.output.contains("3 left out (excluded 3)"))
        _ = try tool.file(".imwireignore", "# old code\n\nParts/\r\n")
        let ignored = try tool.run("compat", "scan", tool.folder.path)
        #expect(!ignored.output.contains("App:parts") && ignored.output.contains("App:appgone"))
        _ = try tool.file(".imwireignore", "Parts/\n!Parts/a.js\n")
        let refused = try tool.run("compat", "scan", tool.folder.path)
        #expect(refused.code == 2)
        #expect(refused.errors.contains(".imwireignore:2: patterns that include again (!) are not supported"))
        let defaults = try tool.run("compat", "scan", "--list-defaults")
        #expect(defaults.code == 0)
        for name in ["node_modules", "DerivedData", "__tests__", "*.min.*"] { #expect(defaults.output.contains(name)) }
    }

    @Test("The manifest has the shape that the option sets")
    func setsTheShape() throws {
        _ = try tool.file("a.js", "im.registerMessageType('App:A', true, true, ['a']);")
        let run = try tool.run("compat", "scan", tool.folder.path, "--shape", "bridge", "--format", "json")
        #expect(run.code == 0)
        #expect(run.output.contains("\"shape\": \"bridge\""))
    }
}
