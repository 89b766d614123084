// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Chat: writing")
struct ChatWritingTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("The specification's message is encoded from its members")
    func made() {
        var message = ChatMessage(.normal)
        message.clientMessageID = "k1"
        message.senderID = "u1"
        message.recipientID = "u2"
        message.chatType = .user
        message.contentType = .text
        message.content = .content(ChatContent(text: "你好"))
        message.deviceType = "iOS"
        message.versionCode = "1.0"
        message.sendMilliseconds = 1_500_000_000_000
        let expected =
            #"{"messageType":"normal","clientMessageID":"k1","fromUserID":"u1","toUserID":"u2","chatType":"userChat","#
            + #""contenType":"text","content":{"text":"你好"},"deviceType":"iOS","versionCode":"1.0","sendTime":"1500000000000"}"#
        #expect(text(message.encoded()) == expected)
        #expect(strict(expected) == "fine")
    }

    @Test("A message without members is encoded, and a foreign beatID is not")
    func empty() {
        #expect(text(ChatMessage(.unknown).encoded()) == "{}")
        var message = ChatMessage(heartbeat: .standard)
        #expect(message.isHeartbeat(.standard))
        #expect(text(message.encoded()) == #"{"beatID":"beatID"}"#)
        message.senderID = "u1"
        #expect(!message.isHeartbeat(.standard))
        #expect(text(message.encoded()) == #"{"fromUserID":"u1"}"#)
    }

    @Test("Heartbeats in both forms, messages and arrays are encoded (CHT-032)")
    func units() throws {
        var writer = ChatMessageEncoder()
        var buffer: [UInt8] = [1, 2, 3]
        writer.encodeHeartbeat(into: &buffer)
        #expect(text(buffer) == "beatID")
        writer.form = .json
        try writer.encode(ChatMessage(heartbeat: .standard), into: &buffer)
        #expect(text(buffer) == #"{"beatID":"beatID"}"#)
        try writer.encode(ChatMessage(.system), into: &buffer)
        #expect(text(buffer) == #"{"messageType":"system"}"#)
        try writer.encode([ChatMessage(.system), ChatMessage(.validate)], into: &buffer)
        #expect(text(buffer) == #"[{"messageType":"system"},{"messageType":"validate"}]"#)
    }

    @Test("A message beyond the limits is rejected and leaves no bytes")
    func sizes() throws {
        var writer = ChatMessageEncoder()
        var buffer: [UInt8] = []
        writer.messageBytes = 24
        try writer.encode(ChatMessage(.system), into: &buffer)
        #expect(throws: EncodeError(.size)) { try writer.encode(ChatMessage(.validate), into: &buffer) }
        #expect(buffer.isEmpty)
        writer.batchMessages = 2
        try writer.encode([ChatMessage(.system), ChatMessage(.system)], into: &buffer)
        #expect(text(buffer) == #"[{"messageType":"system"},{"messageType":"system"}]"#)
        writer.batchMessages = 1
        #expect(throws: EncodeError(.size)) {
            try writer.encode([ChatMessage(.system), ChatMessage(.system)], into: &buffer)
        }
        #expect(throws: EncodeError(.size)) { try writer.encode([ChatMessage(.validate)], into: &buffer) }
        #expect(buffer.isEmpty)
    }

    @Test("A batch ends before a message with which it would have more than batchBytes bytes")
    func batchBytes() throws {
        func lines(_ batchBytes: Int) throws -> String {
            var options = ChatStreamEncoder.Options(.lines(.lf, .json))
            options.batch = 10
            options.batchBytes = batchBytes
            var encoder = ChatStreamEncoder(options)
            return text(try encoder.encode([ChatMessage(.system), ChatMessage(.system)]))
        }
        // The bracket and the first message have 25 bytes, the second message has 24.
        let message = #"{"messageType":"system"}"#
        #expect(try lines(49) == "[\(message),\(message)]\n")
        #expect(try lines(48) == "[\(message)]\n[\(message)]\n")
    }

    @Test("A message that was encoded before must not exceed messageBytes in a batch either (FRM-093)")
    func encodedSize() throws {
        var options = ChatStreamEncoder.Options(.lines(.lf, .json))
        options.batch = 10
        options.limits.messageBytes = 24
        let message = EncodedChatMessage(ChatMessage(.system))
        var fitting = ChatStreamEncoder(options)
        let written = try fitting.encode([message])
        #expect(text(written) == #"[{"messageType":"system"}]"# + "\n")
        options.limits.messageBytes = 23
        var encoder = ChatStreamEncoder(options)
        #expect(throws: EncodeError(.size)) { try encoder.encode([message]) }
    }

    @Test(
        "A decoded message encodes to the same bytes, also a second time (CHT-071)",
        arguments: [
            #"{"beatID":"beatID","messageType":"normal","isRead":1,"code":"7","x":{ }}"#,
            #"{"fromUserID":"u","deviceType":"iOS","versionCode":1,"beatID":"beatID"}"#,
            #"{"beatID":"other","y":1}"#, #"{"messageType":{},"code":[],"content":"x"}"#,
            #"{"messageType":"system","objectName":"a","content":"{\"a\" :1}"}"#,
            #"{"messageType":"system","contenType":"picture","content":{"picSize":"{1, 2}","bigPicAddress":"\ud800"}}"#,
            #"{"contentType":"text","contenType":null,"content":{"text":"a"},"messageType":"system"}"#,
        ])
    func stable(unit: String) throws {
        let once = try ChatMessage(json: Array(unit.utf8)).encoded()
        let twice = try ChatMessage(json: once).encoded()
        #expect(text(twice) == text(once))
    }

    @Test("Every truncation of a message is a syntax error")
    func cuts() {
        let unit = Array(
            #"{"messageType":"normal","contenType":"text","content":{"text":"\u4f60","picSize":{"width":1}},"x":[1]}"#
                .utf8)
        var reader = ChatMessageDecoder()
        for length in 0..<unit.count {
            let items = reader.decodeUnit(Array(unit[..<length]).span)
            #expect(items.count == 1 && items.first?.error?.code == .jsonSyntax && items.first?.error?.offset == length)
        }
    }

    @Test("Messages that strict mode decodes are equal in lenient mode, without deviations (CHT-072)")
    func modes() {
        var state: UInt64 = 7
        let pieces = [
            #""messageType":"system""#, #""messageType":"x""#, #""code":5"#, #""code":"5""#, #""content":{"text":"a"}"#,
            #""contenType":"text""#, #""contentType":"text""#, #""objectName":"RC:TxtMsg""#, #""isRead":1"#,
            #""beatID":"beatID""#, #""fromUserID":"u""#, #""sendTime":"1""#, #""sendTime":[]"#, #""y":null"#,
            #""deviceType":"d""#, #""versionCode":"v""#, #""content":"AAEC""#,
        ]
        var read = 0
        for _ in 0..<2_000 {
            var members: [String] = []
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                members.append(pieces[Int(state >> 33) % pieces.count])
            }
            let unit = "{" + members.joined(separator: ",") + "}"
            let strict = chatItems(unit, mode: .strict).first
            let lenient = chatItems(unit).first
            if strict?.error == nil {
                read += 1
                #expect(strict == lenient && lenient?.deviations.isEmpty == true, "\(unit)")
            } else if lenient?.error == nil {
                #expect(lenient?.deviations.isEmpty == false, "\(unit)")
            }
        }
        #expect(read > 20)
    }

    @Test("The modes agree on randomly changed bytes, and a second encoding changes nothing")
    func mutations() {
        let seed = Array(
            (#"[{"messageType":"normal","contenType":"picture","content":{"picSize":"{1, 2}","text":"\u4f60"},"isRead":1},"#
                + #"{"messageType":"x","code":[1],"sendTime":12},{"objectName":"a","content":"AAEC","beatID":null}]"#)
                .utf8)
        var state: UInt64 = 11
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Int(state >> 33) % limit
        }
        let bytes = Array(#"{}[]",:\u01n é"#.utf8)
        var read = 0
        for _ in 0..<5_000 {
            var unit = seed
            for _ in 0...next(3) {
                let place = next(unit.count)
                if next(2) == 0 { unit[place] = bytes[next(bytes.count)] } else { unit.remove(at: place) }
            }
            var lenient = ChatMessageDecoder()
            var strict = ChatMessageDecoder(mode: .strict)
            let items = lenient.decodeUnit(unit.span)
            for (one, other) in zip(items, strict.decodeUnit(unit.span)) where other.error == nil {
                #expect(one == other)
            }
            for message in items.compactMap(\.message) {
                read += 1
                let once = message.encoded()
                #expect((try? ChatMessage(json: once).encoded()) == once)
            }
        }
        #expect(read > 1_000)
    }
}
