// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of facts about a content that code outside of its class shows (CMP-160 to CMP-166).
struct ScanOutsideTests {
    /// A message of Android with two members, the second of which holds JSON text.
    private let notice = """
        @MessageTag(value = "parcel:Notice", flag = MessageTag.NONE)
        class NoticeMessage extends MessageContent {
          private String place;
          private String data;
          public byte[] encode() {
            JSONObject json = new JSONObject();
            json.put("place", place);
            json.put("data", data);
            return json.toString().getBytes();
          }
        }
        """

    @Test("A method that encodes a content of the SDK shows the members of its type (CMP-160)")
    func encoder() throws {
        let java = """
            class PictureCoder {
              static byte[] encode(ImageMessage picture) {
                JSONObject json = new JSONObject();
                json.put("content", picture.getBase64());
                if (picture.getRemoteUri() != null) json.put("imageUri", picture.getRemoteUri().toString());
                return json.toString().getBytes();
              }
            }
            """
        let type = try #require(try scanned(["PictureCoder.java": java], .android)["RC:ImgMsg"])
        #expect(type.memberNames == ["content", "imageUri"])
        #expect(type["imageUri"]?.absent == .omitted)
        #expect(type.shape == nil)
        let size = "class A { static int size(ImageMessage picture) { return picture.getBase64().length(); } }"
        #expect(try scanned(["A.java": size], .android).types.isEmpty)
    }

    @Test("A member has the members of the object that code reads from its text (CMP-161)")
    func part() throws {
        let data = "class NoticeData { String depot; int weight; }"
        func provider(_ parameter: String) -> String {
            "class P { void a(\(parameter) notice) { new Gson().fromJson(notice.getData(), NoticeData.class); } }"
        }
        let files = ["NoticeMessage.java": notice, "NoticeData.java": data]
        var type = try #require(
            try scanned(files.merging(["P.java": provider("NoticeMessage")]) { $1 }, .android)["parcel:Notice"])
        #expect(type["data"]?.members.map(\.name) == ["depot", "weight"])
        #expect(type["data"]?.types == [.string])
        #expect(type["place"]?.members.isEmpty == true)
        type = try #require(
            try scanned(files.merging(["P.java": provider("Settings")]) { $1 }, .android)["parcel:Notice"])
        #expect(type["data"]?.members.isEmpty == true)
    }

    @Test("A type whose encoder writes nothing has no members (CMP-162)")
    func nothing() throws {
        let java = """
            @MessageTag(value = "parcel:Closed", flag = MessageTag.NONE)
            class ClosedMessage extends MessageContent {
              private String depot;
              public byte[] encode() { return new byte[0]; }
            }
            """
        let type = try #require(try scanned(["ClosedMessage.java": java], .android)["parcel:Closed"])
        #expect(type.members == [])
        #expect(type.note == nil)
        let objc = """
            @implementation ClosedMessage
            - (NSData *)encode { return [NSData data]; }
            + (NSString *)getObjectName { return @"parcel:Closed"; }
            @end
            """
        #expect(try scanned(["ClosedMessage.m": objc], .ios)["parcel:Closed"]?.members == [])
    }

    @Test("A wrapper's class of contents without a name is listed and not compared (CMP-163)")
    func unnamed() throws {
        func subclass(_ name: String, _ member: String) -> String {
            """
            class \(name) extends RCIMIWMessage {
              String? \(member);
              Map<String, dynamic> toJson() { final json = super.toJson(); json['\(member)'] = \(member); return json; }
            }

            """
        }
        let source =
            "class RCIMIWMessage { String? extra; Map<String, dynamic> toJson() => {'extra': extra}; }\n"
            + subclass("RCIMIWTextMessage", "text") + subclass("RCIMIWLocationMessage", "longitude")
            + subclass("RCIMIWCommandMessage", "data")
        let custom = subclass("RCIMIWCustomMessage", "fields")
        let manifest = try scanned(["a.dart": source + custom], .flutter)
        let type = try #require(manifest["RCIMIWCustomMessage"])
        #expect(type.isUnnamed == true)
        #expect(type.source?.certainty == .guess)
        #expect(type["fields"] != nil)
        let parsed = try Manifest(parsing: Array(manifest.json.utf8))
        #expect(parsed == manifest)
        #expect(
            !CompatCheck([manifest]).findings.contains { $0.places.contains { $0.objectName == "RCIMIWCustomMessage" } }
        )
        // Without other types there is no base class of contents.
        #expect(try scanned(["a.dart": custom], .flutter).types.isEmpty)
    }

    @Test("A dictionary of which a content is made shows its members (CMP-164)")
    func dictionary() throws {
        let objc = """
            @implementation SlotMessage
            - (NSData *)encode {
              return [NSJSONSerialization dataWithJSONObject:self.slotValues options:0 error:nil];
            }
            + (NSString *)getObjectName { return @"desk:Slot"; }
            @end
            @implementation Planner
            - (void)plan {
              NSDictionary *values = @{@"room" : self.room, @"hours" : @2};
              [self send:[[SlotMessage alloc] initWithValues:values]];
            }
            @end
            """
        let type = try #require(try scanned(["SlotMessage.m": objc], .ios)["desk:Slot"])
        #expect(type.memberNames == ["room", "hours"])
    }

    @Test("JSON text in the source shows the types of its members (CMP-165)")
    func text() throws {
        let php =
            #"<?php send(['objectName' => 'app:Note', 'content' => '{"id":1,"at":{"x":0.5},"on":true,"t":[1]}']);"#
        let type = try #require(try scanned(["a.php": php]).types.first)
        #expect(type.memberNames == ["id", "at", "on", "t"])
        #expect(type.members?.map(\.types) == [[.integer], [.object], [.boolean], [.array]])
        #expect(type["at"]?.members.first?.types == [.number])
    }

    @Test("An enumeration of whom a message mentions has the name of the registry (CMP-166)")
    func mentionedType() throws {
        let right = "class MentionedType { static const int all = 1; static const int users = 2; }"
        #expect(try scanned(["a.dart": right]).enumerations.map(\.name) == ["mentionedType"])
        let wrong = "class MentionedType { static const int all = 5; static const int users = 6; }"
        #expect(try scanned(["a.dart": wrong]).enumerations.isEmpty)
    }
}
