// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Write profiles")
struct EncodeProfileTests {
    private func write(
        _ objectName: ObjectName, _ json: String, for platform: String, registry: ContentRegistry = .builtIn
    ) throws -> (text: String, departures: [String]) {
        let profile = try #require(EncodeProfile.platform(platform))
        let content = try registry.decode(Array(json.utf8), as: objectName).value
        let written = content.encoded(for: profile)
        return (
            String(decoding: written.bytes, as: UTF8.self),
            written.departures.map { "\($0.id) \($0.path) \($0.offset)" }
        )
    }

    @Test("Without a profile, or for a platform that needs none, the canonical form is written (CNT-170, CNT-171)")
    func canonical() throws {
        let json = #"{"content":"你好","user":{"id":"u","portrait":"p"}}"#
        let content = try ContentRegistry.builtIn.decode(Array(json.utf8), as: "RC:TxtMsg").value
        #expect(content.encoded(for: .canonical).bytes == content.encoded())
        #expect(try write("RC:TxtMsg", json, for: "android") == (json, []))
        #expect(EncodeProfile.canonical.isCanonical)
        #expect(EncodeProfile.platform("nosuch") == nil && EncodeProfile.platform("canonical") == nil)
    }

    @Test("A reader that only knows the avatar as icon is sent both names (CNT-172)")
    func alias() throws {
        let json = #"{"content":"a","user":{"id":"u","portrait":"p","x":1}}"#
        let both = #"{"content":"a","user":{"id":"u","portrait":"p","icon":"p","x":1}}"#
        #expect(try write("RC:TxtMsg", json, for: "server-python") == (both, ["DEV-08 /user/portrait 47"]))
        // The rule applies to every type that has a sender.
        let image = try write(
            "RC:ImgMsg", #"{"content":"","imageUri":"u","user":{"portrait":"p"}}"#, for: "server-python")
        #expect(image.text == #"{"content":"","imageUri":"u","user":{"portrait":"p","icon":"p"}}"#)
        // Nothing is added if the other name is present, or if the member is absent.
        let icon = #"{"content":"a","user":{"portrait":"p","icon":"q"}}"#
        #expect(try write("RC:TxtMsg", icon, for: "server-python") == (icon, []))
        let none = #"{"content":"a","extra":"{\"user\":1}","user":{"id":"u"}}"#
        #expect(try write("RC:TxtMsg", none, for: "server-python") == (none, []))
    }

    @Test("A member with two names in one type is written under both in that type only (CNT-172)")
    func typeAlias() throws {
        let command = #"{"name":"n","data":"d"}"#
        #expect(
            try write("RC:CmdNtf", command, for: "server-go") == (
                #"{"name":"n","operation":"n","data":"d"}"#, ["DEV-01 /name 12"]
            ))
        #expect(try write("RC:CmdMsg", command, for: "server-go") == (command, []))
    }

    @Test("Values are written in the declared type if a reader would lose others (CNT-173)")
    func types() throws {
        let file = #"{"name":"n","size":1.50,"type":"t","fileUrl":"u"}"#
        #expect(
            try write("RC:FileMsg", file, for: "server-go") == (
                #"{"name":"n","size":"1.50","type":"t","fileUrl":"u"}"#, ["DEV-39 /size 19"]
            ))
        let recall = try write(
            "RC:RcCmd", #"{"messageUId":"m","conversationType":1,"isAdmin":true,"isDelete":false}"#, for: "server-java")
        #expect(recall.text.contains(#""conversationType":"1""#))
        #expect(recall.text.contains(#""isAdmin":1"#) && recall.text.contains(#""isDelete":0"#))
        #expect(recall.departures.map { $0.prefix(6) } == ["DEV-43", "DEV-44", "DEV-44"])
        let group = #"{"operatorUserId":"u","operation":"Add","data":"{\"k\":[1, 2]}"}"#
        let object = #"{"operatorUserId":"u","operation":"Add","data":{"k":[1, 2]}}"#
        #expect(try write("RC:GrpNtf", group, for: "server-java").text == object)
        let plain = #"{"operatorUserId":"u","operation":"Add","data":"not JSON"}"#
        #expect(try write("RC:GrpNtf", plain, for: "server-java") == (plain, []))
    }

    @Test("Readers that misread UTF-8 are sent escapes in names, unknown members and raw values (CNT-174)")
    func escapes() throws {
        let json = #"{"content":"é😀\u0007","extra":{"键":"值"},"x":"\u00e9ȈA"}"#
        let escaped =
            #"{"content":"\u00e9\ud83d\ude00\u0007","extra":{"\u952e":"\u503c"},"x":"\u00e9\u0208A"}"#
        for platform in ["web-sdk-0.9.10", "web-sdk-2.5.3"] {
            #expect(try write("RC:TxtMsg", json, for: platform) == (escaped, ["DEV-152  12"]))
        }
        let plain = #"{"content":"a"}"#
        #expect(try write("RC:TxtMsg", plain, for: "web-sdk-2.5.3") == (plain, []))
    }

    @Test("Opaque and unknown types keep their bytes (CNT-177)")
    func bytes() throws {
        for platform in EncodeProfile.platforms {
            for name: ObjectName in ["app:Unknown", "RCJrmf:RpMsg"] {
                let text = #"{"user": {"portrait":"你"}}"#
                #expect(try write(name, text, for: platform.name) == (text, []))
            }
        }
    }

    @Test("A custom type with a sender is written for its reader (CNT-121)")
    func customType() throws {
        var registry = ContentRegistry.builtIn
        try registry.register(GiftMessage.self)
        let json = #"{"giftId":"rose","count":9,"user":{"portrait":"p"}}"#
        let both = #"{"giftId":"rose","count":9,"user":{"portrait":"p","icon":"p"}}"#
        let written = try write("app:GiftMsg", json, for: "server-python", registry: registry)
        #expect(written == (both, ["DEV-08 /user/portrait 50"]))
        // The type lists no members, so the value shows that a rule leads to the items of a list.
        let profile = EncodeProfile(
            name: "mine", rules: [.init("app:GiftMsg", ["extra", "title"], .alsoNamed("headline"), .init(20))])
        let list = #"{"giftId":"rose","count":9,"extra":[{"title":"a"},7]}"#
        let items = try registry.decode(Array(list.utf8), as: "app:GiftMsg").value.encoded(for: profile)
        #expect(
            String(decoding: items.bytes, as: UTF8.self)
                == #"{"giftId":"rose","count":9,"extra":[{"title":"a","headline":"a"},7]}"#)
        #expect(items.departures.map(\.path) == ["/extra/0/title"])
    }

    @Test("A type that a schema describes is written for its reader (CNT-172, CNT-190)")
    func schemaType() throws {
        let text = #"{"x-objectName":"app:A","type":"object","properties":{"user":{"$ref":"user.schema.json"}}}"#
        var registry = ContentRegistry.builtIn
        let schemas = try ContentSchema.decode([SchemaFile(name: "a.schema.json", text: text)])
        for schema in schemas { try registry.register(schema) }
        let json = #"{"user":{"portrait":"p"},"x":1}"#
        let both = #"{"user":{"portrait":"p","icon":"p"},"x":1}"#
        let written = try write("app:A", json, for: "server-python", registry: registry)
        #expect(written == (both, ["DEV-08 /user/portrait 24"]))
    }

    @Test("An application may define its own profile")
    func ownProfile() throws {
        let profile = EncodeProfile(
            name: "mine",
            rules: [
                .init("RC:PSMultiImgTxtMsg", ["articles", "title"], .alsoNamed("headline"), .init(20)),
                .init(nil, ["burnDuration"], .asString, .init(104)),
            ])
        let json = #"{"articles":[{"title":"a"},{"url":"u"},{"title":"b"}]}"#
        let content = try ContentRegistry.builtIn.decode(Array(json.utf8), as: "RC:PSMultiImgTxtMsg").value
        let written = content.encoded(for: profile)
        #expect(
            String(decoding: written.bytes, as: UTF8.self)
                == #"{"articles":[{"title":"a","headline":"a"},{"url":"u"},{"title":"b","headline":"b"}]}"#)
        #expect(written.departures.map(\.path) == ["/articles/0/title", "/articles/2/title"])
    }
}
