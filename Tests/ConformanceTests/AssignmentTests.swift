// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import Testing

@Suite("Members that are assigned to a content that arrived (CNT-183, TST-213)")
struct AssignmentTests {
    /// Asks `content.encode` with `from`, and returns the bytes of the answer as text.
    private func assign(
        _ value: String, to from: String, as objectName: String = "RC:TxtMsg", _ registry: ContentRegistry = .builtIn,
        profile: String? = nil, limits: String? = nil
    ) throws -> String {
        let members: [(name: String, value: RawJSON)] = [
            ("op", "content.encode"), ("objectName", RawJSON(objectName)), ("value", try RawJSON(text: value)),
            ("from", .base64(from.utf8)),
        ]
        let more = try [("profile", profile), ("limits", limits)].compactMap { name, text in
            try text.map { (name: name, value: try RawJSON(text: $0)) }
        }
        let request = JSONObject(.object(members + more))
        #expect(RequestRule.fault(in: request, to: "content.encode") == nil)
        let answer = try Operation.perform("content.encode", request, registry).json
        let bytes = try #require(answer["bytes"]?.string.flatMap(Base64.decode))
        return String(decoding: bytes, as: UTF8.self)
    }

    private func code(_ value: String, to from: String, limits: String? = nil) throws -> String? {
        do {
            _ = try assign(value, to: from, limits: limits)
            return nil
        } catch let error as OperationError {
            return error.code
        }
    }

    @Test(
        "A member that is assigned drops the bytes that were kept, under whichever spelling they arrived",
        arguments: [
            // The canonical name, an alias, an alias of the value, and a canonical name that wins over its alias.
            (#"{"content":[1],"x":1.50}"#, #"{"content":"a"}"#, #"{"content":"a","x":1.50}"#),
            (#"{"text":{"b":2},"x":1.50}"#, #"{"content":"a"}"#, #"{"content":"a","x":1.50}"#),
            (#"{"x":1.50,"content":[1]}"#, #"{"text":"a"}"#, #"{"content":"a","x":1.50}"#),
            (#"{"content":[1],"text":"b"}"#, #"{"content":"a"}"#, #"{"content":"a","text":"b"}"#),
            // The bytes stay where they are while the member is absent.
            (#"{"text":[1],"x":1}"#, #"{"extra":"e"}"#, #"{"extra":"e","text":[1],"x":1}"#),
            (#"{"text":[1],"x":1}"#, #"{"content":null}"#, #"{"text":[1],"x":1}"#),
        ])
    func unparsed(from: String, value: String, expected: String) throws {
        #expect(try assign(value, to: from) == expected)
    }

    @Test(
        "A member that is absent in the value stays, and one that is present is replaced as a whole",
        arguments: [
            (#"{"content":"a","extra":"e"}"#, #"{"content":"b"}"#, #"{"content":"b","extra":"e"}"#),
            (#"{"content":"a"}"#, "{}", #"{"content":"a"}"#),
            (
                #"{"content":"a","user":{"id":"u","name":"n","y":1},"z":2}"#, #"{"user":{"name":"m"}}"#,
                #"{"content":"a","user":{"name":"m"},"z":2}"#
            ),
            (#"{"content":"a","user":{"icon":[]}}"#, #"{"user":{"id":"u"}}"#, #"{"content":"a","user":{"id":"u"}}"#),
            (#"{"content":"a","user":7}"#, #"{"user":{"id":"u"}}"#, #"{"content":"a","user":{"id":"u"}}"#),
            // A user that holds only null counts as absent (CNT-043).
            (#"{"user":{"id":"u"}}"#, #"{"user":{"name":null}}"#, #"{"user":{"id":"u"}}"#),
            (
                #"{"content":"a","mentionedInfo":{"type":2,"userIdList":["u"],"x":1}}"#,
                #"{"mentionedInfo":{"type":2,"userIdList":[]}}"#,
                #"{"content":"a","mentionedInfo":{"type":2,"userIdList":[]}}"#
            ),
        ])
    func whole(from: String, value: String, expected: String) throws {
        #expect(try assign(value, to: from) == expected)
    }

    @Test("A list of objects replaces one that was kept unparsed")
    func list() throws {
        let articles = #"[{"title":"t","digest":"d","picurl":"p","url":"u"}]"#
        let from = #"{"articles":[7],"x":1}"#
        #expect(
            try assign(#"{"articles":\#(articles)}"#, to: from, as: "RC:PSMultiImgTxtMsg")
                == #"{"articles":\#(articles),"x":1}"#)
        #expect(try assign(#"{"articles":[8]}"#, to: from, as: "RC:PSMultiImgTxtMsg") == from)
    }

    @Test("What is unknown or unreadable in the value changes nothing")
    func strangers() throws {
        let from = #"{"content":"a","x":1,"y":2}"#
        let value = #"{"x":3,"z":4,"content":{},"extra":"e"}"#
        #expect(try assign(value, to: from) == #"{"content":"a","extra":"e","x":1,"y":2}"#)
        // What lenient mode repairs is assigned.
        let repaired = #"{"content":"\ud83d\ude00","burnDuration":"7"}"#
        #expect(try assign(repaired, to: "{}") == #"{"content":"😀","burnDuration":7}"#)
    }

    @Test("The error is that of the content if the value is refused too")
    func errors() throws {
        #expect(try code("[]", to: "{") == "json.syntax")
        #expect(try code("[]", to: "{}") == "content.type")
        #expect(try code("{}", to: "[]") == "content.type")
        #expect(try code(#"{"a":{}}"#, to: #"{"a"}"#, limits: #"{"depth":1}"#) == "json.syntax")
        #expect(try code(#"{"a":{}}"#, to: "{}", limits: #"{"depth":1}"#) == "limit.depth")
        // The size limit applies to the content that arrived and to the one that is written.
        #expect(try code("{}", to: #"{"x":12}"#, limits: #"{"contentBytes":7}"#) == "limit.size")
        #expect(try code(#"{"content":"abcd"}"#, to: "{}", limits: #"{"contentBytes":17}"#) == "encode.size")
        let written = try assign(#"{ "content" : "abc" }"#, to: "{}", limits: #"{"contentBytes":17}"#)
        #expect(written == #"{"content":"abc"}"#)
    }

    @Test("An opaque or unknown type is skipped", arguments: ["RC:CsLM", "app:GiftMsg"])
    func skipped(objectName: String) throws {
        do {
            _ = try assign("{}", to: "{", as: objectName)
            Issue.record("the type has members")
        } catch let error as OperationError {
            #expect(error.code == nil)
        }
    }

    @Test("A profile is applied to the content after the assignment (TST-207)")
    func profiles() throws {
        let written = try assign(#"{"content":"é"}"#, to: #"{"text":[1],"extra":"ü"}"#, profile: #"{"ascii":true}"#)
        #expect(written == #"{"content":"\u00e9","extra":"\u00fc"}"#)
    }

    @Test("Members are assigned to a custom type that a schema describes (CNT-190)")
    func customTypes() throws {
        let schema = """
            {"x-objectName":"app:GiftMsg","type":"object","x-order":["giftId","count","user"],"properties":{
            "giftId":{"type":"string"},"count":{"type":"integer"},
            "user":{"$ref":"user.schema.json"}}}
            """
        var registry = ContentRegistry.builtIn
        for type in try ContentSchema.decode([SchemaFile(name: "gift.schema.json", text: schema)]) {
            try registry.register(type)
        }
        let from = #"{"giftId":[1],"count":2,"user":{"id":"u","name":"n"},"x":1}"#
        #expect(
            try assign(#"{"giftId":"rose","user":{"id":"v"},"x":2}"#, to: from, as: "app:GiftMsg", registry)
                == #"{"giftId":"rose","count":2,"user":{"id":"v"},"x":1}"#)
    }

    @Test("Every built-in type with members can be assigned to")
    func everyType() throws {
        for type in ContentRegistry.builtIn.all where type.isTyped {
            #expect(try assign("{}", to: #"{"x":1}"#, as: type.objectName.rawValue) == #"{"x":1}"#)
        }
    }
}
