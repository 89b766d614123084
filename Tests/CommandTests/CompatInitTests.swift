// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

/// Tests of project files that the program writes, and of types that a project cannot compare.
@Suite("Writing project files")
struct CompatInitTests {
    private let tool = Tool()

    /// The sources of one application, by path.
    private static let sources = [
        "ios/Chat/Gift.m": """
        @implementation Gift
        + (NSString *)getObjectName { return @"shop:Gift"; }
        - (NSData *)encode {
          return [NSJSONSerialization dataWithJSONObject:@{@"id" : self.giftId} options:0 error:nil];
        }
        @end
        """,
        "ios/Chat/Rose.m": """
        @implementation Rose
        + (NSString *)getObjectName { return @"shop:Rose"; }
        - (NSData *)encode {
          return [NSJSONSerialization dataWithJSONObject:@{@"colour" : self.colour} options:0 error:nil];
        }
        @end
        """,
        "web/src/gift.js": """
        class Base { encode() { const out = {}; for (const key in this) out[wire(key)] = this[key]; return out; } }
        class Gift extends Base { static objectName = 'shop:Gift'; constructor(id) { super(); this.id = id; } }
        """,
    ]

    private static let reflection = "src/gift.js:1"

    /// Writes sources into the tool's folder.
    private func write(_ sources: [String: String]) throws {
        for (path, text) in sources {
            let file = tool.folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// Returns the platforms of the project file, with their folders.
    private func platforms() throws -> [String] {
        let text = try String(contentsOf: tool.folder.appending(path: ".imwire.json"), encoding: .utf8)
        let entries = try #require(try RawJSON(text: text)["platforms"]?.elements)
        return entries.map { "\($0["name"]?.string ?? ""): \($0["folder"]?.string ?? "")" }
    }

    @Test("A project file names the platforms with types, their highest folders and the own prefixes (CMP-140)")
    func namesThePlatforms() throws {
        try write(CompatInitTests.sources)
        let shown = try tool.run("compat", "init", "--dry-run", tool.folder.path)
        #expect(shown.code == 0)
        #expect(!FileManager.default.fileExists(atPath: tool.folder.path + "/.imwire.json"))
        let run = try tool.run("compat", "init", tool.folder.path)
        #expect(run.code == 0)
        #expect(try platforms() == ["ios: ios", "web: web"])
        let project = try String(contentsOf: tool.folder.appending(path: ".imwire.json"), encoding: .utf8)
        #expect(try RawJSON(text: project)["own"]?.elements?.map(\.string) == ["shop:*"])
        #expect(run.output.contains("own names: shop:* (2 types)"))
        #expect(run.output.contains("web: the members of 1 type are unknown"))
    }

    @Test("Examples count only for a platform that has nothing else (CMP-140)")
    func countsExamplesLast() throws {
        try write(CompatInitTests.sources)
        try write([
            "samples/demo.js": "im.registerMessageType('demo:Poke', true, true, ['times']);",
            "examples/send.go": "package a\n\nfunc (p Poke) ObjectName() string { return \"shop:Poke\" }\n",
        ])
        let run = try tool.run("compat", "init", tool.folder.path)
        #expect(run.code == 0)
        #expect(try platforms() == ["ios: ios", "web: web", "server-go: examples"])
        #expect(!run.output.contains("demo:*"))
        #expect(run.output.contains("only in documentation, examples or old releases: 1 name"))
    }

    @Test("A project file is replaced only with --force, and none is written without types (CMP-140)")
    func replacesNothing() throws {
        try write(["empty/a.swift": "let a = 1\n"])
        let empty = tool.folder.path + "/empty"
        let nothing = try tool.run("compat", "init", empty)
        #expect(nothing.code == 2)
        #expect(nothing.errors.contains("no message type was found in 1 source file"))
        #expect(!FileManager.default.fileExists(atPath: empty + "/.imwire.json"))
        try write(CompatInitTests.sources)
        let file = try tool.file(".imwire.json", "{}")
        let kept = try tool.run("compat", "init", tool.folder.path)
        #expect(kept.code == 2 && kept.errors.contains("exists; --force replaces it"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "{}")
        #expect(try tool.run("compat", "init", "--force", tool.folder.path).code == 0)
        #expect(try platforms().count == 2)
    }

    @Test("A check of a project names the types without members by their reason, with what to do (CMP-141)")
    func namesUnknownMembers() throws {
        try write(CompatInitTests.sources)
        #expect(try tool.run("compat", "init", tool.folder.path).code == 0)
        let run = try tool.run("compat", "--project", tool.folder.path + "/.imwire.json")
        #expect(run.errors.contains("web: 1 type without members, not compared:"))
        #expect(run.errors.contains("shop:Gift: built by reflection at \(CompatInitTests.reflection)"))
        #expect(run.errors.contains("do: list the members in a manifest"))
        #expect(!run.errors.contains("ios: 1 type without members"))
    }
}
