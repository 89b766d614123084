// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Content of an application's schema, encoded and compared")
struct SchemaEncodingTests {
    private func schema(_ members: String, rest: String = "") throws -> ContentSchema {
        let text = #"{"x-objectName":"app:A","type":"object","properties":{\#(members)}\#(rest)}"#
        return try #require(try ContentSchema.decode([SchemaFile(name: "a.schema.json", text: text)]).first)
    }

    private func content(_ text: String, _ schema: ContentSchema) throws -> SchemaContent {
        guard case .schema(let content) = try schema.decode(Array(text.utf8).span).value else {
            throw EncodeError(.member)
        }
        return content
    }

    @Test("Every way to encode a content has the same result")
    func encoding() throws {
        let text = #"{"a":"x","b":1}"#
        let content = try content(text, schema(#""a":{"type":"string"}"#))
        #expect(content.encodedString() == text && content.encoded() == Array(text.utf8))
        var buffer = Array("head".utf8)
        let general = AnyContent.schema(content)
        general.append(to: &buffer)
        #expect(buffer == Array(("head" + text).utf8))
        #expect(general.encodedString() == text && general.objectName == "app:A")
    }

    @Test("An empty object is omitted if its schema reads one as absent, and written otherwise")
    func emptyObjects() throws {
        let own = SchemaFile(name: "o.schema.json", text: #"{"type":"object","properties":{"x":{"type":"string"}}}"#)
        let text =
            #"{"x-objectName":"app:A","type":"object","properties":{"u":{"$ref":"user.schema.json"},"#
            + #""o":{"$ref":"o.schema.json"}},"x-order":["u","o"]}"#
        let files = [SchemaFile(name: "a.schema.json", text: text), own]
        let schema = try #require(try ContentSchema.decode(files).first)
        var content = try #require(SchemaContent(schema))
        content["u"] = .object(try #require(content.object.makeObject(for: "u")))
        content["o"] = .object(try #require(content.object.makeObject(for: "o")))
        #expect(content.encodedString() == #"{"o":{}}"#)
    }

    @Test("A map of lists is a member of its own kind (CNT-192)")
    func maps() throws {
        let schema = try schema(#""m":{"x-kind":"stringListMap"}"#)
        let strict = try? schema.decode(Array(#"{"m":{"a":"b"}}"#.utf8).span, mode: .strict)
        let read = try? schema.decode(Array(#"{"m":{"a":["b"]}}"#.utf8).span, mode: .strict)
        #expect(strict == nil && read != nil)
    }

    @Test("A map of strings is a member of its own kind (CNT-192)")
    func textMaps() throws {
        let schema = try schema(#""m":{"x-kind":"stringMap"}"#)
        let read = try? schema.decode(Array(#"{"m":{"a":"b"}}"#.utf8).span, mode: .strict)
        let strict = try? schema.decode(Array(#"{"m":{"a":["b"]}}"#.utf8).span, mode: .strict)
        #expect(read != nil && strict == nil)
    }

    @Test("Contents are equal if their schema, values and unknown members are")
    func equality() throws {
        let schema = try schema(#""a":{"type":"string"},"m":{"x-kind":"rawObject"}"#, rest: #","x-order":["a","m"]"#)
        var one = try content(#"{"a":"x","u":1}"#, schema)
        let same = try content(#"{"a":"x","u":1}"#, schema)
        #expect(one == same && one.hashValue == same.hashValue)
        for text in [#"{"a":"y","u":1}"#, #"{"a":"x","u":2}"#] {
            let other = try content(text, schema)
            #expect(one != other && one.hashValue != other.hashValue)
        }
        try one.object.set(.json(RawJSON(text: "{}")), for: "m")
        #expect(one.encodedString() == #"{"a":"x","m":{},"u":1}"#)
        #expect(throws: EncodeError(.member, path: "/m")) { try one.object.set(.json(RawJSON(text: "[]")), for: "m") }
    }

    @Test("A member holds only a list of its kind, and only objects of its schema (CNT-192)")
    func lists() throws {
        let schema = try schema(
            #""l":{"type":"array"},"o":{"type":"array","items":{"$ref":"user.schema.json"}}"#,
            rest: #","x-order":["l","o"]"#)
        var content = try #require(SchemaContent(schema))
        var user = try #require(content.object.makeObject(for: "o"))
        try user.set(.string("u1"), for: "id")
        try content.object.set(.objects([user]), for: "o")
        try content.object.set(.json(RawJSON(text: "[1]")), for: "l")
        let written = #"{"l":[1],"o":[{"id":"u1"}]}"#
        #expect(content.encodedString() == written)
        let mixed = SchemaValue.objects([user, content.object])
        #expect(throws: EncodeError(.member, path: "/o")) { try content.object.set(mixed, for: "o") }
        #expect(throws: EncodeError(.member, path: "/l")) { try content.object.set(.json(.emptyObject), for: "l") }
        #expect(content.encodedString() == written)
    }

    @Test("A validator that is used again examines the next content by itself")
    func validator() throws {
        let many = "{\"content\":\"a\"" + (0..<80).map { ",\"u\($0)\":0" }.joined() + "}"
        var validator = ContentValidator(registry: .builtIn, mode: .strict, limits: DecodingLimits())
        for _ in 0..<3 {
            try validator.validate(Array(many.utf8), as: "RC:TxtMsg")
            #expect(validator.deviations.isEmpty)
        }
        var lenient = ContentValidator()
        try lenient.validate(Array(#"{"content":7}"#.utf8), as: "RC:TxtMsg")
        #expect(!lenient.deviations.isEmpty)
        try lenient.validate(Array(#"{"content":"a"}"#.utf8), as: "RC:TxtMsg")
        #expect(lenient.deviations.isEmpty)
    }
}
