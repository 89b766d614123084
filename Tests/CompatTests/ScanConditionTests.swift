// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of conditions around a value and in it, and of the places of annotations (CMP-086, CMP-087, CMP-088, CMP-094, CMP-114).
struct ScanConditionTests {
    @Test("A test of a boolean omits false, and a test for elements of a list omits the list (CMP-114)")
    func conditions() throws {
        let source = """
            class Note : MessageContent {
              var pinned: Boolean = false
              var hidden: Boolean = false
              var tags: List<String> = emptyList()
              var length: Int = 0
              override fun encode(): ByteArray {
                val json = JSONObject()
                if (pinned) { json.put("pinned", pinned) }
                if (!hidden) json.put("hidden", hidden)
                if (tags.isNotEmpty()) json.put("tags", JSONArray(tags))
                if (this.length > 0) json.put("length", length)
                return json.toString().toByteArray()
              }
              fun getObjectName() = "shop:Note"
            }
            """
        let note = try #require(try scanned(["Note.kt": source], .android)["shop:Note"])
        #expect(note.memberNames == ["pinned", "hidden", "tags", "length"])
        #expect(note.members?.map(\.omits) == [[.false], [], [], [.zero]])
        #expect(note.members?.map(\.absent) == [nil, nil, .omitted, nil])
    }

    @Test("A key that both branches write omits no value of the first (CMP-114)")
    func branches() throws {
        func member(_ other: String) throws -> ManifestMember? {
            let source = """
                @MessageTag("shop:Note")
                public class Note extends MessageContent {
                  private String text;
                  private String title;
                  public byte[] encode() {
                    JSONObject json = new JSONObject();
                    if (!TextUtils.isEmpty(text)) { json.put("text", text); } else { \(other) }
                    return json.toString().getBytes();
                  }
                }
                """
            return try scanned(["Note.java": source], .android)["shop:Note"]?["text"]
        }
        let alone = try #require(try member(""))
        #expect(alone.omits == [.emptyString])
        let always = try #require(try member(#"json.put("text", title);"#))
        #expect(always.omits == [] && always.absent == nil)
        let sometimes = try #require(try member(#"if (title != null) json.put("text", title);"#))
        #expect(sometimes.omits == [] && sometimes.absent == .omitted)
    }

    @Test("A getter in a condition tests the value that the same getter returns (CMP-114)")
    func getters() throws {
        let source = """
            @MessageTag("shop:Photo")
            public class Photo extends MessageContent {
              public byte[] encode() {
                JSONObject json = new JSONObject();
                if (getMediaUrl() != null) { json.put("imgUrl", getMediaUrl().toString()); }
                return json.toString().getBytes();
              }
            }
            """
        let photo = try #require(try scanned(["Photo.java": source], .android)["shop:Photo"])
        #expect(photo["imgUrl"]?.absent == .omitted)
    }

    @Test("A literal in place of a missing value is the default, and two literals show the type (CMP-093, CMP-094)")
    func alternatives() throws {
        let source = """
            class Card: RCMessageContent {
              var title: String?
              var rows: Int?
              var master = false
              override func encode() -> Data {
                var json: [String: Any] = [:]
                json["title"] = title ?? ""
                json["rows"] = rows == nil ? 7 : rows
                json["master"] = master ? 1 : 0
                return try! JSONSerialization.data(withJSONObject: json)
              }
              override class func getObjectName() -> String { "shop:Card" }
            }
            """
        let card = try #require(try scanned(["Card.swift": source], .ios)["shop:Card"])
        #expect(card.members?.map(\.defaultValue) == ["\"\"", "7", nil])
        #expect(card.members?.map(\.types) == [[.string], [.integer], [.integer]])
    }

    @Test("Annotations count behind a modifier too (CMP-086)")
    func annotations() throws {
        let source = """
            public class Bell extends MessageContent {
              private @Getter @Setter int ring;
              private @Getter @SerializedName("room") String roomId;
              public String getObjectName() { return "school:Bell"; }
              public byte[] encode() { return new Gson().toJson(this).getBytes(); }
            }
            """
        let bell = try #require(try scanned(["Bell.java": source], .android)["school:Bell"])
        #expect(bell.memberNames == ["ring", "room"])
    }

    @Test("The field behind a property has the name that its attribute gives it (CMP-086)")
    func fieldsBehindProperties() throws {
        let source = """
            public class Badge : BaseMessage {
              [JsonIgnore] public override string MsgType { get; } = Names.Badge;
              [JsonIgnore] [field: JsonProperty("level")] public int Level { get; set; } = 2;
              [JsonIgnore] public string Draft { get; set; }
              public static string ObjectName { get; } = "shop:Badge";
            }
            public class Names { public static string Badge { get; } = "shop:Badge"; }
            """
        let badge = try #require(try scanned(["Badge.cs": source], .serverDotnet)["shop:Badge"])
        #expect(badge.memberNames == ["level"])
    }

    @Test("A class that carries the names of other types is neither a type nor an unread place (CMP-087)")
    func carriers() throws {
        let carrier = """
            public class Request {
              private String objectName;
              public String getObjectName() { return objectName; }
              public void setObjectName(String objectName) { this.objectName = objectName; }
            }
            """
        #expect(try scanned(["Request.java": carrier]).unread.isEmpty)
        let base = carrier.replacing("class Request", with: "class Gift extends MessageContent")
        #expect(try scanned(["Gift.java": base]).unread.count == 1)
    }

    @Test("A member of a named type of Go has the type behind the name (CMP-088)")
    func namedTypes() throws {
        let source = """
            package sdk

            type FileKind string

            type FileMsg struct {
            	Kind FileKind `json:"kind"`
            }

            func (*FileMsg) ObjectName() string { return "shop:File" }
            """
        let file = try #require(try scanned(["file.go": source], .serverGo)["shop:File"])
        #expect(file["kind"]?.types == [.string])
    }
}
