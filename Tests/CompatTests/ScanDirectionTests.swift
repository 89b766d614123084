// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of what a tree sends and what it only receives, and of the names under which it sends (CMP-150, CMP-151,
/// CMP-154).
struct ScanDirectionTests {
    private static func message(_ name: String, _ className: String, encoder: String) -> String {
        """
        @MessageTag("\(name)")
        public class \(className) extends MessageContent {
          private String text;
          private \(className)() {}
          public \(className)(byte[] data) { JSONObject json = new JSONObject(new String(data)); text = json.optString("text"); }
          public static \(className) of(String text) { \(className) m = new \(className)(); m.text = text; return m; }
          public byte[] encode() { \(encoder) }
        }
        """
    }
    private static let encoder =
        #"JSONObject json = new JSONObject(); json.put("text", text); return json.toString().getBytes();"#

    @Test("A type whose class nothing makes is only received, if the tree makes objects of others (CMP-150)")
    func received() throws {
        var files = [
            "NewsMessage.java": ScanDirectionTests.message(
                "shop:News", "NewsMessage", encoder: ScanDirectionTests.encoder),
            "CallMessage.java": ScanDirectionTests.message(
                "shop:Call", "CallMessage", encoder: ScanDirectionTests.encoder),
        ]
        // A library makes no objects of its classes.
        #expect(try scanned(files, .android).types.map(\.direction) == [.both, .both])
        files["Desk.java"] =
            "class Desk { void call() { send(CallMessage.of(\"x\")); types.add(NewsMessage.class); } }"
        let manifest = try scanned(files, .android)
        #expect(manifest["shop:Call"]?.direction == .both)
        #expect(manifest["shop:News"]?.direction == .read)
        // Objects are also made of texts, by other languages of the side, and by references to constructors.
        for use in [
            "News n = gson.fromJson(text, NewsMessage.class);", "map(NewsMessage::new);", "new NewsMessage(\"x\");",
        ] {
            files["Use.java"] = "class Use { void use() { \(use) } }"
            #expect(try scanned(files, .android)["shop:News"]?.direction == .both, "\(use)")
        }
        files["Use.java"] = nil
        files["Use.kt"] = "class Use { fun use() = NewsMessage(\"x\") }"
        #expect(try scanned(files, .android)["shop:News"]?.direction == .both)
    }

    @Test("A type whose encoder returns nothing stays on the device (CMP-150)")
    func local() throws {
        let source = """
            @MessageTag("shop:Line")
            public class LineMessage extends MessageContent {
              public LineMessage(byte[] data) {}
              public byte[] encode() { return null; }
            }
            """
        #expect(
            try scanned(["LineMessage.java": source], .android)["shop:Line"]?.direction == ManifestMember.Direction.none
        )
    }

    @Test(
        "A server's content has the names that the server gives to members before it sends them (CMP-151)",
        arguments: [
            ("send.php", "$content = (new Utils())->rename($content, ['uId' => 'id']);"),
            ("send.php", "$content['id'] = $content['uId']; unset($content['uId']);"),
        ])
    func renamed(_ name: String, _ code: String) throws {
        let source = """
            <?php
            function recall($content) { \(code) return $content; }
            $message = ['objectName' => 'RC:RcCmd', 'content' => json_encode(['uId' => 'x', 'isAdmin' => '0'])];
            """
        let type = try #require(try scanned([name: source], .serverPHP)["RC:RcCmd"])
        #expect(type.memberNames == ["id", "isAdmin"])
        #expect(type["id"]?.property == "uId")
    }

    @Test("Python renames a member by popping it (CMP-151)")
    func popped() throws {
        let source = """
            def recall(content):
                content["id"] = content.pop("uId")
                return content

            params = {"objectName": "RC:RcCmd", "content": json.dumps({"uId": "x"})}
            """
        #expect(try scanned(["send.py": source], .serverPython)["RC:RcCmd"]?.memberNames == ["id"])
    }

    @Test("A field that a copying constructor forgets is declared and never used (CMP-154)")
    func forgotten() throws {
        func gift(_ setting: String) throws -> ManifestMember? {
            let source = """
                export class GiftMessage extends MessageContent {
                  objectName = "shop:Gift";
                  coins: number;
                  title: string;
                  note: string;
                  constructor(content: any) {
                    this.coins = content.coins;
                    content.title && (this.title = content.title);
                    \(setting)
                  }
                  encode() { return JSON.stringify(this); }
                }
                """
            return try scanned(["gift.ts": source], .web)["shop:Gift"]?["note"]
        }
        #expect(try gift("")?.direction == ManifestMember.Direction.none)
        #expect(try gift("this.note = content.note;")?.direction == .both)
        #expect(try gift("Object.assign(this, content);")?.direction == .both)
    }

    @Test("Go writes what was not set, unless the tag says otherwise (CMP-089)")
    func zero() throws {
        let source = """
            package shop
            type TXTMsg struct {
                Content string `json:"content"`
                Extra string `json:"extra,omitempty"`
                Count int `json:"count"`
                User *Sender `json:"user"`
            }
            """
        let text = try #require(try scanned(["go.mod": "module shop", "shop.go": source], .serverGo)["RC:TxtMsg"])
        #expect(text.members?.map(\.absent) == [.zero, nil, .zero, nil])
    }

    @Test("The result of a getter does not have the type of the object that is asked (CMP-093)")
    func getter() throws {
        let source = """
            class ReplyMessage extends MessageContent {
              static const String objectName = "shop:Reply";
              MessageContent? answered;
              String encode() {
                Map map = Map();
                map["kind"] = this.answered!.getObjectName();
                map["text"] = this.text;
                return json.encode(map);
              }
              String getObjectName() { return objectName; }
            }
            """
        let reply = try #require(try scanned(["reply.dart": source], .flutter)["shop:Reply"])
        #expect(reply["kind"]?.types == [])
    }

    @Test("An enumeration without a conversation type is none of conversation types")
    func media() throws {
        let source = "var ConversationType = { MEDIA_AUDIO: 1, MEDIA_VIDEO: 2 };"
        #expect(try scanned(["call.js": source], .web).enumerations.isEmpty)
    }
}
