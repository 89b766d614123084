// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// The Swift of IMWire's reference that reads and writes contents.
struct ContentSnippetTests {
    @Test func firstPage() throws {
        let json = #"{"content":"hi","user":{"id":"u1","icon":"https://e.com/a.png"}}"#
        let message = try ContentRegistry.builtIn.decode(json, as: "RC:TxtMsg")
        if case .known(let text as TextMessage) = message.value {
            print(text.content)  // hi
        }
        print(message.deviations.map(\.id))  // [DEV-08]: the avatar has another name
        print(message.value.encodedString() ?? "")  // the canonical form, with portrait in place of icon

        #expect(message.deviations.map(\.id.description) == ["DEV-08"])
        #expect(message.value.encodedString()?.contains("portrait") == true)
    }

    @Test func messageTypes() throws {
        var message = TextMessage(content: "Lunch at noon?")
        message.user = ContentUserInfo(id: "u1", name: "Kim")
        let text = message.encodedString()
        // {"content":"Lunch at noon?","user":{"id":"u1","name":"Kim"}}

        #expect(text == #"{"content":"Lunch at noon?","user":{"id":"u1","name":"Kim"}}"#)
    }

    @Test func limits() throws {
        let bytes = Array(#"{"content":"hi"}"#.utf8)

        var limits = DecodingLimits()
        limits.contentBytes = 16_384
        limits.depth = 8
        let message = try ContentRegistry.builtIn.decode(bytes, as: "RC:TxtMsg", limits: limits)

        #expect(message.value.isTyped)
    }

    @Test func deviations() throws {
        let bytes = Array(#"{"content":"aGk=","imageUri":"https://e.com/a.png","user":{"id":"u1","icon":"i"}}"#.utf8)

        let decoded = try ContentRegistry.builtIn.decode(bytes, as: "RC:ImgMsg")
        for deviation in decoded.deviations {
            print(deviation.id, deviation.path, deviation.offset)
        }

        #expect(!decoded.deviations.isEmpty)
    }

    @Test func registeredType() throws {
        let bytes = Array(#"{"giftId":"g1"}"#.utf8)

        var registry = ContentRegistry.builtIn
        try registry.register(GiftMessage.self)
        let message = try registry.decode(bytes, as: "app:GiftMsg")

        #expect(message.value.encoded() == bytes)
    }

    @Test func schemas() throws {
        let bytes = Array(#"{"giftId":"g1","count":2}"#.utf8)
        let text = Self.schema

        let file = SchemaFile(name: "gift.schema.json", text: text)
        var registry = ContentRegistry.builtIn
        for schema in try ContentSchema.decode([file]) {
            try registry.register(schema)
        }
        if case .schema(var gift) = try registry.decode(bytes, as: "app:GiftMsg").value {
            gift["count"] = .number(9)
            print(gift.encodedString())
        }
    }

    @Test func schemasOfManyFiles() throws {
        let bytes = Array(#"{"giftId":"g1","count":2}"#.utf8)
        let text = Self.schema

        let schemas = try ContentSchema.decode([SchemaFile(name: "gift.schema.json", text: text)])
        var registry = ContentRegistry.builtIn
        for schema in schemas { try registry.register(schema) }
        let message = try registry.decode(bytes, as: "app:GiftMsg")

        #expect(message.value.isTyped)
    }

    @Test func contentOfASchema() throws {
        var registry = ContentRegistry.builtIn
        for schema in try ContentSchema.decode([SchemaFile(name: "gift", text: Self.schema)]) {
            try registry.register(schema)
        }
        let decoded = try registry.decode(Array(#"{"giftId":"g1","count":2}"#.utf8), as: "app:GiftMsg")
        var sent: [UInt8] = []
        func send(_ bytes: [UInt8]) { sent = bytes }

        if case .schema(var gift) = decoded.value {
            gift["count"] = .number(9)
            send(gift.encoded())
        }

        #expect(sent == Array(#"{"giftId":"g1","count":9}"#.utf8))
    }

    @Test func profile() throws {
        let content = AnyContent.known(TextMessage(content: "hi"))
        var sent: [UInt8] = []
        func send(_ bytes: [UInt8]) { sent = bytes }
        func log(_ ids: [Deviation.ID]) {}

        let profile = EncodeProfile.platform("server-python") ?? .canonical
        let written = content.encoded(for: profile)
        send(written.bytes)
        log(written.departures.map(\.id))

        #expect(!sent.isEmpty)
    }

    @Test func validator() throws {
        var validator = ContentValidator(mode: .strict)
        try validator.validate(#"{"content":"hi"}"#, as: "RC:TxtMsg")
        print(validator.deviations.count)  // 0

        #expect(validator.deviations.isEmpty)
    }

    @Test func unknownMembers() throws {
        var message = TextMessage(content: "hi")
        message.unknownMembers.append("priority", RawJSON("high"))
        print(message.encodedString())  // {"content":"hi","priority":"high"}

        #expect(message.encodedString() == #"{"content":"hi","priority":"high"}"#)
    }

    @Test func unknownContent() throws {
        let content = UnknownContent(objectName: "app:PollMsg", bytes: Array(#"{"id":1}"#.utf8))
        let written = AnyContent.unknown(content).encoded()  // the same bytes

        #expect(written == content.bytes)
    }

    @Test func rawJSON() throws {
        let value = try RawJSON(text: #"{"name":"Kim","scores":[1,2]}"#)
        print(value["name"]?.string ?? "")  // Kim
        print(value["scores"]?.elements?.count ?? 0)  // 2

        #expect(value["name"]?.string == "Kim")
        #expect(value["scores"]?.elements?.count == 2)
    }

    @Test func jsonNumber() throws {
        let time = JSONNumber(1_700_000_000_000)
        let price = try JSONNumber(text: "12.50")
        print(time.int64 ?? 0, price.text)  // 1700000000000 12.50

        #expect(time.int64 == 1_700_000_000_000)
        #expect(price.text == "12.50")
    }

    @Test func base64Text() throws {
        let thumbnail = Base64Text([0xff, 0xd8])
        print(thumbnail.text)  // /9g=
        print(thumbnail.bytes ?? [])  // [255, 216]

        #expect(thumbnail.text == "/9g=")
        #expect(thumbnail.bytes == [0xff, 0xd8])
    }

    @Test func secretText() throws {
        let token = SecretText("t0k3n")
        print(token.revealed)  // t0k3n; any other way to print it hides the text

        #expect(!"\(token)".contains("t0k3n"))
    }

    @Test func form() throws {
        let form = URLEncodedForm([FormField("userId", "u1"), FormField("name", "Kim & Lee")])
        let body = form.encoded()  // userId=u1&name=Kim%20%26%20Lee
        let received = try URLEncodedForm(decoding: body.span)
        print(received["name"] ?? "")  // Kim & Lee

        #expect(received["name"] == "Kim & Lee")
        #expect(String(decoding: body, as: UTF8.self) == "userId=u1&name=Kim%20%26%20Lee")
    }

    @Test func formField() throws {
        let form = URLEncodedForm([FormField("userId", "u1"), FormField("userId", "u2")])
        print(form.values("userId"))  // ["u1", "u2"]

        #expect(form.values("userId") == ["u1", "u2"])
    }

    @Test func formLimits() throws {
        let body = Array("userId=u1".utf8)
        var limits = FormLimits()
        limits.fields = 100
        let form = try URLEncodedForm(decoding: body.span, limits: limits)

        #expect(form["userId"] == "u1")
    }

    @Test func decodingLimits() throws {
        var limits = DecodingLimits()
        limits.depth = 8
        let validator = ContentValidator(limits: limits)

        #expect(validator.limits.depth == 8)
    }

    static let schema = #"""
        {
          "title": "Gift", "description": "A gift.", "x-objectName": "app:GiftMsg", "x-swiftName": "GiftMessage",
          "x-persistence": { "flags": 3 }, "type": "object",
          "properties": { "giftId": { "type": "string" }, "count": { "type": "integer" } },
          "required": ["giftId"], "x-order": ["giftId", "count"]
        }
        """#
}

extension ContentSnippetTests {
    struct GiftMessage: MessageContent {
        static let objectName: ObjectName = "app:GiftMsg"
        var giftId = ""
        var unknownMembers = UnknownMembers()

        init(decoding reader: inout ContentDecoder) throws(DecodeError) {
            giftId = try reader.string("giftId") ?? ""
            unknownMembers = try reader.unknownMembers()
        }
        func encode(to writer: inout ContentEncoder) {
            writer.open(unknownMembers)
            writer.member("giftId", giftId)
            writer.close(unknownMembers)
        }
    }
}
