// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import IMWire

/// The contents to measure: short ones that are typical of a chat, and long ones that carry images and voice.
struct ContentSample: Sendable {
    var name: String
    var objectName: ObjectName
    var bytes: [UInt8]

    private init(_ name: String, _ objectName: ObjectName, _ text: String) {
        self.name = name
        self.objectName = objectName
        bytes = Array(text.utf8)
    }

    static let all: [ContentSample] = [
        ContentSample("text", "RC:TxtMsg", #"{"content":"Hello world!","extra":""}"#),
        ContentSample(
            "text with user", "RC:TxtMsg",
            #"{"content":"明天下午三点开会，别迟到","extra":"","user":{"id":"u-10293847","name":"王小明","portrait":"#
                + #""https://cdn.example.com/a/10293847.png","extra":""},"mentionedInfo":{"type":2,"userIdList":["u-1"]}}"#
        ),
        ContentSample(
            "profile, many escapes", "RC:ProfileNtf",
            #"{"operation":"Update","data":"{\"nickname\":\"\u97e9\u6885\u6885\", \"hometown\":\"beijing\","#
                + #"\"motto\":\"a\\b\\c\"}","extra":"line\none\ttwo"}"#),
        ContentSample(
            "text, 4 KB Chinese", "RC:TxtMsg",
            #"{"content":""# + String(repeating: "即时通讯的字节要一个一个对得上。", count: 85) + #"","extra":""}"#),
        ContentSample(
            "image, 6 KB Base64", "RC:ImgMsg",
            #"{"content":""# + base64(4_600) + #"","imageUri":"https://cdn.example.com/i/1.jpg","extra":""}"#),
        ContentSample(
            "image, every / escaped", "RC:ImgMsg",
            #"{"content":""# + base64(4_600).replacing("/", with: #"\/"#)
                + #"","imageUri":"https:\/\/cdn.example.com\/i\/1.jpg","extra":""}"#),
        ContentSample(
            "voice, 12 KB Base64", "RC:VcMsg", #"{"content":""# + base64(9_000) + #"","duration":7,"extra":""}"#),
        ContentSample(
            "location, 4 KB Base64", "RC:LBSMsg",
            #"{"content":""# + base64(3_000)
                + #"","latitude":39.9139,"longitude":116.3917,"poi":"北京市朝阳区北苑路北辰泰岳大厦","extra":""}"#),
        ContentSample(
            "location, small", "RC:LBSMsg",
            #"{"content":"bhZPzJXimRwrtvc=","latitude":39.9139,"longitude":116.3917,"poi":"北辰泰岳大厦","extra":""}"#),
        ContentSample(
            "unknown members", "RC:TxtMsg",
            #"{"content":"hi","bubble":{"id":31,"colour":"ffcc00","animated":true},"trace":"7f3a-11","flags":[1,2,4,8],"#
                + #""score":1.50,"extra":"","device":{"os":"iOS","version":"17.2","scale":3},"locale":"zh-CN","#
                + #""retries":0,"nullable":null}"#),
    ]

    /// A content of a type that an application declares with ``customSchema``.
    static let custom = ContentSample(
        "custom type", "app:GiftMsg",
        #"{"giftId":"rose-12","count":3,"note":"给主播","extra":"","user":{"id":"u-10293847","name":"王小明","portrait":"#
            + #""https://cdn.example.com/a/10293847.png","extra":""},"effect":{"id":31,"colour":"ffcc00"}}"#)

    static let allWithCustom = all + [custom]

    static let customSchema = #"""
        {
          "title": "Gift", "description": "A gift to the host of a live room.",
          "x-objectName": "app:GiftMsg", "x-swiftName": "GiftMessage", "x-category": "content",
          "x-persistence": {"flags": 16, "alternatives": []}, "x-provenance": "own", "x-sources": [],
          "type": "object",
          "properties": {
            "giftId": {"type": "string", "description": "Which gift it is."},
            "count": {"type": "integer", "description": "How many of them."},
            "note": {"type": "string", "description": "A greeting."},
            "extra": {"$ref": "../common-objects/extra.schema.json"},
            "user": {"$ref": "../common-objects/user.schema.json"}
          },
          "required": ["giftId"],
          "x-order": ["giftId", "count", "note", "extra", "user"]
        }
        """#

    /// Returns the Base64 of pseudorandom bytes, which resemble a compressed image and are the same on each run.
    private static func base64(_ count: Int) -> String {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        return Base64Text(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
        ).text
    }
}

#endif
