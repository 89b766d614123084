// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireCompat
import Testing

/// Tests of detecting the platform of files whose language does not determine it (CMP-065).
struct ScanPlatformTests {
    private func scan(_ files: [String: String]) throws -> ScanResult {
        let root = FileManager.default.temporaryDirectory.appending(path: "imwire-platforms-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try SourceTree.scan(root.path)
    }

    private func script(_ members: String) -> String {
        "im.registerMessageType('a:Offer', true, true, [\(members)]);"
    }

    private func members(_ result: ScanResult, _ platform: ScanPlatform) -> [String] {
        result.manifest(platform, name: nil).types.flatMap { $0.members ?? [] }.map(\.name)
    }

    @Test("The nearest build file determines the platform (CMP-065)")
    func buildFiles() throws {
        let result = try scan([
            "package.json": #"{"dependencies":{"react-native":"0.74"}}"#, "src/a.ts": script("'app'"),
            "tools/api/package.json": #"{"dependencies":{"koa":"2"}}"#, "tools/api/b.ts": script("'server'"),
            "site/package.json": #"{"dependencies":{"@angular/core":"18"}}"#, "site/app/c.ts": script("'site'"),
            "broken/package.json": "{", "broken/d.ts": script("'app'"),
        ])
        #expect(members(result, .reactNative) == ["app"])
        #expect(members(result, .serverNodejs) == ["server"])
        #expect(members(result, .web) == ["site"])
        #expect(ScanPlatform.found(in: result).map(\.platform) == [.reactNative, .serverNodejs, .web])
        #expect(result.contradictions.isEmpty)
    }

    @Test("Folders determine the platform without a build file, and the rest belongs to the usual client (CMP-065)")
    func folders() throws {
        let one = try scan(["backend/a.js": script("'a'"), "app/b.js": script("'b'")])
        #expect(members(one, .serverNodejs) == ["a"] && members(one, .web) == ["b"])
        let client = try scan(["rn/a.js": script("'a'"), "shared/b.js": script("'b'")])
        #expect(ScanPlatform.found(in: client).map(\.platform) == [.reactNative])
        #expect(client.contradictions.count == 1)
        let two = try scan(["backend/a.js": script("'a'"), "h5/b.js": script("'b'"), "c.js": script("'b'")])
        #expect(members(two, .serverNodejs) == ["a"] && members(two, .web) == ["b"])
        // Deeper folders are names of packages.
        let deep = try scan(["src/main/java/com/server/a.js": script("'a'")])
        #expect(ScanPlatform.found(in: deep).map(\.platform) == [.web])
    }

    @Test("A platform that no file determines is scanned in all files of its languages")
    func asked() throws {
        let result = try scan(["web/a.js": script("'a'")])
        #expect(members(result, .web) == ["a"] && members(result, .serverNodejs) == ["a"])
        let told = try scan(["web/a.js": script("'a'"), "server/b.js": script("'b'")])
        #expect(members(told, .serverNodejs) == ["b"])
    }

    @Test("Bundles and old releases yield only to sources of their own platform (CMP-064)")
    func givingWay() throws {
        let bundle = "!function(n){n.registerMessageType('a:Old',!0,!0,['x'])}(window);"
        let result = try scan([
            "web/src/a.js": script("'a'"), "web/static/im.min.js": bundle, "server/static/im.min.js": bundle,
        ])
        #expect(result.manifest(.web, name: nil).types.map(\.objectName) == ["a:Offer"])
        #expect(result.manifest(.serverNodejs, name: nil).types.map(\.objectName) == ["a:Old"])
        #expect(result.onlySecondary == ["a:Old"])
    }

    @Test("A type with a reflecting encoder reports its location and lists no members (CMP-063)")
    func reflection() throws {
        let source = """
            class Base { encode() { const out = {}; for (const key in this) out[wire(key)] = this[key]; return out; } }
            class Gift extends Base { static objectName = 'a:Gift'; constructor(id) { super(); this.id = id; } }
            class Rose extends Base {
              static objectName = 'a:Rose';
              encode() { return JSON.stringify({ color: this.color }); }
            }
            """
        let types = try scan(["src/gift.js": source]).manifest(.web, name: nil).types
        let gift = try #require(types.first { $0.objectName == "a:Gift" })
        #expect(gift.members == nil && gift.note == "members unknown: built by reflection at src/gift.js:1")
        #expect(types.first { $0.objectName == "a:Rose" }?.members?.map(\.name) == ["color"])
    }

    @Test("Types of a folder that calls native code belong to a bridge (CMP-066)")
    func bridges() throws {
        let call = "import { NativeModules } from 'react-native';\nNativeModules.Chat.start();\n"
        let result = try scan([
            "wrapper/a.ts": script("'text'"), "wrapper/b.ts": call,
            "client/c.ts": "im.registerMessageType('a:Other', true, true, ['text']);",
        ])
        let types = result.manifest(.web, name: nil).types
        #expect(types.first { $0.objectName == "a:Offer" }?.shape == .bridge)
        #expect(types.first { $0.objectName == "a:Other" }.map { $0.shape } == .some(nil))
    }

    @Test("Members written and declared by base classes belong to the type (CMP-067)")
    func inherited() throws {
        let result = try scan([
            "src/Base.java": """
            abstract class Base {
              protected void addBase(JSONObject json) throws JSONException { json.put("extra", extra); }
            }
            """,
            "src/Gift.java": """
            @MessageTag("a:Gift")
            public class Gift extends Base {
              public byte[] encode() {
                JSONObject json = new JSONObject();
                addBase(json);
                json.put("giftId", id);
                return json.toString().getBytes();
              }
            }
            """,
            "src/Rose.java": """
            @MessageTag("a:Rose")
            public class Rose extends Flower {
              private String color;
              public byte[] encode() { return new Gson().toJson(this).getBytes(); }
            }
            class Flower { protected String kind; }
            """,
        ])
        let manifest = result.manifest(.android, name: nil)
        let gift = try #require(manifest.types.first { $0.objectName == "a:Gift" })
        #expect(gift.members?.map(\.name) == ["giftId"] && gift.hasCommonMembers == true)
        #expect(manifest.objects.first { $0.name == "*" }?.members.map(\.name) == ["extra"])
        let rose = try #require(manifest.types.first { $0.objectName == "a:Rose" })
        #expect(rose.members?.map(\.name).sorted() == ["color", "kind"])
    }

    @Test("Parameters of a function are not members of the content that it sends (CMP-068)")
    func inputs() throws {
        let source = """
            export interface GiftInput { giftId: string; receiverId: string; }
            export function sendGift(room: string, input: GiftInput) {
              const content = { id: input.giftId, to: input.receiverId };
              return im.sendMessage({ type: 4, targetId: room }, { objectName: 'app:Gift', content });
            }
            export class LikeMessage {
              static objectName = 'app:Like';
              constructor(private options: { userName: string; times: number }) {}
              encode() { return JSON.stringify({ user: this.options.userName, n: this.options.times }); }
            }
            """
        let types = try scan(["src/gift.ts": source]).manifest(.web, name: nil).types
        #expect(types.first { $0.objectName == "app:Gift" }?.members?.map(\.name) == ["id", "to"])
        #expect(types.first { $0.objectName == "app:Like" }?.members?.map(\.name) == ["user", "n"])
    }
}
