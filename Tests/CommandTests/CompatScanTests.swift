// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

@Suite struct CompatScanTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/scan").path

    @Test func showsTypesAndWhatItCouldNotRead() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let run = try tool.run("compat", "scan", CompatScanTests.fixtures + "/java")
        #expect(run.code == 1)
        let gift = try #require(run.lines.first { $0.hasPrefix("App:Gift ") })
        #expect(
            gift.contains("GiftMessage") && gift.contains("counted (3)") && gift.contains("giftId count senderName"))
        #expect(gift.hasSuffix("app/src/main/java/com/example/chat/message/GiftMessage.java:14"))
        #expect(run.output.contains("Sender.java:8: the objectName of Late: a call of Names.of"))
        #expect(run.output.contains("left out: test (tests)"))
    }

    @Test func writesAManifest() throws {
        let tool = try Tool()
        defer { tool.remove() }
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

    @Test func choosesAPlatformAndNamesTheOthers() throws {
        let tool = try Tool()
        defer { tool.remove() }
        _ = try tool.file("a.go", "func (a A) ObjectName() string { return \"App:A\" }\n")
        _ = try tool.file("b.php", "<?php class B { function getObjectName() { return 'App:B'; } }")
        _ = try tool.file("c.php", "<?php class C { function getObjectName() { return 'App:C'; } }")
        let both = try tool.run("compat", "scan", tool.folder.path)
        #expect(both.code == 0)
        #expect(both.lines.first == "server-php: 2 types in 2 php, 1 go")
        #expect(both.output.contains("Types of other platforms are here too: server-go (1)."))
        let one = try tool.run("compat", "scan", tool.folder.path, "--platform", "server-go")
        #expect(one.code == 0)
        #expect(one.output.contains("App:A") && !one.output.contains("App:B"))
    }

    @Test func refusesWhatItCannotUse() throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try tool.run("compat", "scan", tool.folder.path).code == 2)
        let missing = try tool.run("compat", "scan", tool.folder.path + "/missing")
        #expect(missing.code == 2)
        #expect(missing.errors.contains("No such file"))
        let wrong = try tool.run("compat", "scan", tool.folder.path, "--platform", "symbian")
        #expect(wrong.code == 2)
        #expect(wrong.errors.contains("no platform symbian"))
        #expect(try tool.run("compat", "scan", "--help").output.contains("imwire compat scan ../chat-android"))
    }
}
