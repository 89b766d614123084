// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Library examples of the README")
struct LibraryExampleTests {
    @Test("A message is sent from one connection to another as bytes")
    func server() throws {
        var sessions = ChatServerMachine(ChatServerMachine.Configuration())
        var first = Connection(1)
        var second = Connection(2)
        for number in 1...2 { _ = sessions.handle(.accepted(connection: number), at: 0) }

        var client = ChatStreamEncoder(.packets)
        func login(_ user: String) throws -> [UInt8] {
            var login = ChatMessage(.login)
            login.senderID = user
            login.deviceType = "iOS"
            login.versionCode = "1"
            return try client.encode(login)
        }
        _ = first.received(try login("u1"), at: 1, &sessions)
        _ = second.received(try login("u2"), at: 2, &sessions)

        var message = try ChatMessage(
            json: #"{"messageType":"normal","fromUserID":"u1","toUserID":"u2","chatType":"userChat","sendTime":"3"}"#)
        message.contentType = .text
        message.content = .content(ChatContent(text: "hi"))
        let sent = try client.encode(message)
        _ = first.received(Array(sent.prefix(10)), at: 3, &sessions)
        let steps = first.received(Array(sent.dropFirst(10)), at: 4, &sessions)
        var written: [EncodedChatMessage] = []
        for step in steps {
            if case .write(let messages, connections: [2]) = step.action { written += messages }
        }
        var reader = ChatStreamDecoder(.packets)
        reader.feed(try second.bytes(of: written))
        let received = try #require(try reader.next())
        #expect(received.kind == .normal && received.message.senderID == "u1")
        guard case .content(let content)? = received.message.content else {
            Issue.record("there is a content")
            return
        }
        #expect(content.text == "hi")

        let last = first.received([0, 0], at: 5, &sessions)
        #expect(last.contains { if case .close(connection: 1, .error) = $0.action { true } else { false } })
    }

    @Test("An absent member reads as nil, is reported absent and is not written")
    func required() throws {
        var text = try TextMessage(json: #"{"extra":"e"}"#)
        #expect(text.content == "" && !text.hasContent && text.digest == nil)
        #expect(text.encodedString() == #"{"extra":"e"}"#)
        text.content = ""
        #expect(text.hasContent && text.encodedString() == #"{"content":"","extra":"e"}"#)
        #expect(text != (try TextMessage(json: #"{"extra":"e"}"#)))
        text.clearContent()
        #expect(text == (try TextMessage(json: #"{"extra":"e"}"#)))
    }

    @Test("Strings are accepted as bytes, and bytes that are not text are not a string")
    func strings() throws {
        var validator = ContentValidator()
        try validator.validate(#"{"text":"hi"}"#, as: "RC:TxtMsg")
        #expect(validator.deviations.map(\.id.description) == ["DEV-24"])
        #expect(try MemberLookup.string("content", in: #"{"content":"hi"}"#) == "hi")
        #expect(try MemberLookup.raw("n", in: #"{"n":1.0}"#)?.text == "1.0")
        #expect(throws: DecodeError.self) { try TextMessage.decode(#"{"content":7}"#, mode: .strict) }
        let registry = ContentRegistry.builtIn
        #expect(try registry.decode("anything", as: "app:X").value.encodedString() == "anything")
        #expect(try registry.decode([0xff], as: "app:X").value.encodedString() == nil)
        let heartbeat = ChatMessage(heartbeat: .standard)
        #expect(heartbeat.encodedString() == #"{"beatID":"beatID"}"#)
    }
}
