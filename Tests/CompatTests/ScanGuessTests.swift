// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of types without an objectName, of defaults and of enumerations (CMP-080 to CMP-084).
struct ScanGuessTests {
    @Test("A class without an objectName is a guess if its name and its members are those of a type (CMP-080)")
    func guesses() throws {
        let source = """
            package a

            type TXTMsg struct {
            	Content string `json:"content"`
            	Extra   string `json:"extra"`
            }

            type VoiceMessage struct {
            	Room    string `json:"room"`
            	Speaker string `json:"speaker"`
            }

            type ImageMessage struct {
            	Content  string `gorm:"column:content" json:"content"`
            	ImageURI string `gorm:"column:uri" json:"imageUri"`
            }

            type CommandRequest struct {
            	Name string `json:"name"`
            	Data string `json:"data"`
            }
            """
        let manifest = try scanned(["a.go": source], .serverGo)
        // The members of the second class differ, the third is a row of a database, and the fourth a request.
        #expect(manifest.names == ["RC:TxtMsg"])
        let text = manifest["RC:TxtMsg"]
        #expect(text?.source?.certainty == .guess && text?.className == "TXTMsg")
        #expect(text?.memberNames == ["content", "extra"])
    }

    @Test("An example that sends a class under the type's name makes the type more than a guess (CMP-080)")
    func confirmed() throws {
        let source = """
            package a

            type TXTMsg struct {
            	Content string `json:"content"`
            	Extra   string `json:"extra"`
            }
            """
        let example = """
            package main

            func main() {
            	rc.PrivateSend("a", []string{"b"}, "RC:TxtMsg", &sdk.TXTMsg{Content: "hi"})
            }
            """
        let text = try #require(try scanned(["a.go": source, "examples/b.go": example], .serverGo)["RC:TxtMsg"])
        #expect(text.className == "TXTMsg" && text.source?.certainty == .likely)
        #expect(text.memberNames == ["content", "extra"])
    }

    @Test("A class in Objective-C that has properties but no keys is not a guess (CMP-080)")
    func properties() throws {
        let source = """
            @interface RCCmdNtfMessage : RCMessageContent
            @property (nonatomic, copy) NSString *name;
            @property (nonatomic, copy) NSString *data;
            @end
            @implementation RCCmdNtfMessage
            @end
            """
        #expect(try scanned(["A.m": source], .ios).types.isEmpty)
    }

    @Test("A type that is only sent has the members of all its messages, or those of its template (CMP-081)")
    func sent() throws {
        let source = """
            <?php
            class Notices {
                function order($number) {
                    return $this->client->send(['objectName' => 'shop:Order',
                        'content' => json_encode(['number' => $number, 'state' => 'paid'])]);
                }
                function delay($number) {
                    return $this->client->send(['objectName' => 'shop:Order',
                        'content' => json_encode(['number' => $number, 'days' => 2])]);
                }
                function rebate() {
                    return $this->client->sendTemplate([
                        'objectName' => 'shop:Rebate',
                        'template' => json_encode(['text' => '{shop} owes you {sum}', 'currency' => 'EUR']),
                        'content' => ['u7' => ['data' => ['{shop}' => 'Books', '{sum}' => '3'], 'push' => 'Rebate']],
                    ]);
                }
            }
            """
        let manifest = try scanned(["a.php": source], .serverPHP)
        #expect(manifest["shop:Order"]?.memberNames == ["number", "state", "days"])
        #expect(manifest["shop:Rebate"]?.memberNames == ["text", "currency"])
    }

    @Test("A literal that initializes a field is its default, even if it is empty (CMP-082)")
    func defaults() throws {
        let dotnet = """
            public class Gift {
              private static readonly string TYPE = "shop:Gift";
              [JsonProperty("note")] private string note = "";
              [JsonProperty("count")] private int count = 1;
              [JsonProperty("wrapped")] private bool wrapped;
              public string GetType() { return TYPE; }
              public override string ToString() { return JsonConvert.SerializeObject(this); }
            }
            """
        let java = """
            @MessageTag("shop:Gift")
            class Gift extends MessageContent {
              private String note = "";
              private int count = 1;
              private boolean wrapped;
              public byte[] encode() { return new Gson().toJson(this).getBytes(); }
            }
            """
        let php = """
            <?php
            class Gift {
                public $note = '';
                public $count = 1;
                public $wrapped;
                function getObjectName() { return 'shop:Gift'; }
            }
            """
        let manifests = [
            try scanned(["a.cs": dotnet], .serverDotnet), try scanned(["Gift.java": java], .android),
            try scanned(["a.php": php], .serverPHP),
        ]
        for manifest in manifests {
            let gift = try #require(manifest["shop:Gift"])
            #expect(gift.memberNames == ["note", "count", "wrapped"])
            #expect(gift.members?.map(\.defaultValue) == ["\"\"", "1", nil])
        }
    }

    @Test("Conversation types of a map, or of objects of their class, form the enumeration (CMP-083)")
    func conversations() throws {
        let php = """
            <?php
            class ConversationType {
                static function all() { return $types = ['PRIVATE' => 1, 'GROUP' => 3, 'SYSTEM' => 6]; }
            }
            """
        let dotnet = """
            public sealed class ConversationType {
              public static readonly ConversationType PRIVATE = new ConversationType("PRIVATE", "1");
              public static readonly ConversationType GROUP = new ConversationType("GROUP", "3");
            }
            """
        let map = try #require(try scanned(["a.php": php], .serverPHP).enumerations.first)
        #expect(map.name == "conversationType" && map.values.map(\.number) == [1, 3, 6])
        #expect(map.values.map(\.name) == ["PRIVATE", "GROUP", "SYSTEM"])
        let objects = try #require(try scanned(["a.cs": dotnet], .serverDotnet).enumerations.first)
        #expect(objects.name == "conversationType" && objects.values.map(\.number) == [1, 3])
    }

    @Test("An enumeration of a class of messages is listed, and that of another class is not (CMP-083)")
    func enumerations() throws {
        let source = """
            public class CustomMessage extends MessageContent { private GiftKind kind; }
            class Plain { private Hue hue; }
            enum GiftKind { ROSE(1), CAKE(2); private int value; GiftKind(int value) { this.value = value; } }
            enum Hue { RED(1), BLUE(2); private int value; Hue(int value) { this.value = value; } }
            @MessageTag("shop:Gift")
            class Gift extends MessageContent {
              public byte[] encode() {
                JSONObject json = new JSONObject();
                json.put("id", id);
                return json.toString().getBytes();
              }
            }
            """
        let enumerations = try scanned(["A.java": source], .android).enumerations
        #expect(enumerations.map(\.name) == ["GiftKind"])
        #expect(enumerations.first?.values.map(\.number) == [1, 2])
    }

    @Test("The user and the mentions of a class without an objectName are listed (CMP-084)")
    func objects() throws {
        let source = """
            package a

            type Sender struct {
            	ID   string `json:"id"`
            	Name string `json:"name"`
            }

            type Mentions struct {
            	Type    int      `json:"type"`
            	UserIDs []string `json:"userIdList"`
            }

            type TXTMsg struct {
            	Content string `json:"content"`
            	Extra   string `json:"extra"`
            }

            type NamedContent struct {
            	Content       string   `json:"content"`
            	User          Sender   `json:"user"`
            	MentionedInfo Mentions `json:"mentionedInfo"`
            }
            """
        let objects = try scanned(["a.go": source], .serverGo).objects
        #expect(objects.map(\.name) == ["user", "mentionedInfo"])
        #expect(objects.map { $0.members.map(\.name) } == [["id", "name"], ["type", "userIdList"]])
    }

    @Test("Tests are read if nothing else in the tree declares a type (CMP-085)")
    func onlyTests() throws {
        let test = """
            import unittest

            class SendTest(unittest.TestCase):
                def test_gift(self):
                    rc.group.send(['g1'], 'u1', 'shop:Gift', {'giftId': 'g-1', 'count': 2})
            """
        let alone = try scanned(["shop/api.py": "VERSION = 1", "tests/test_send.py": test])
        #expect(alone.types.map(\.objectName) == ["shop:Gift"])
        #expect(alone.hasOnlyTests)
        let declared = "rc.group.send(['g1'], 'u1', 'shop:Offer', {'offerId': 'o-1'})"
        let beside = try scanned(["shop/api.py": declared, "tests/test_send.py": test])
        #expect(beside.types.map(\.objectName) == ["shop:Offer"])
        #expect(!beside.hasOnlyTests)
    }
}
