// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Sizes of stores")
struct StoreSizeTests {
    private func server(_ events: (inout ChatServerMachine) -> Void) -> ChatServerMachine {
        var server = ChatServerMachine(ChatServerMachine.Configuration())
        events(&server)
        return server
    }

    private func post(_ recipient: String, _ text: String = "") -> ChatServerMachine.Event {
        var message = ChatMessage(.normal)
        message.senderID = "s"
        message.recipientID = recipient
        message.nickname = text
        return .post(message)
    }

    @Test("A store that was filled and emptied has no bytes")
    func emptied() {
        var store = SizedStore<ExactText, EncodedChatMessage>()
        let message = EncodedChatMessage(ChatMessage(.normal, messageID: "m1"))
        store[ExactText("a")] = message
        let one = store.bytes
        #expect(one > message.utf8.count)
        store[ExactText("a")] = message
        #expect(store.bytes == one)
        store[ExactText("b")] = message
        #expect(store.bytes == 2 * one)
        store.removeFirst()
        #expect(store.bytes == one)
        store[ExactText("b")] = nil
        #expect(store.bytes == 0)
        let isRemoved = store.removeFirst()
        #expect(!isRemoved)
    }

    @Test("A longer message and a longer id take as many bytes more")
    func sizes() {
        let short = EncodedChatMessage(ChatMessage(.normal, messageID: "m1"))
        let long = EncodedChatMessage(ChatMessage(.normal, messageID: "m12345"))
        #expect(long.bytes - short.bytes == 8)
        let none = EncodedChatMessage(ChatMessage(.normal))
        #expect(none.bytes == MemoryLayout<EncodedChatMessage>.stride + none.utf8.count)
        let one = server { _ = $0.handle(post("a"), at: 0) }
        let two = server {
            _ = $0.handle(post("a"), at: 0)
            _ = $0.handle(post("bbbbbbbb"), at: 0)
        }
        #expect(two.memory.bytes > 2 * one.memory.bytes)
    }

    @Test("The approximate size of a memory is at least that of its JSON and at most three times as large")
    func approximation() throws {
        let stored = server { server in
            for number in 0..<200 { _ = server.handle(post("u\(number % 20)", "some text \(number)"), at: 0) }
        }
        let answered = server { server in
            var messages = [ChatMessage(.login)]
            messages[0].senderID = "a"
            for number in 0..<200 {
                var message = ChatMessage(.normal)
                message.clientMessageID = "key \(number)"
                message.recipientID = "b"
                messages.append(message)
            }
            _ = server.handle(.accepted(connection: 1), at: 0)
            _ = server.handle(.received(messages, connection: 1), at: 0)
        }
        for memory in [stored.memory, answered.memory] {
            let exact = memory.encoded().count
            #expect(exact > 200 * 100)
            #expect((exact...3 * exact).contains(memory.approximateSize))
        }
        #expect(ChatServerMemory().approximateSize == 64)
    }

    private func memory(users: [String] = [], sent: [String] = []) throws -> ChatServerMemory {
        let (users, sent) = (users.joined(separator: ","), sent.joined(separator: ","))
        return try ChatServerMemory(
            json: Array(#"{"version":1,"lastNumber":999,"users":[\#(users)],"sent":[\#(sent)]}"#.utf8))
    }

    private func answer(_ number: Int, key: String = "k") -> String {
        #"{"key":"\#(key)","kind":"normalReceipt","messageID":"m\#(number)"}"#
    }

    @Test("The approximate size of each part is at least that of its JSON and at most twice as large")
    func parts() throws {
        let text = String(repeating: "x", count: 160)
        let stored = (100..<300).map { number in
            #"{"messageType":"normal","messageID":"m\#(number)","fromUserID":"a","toUserID":"b","nickName":"\#(text)"}"#
        }
        let answers = (100..<300).map { answer($0, key: "key \($0)") }
        let users = (100..<300).map { #"{"user":"u\#($0)","stored":[],"answers":[\#(answer($0))]}"# }
        let sent = (100..<300).map { #"{"messageID":"m\#($0)","fromUserID":"a","toUserIDs":["b"]}"# }
        let parts = [
            try memory(users: [#"{"user":"b","stored":[\#(stored.joined(separator: ","))],"answers":[]}"#]),
            try memory(users: [#"{"user":"a","stored":[],"answers":[\#(answers.joined(separator: ","))]}"#]),
            try memory(users: users), try memory(sent: sent),
        ]
        for memory in parts {
            let exact = memory.encoded().count
            #expect(exact > 200 * 50)
            #expect((exact...2 * exact).contains(memory.approximateSize))
        }
        // Each stored message is estimated at 200 bytes besides its text, however short the text is.
        func size(_ ids: [String]) throws -> Int {
            let stored = ids.map { #"{"messageType":"normal","messageID":"\#($0)"}"# }.joined(separator: ",")
            return try memory(users: [#"{"user":"a","stored":[\#(stored)],"answers":[]}"#]).approximateSize
        }
        #expect(try size(["m1", "m2"]) - size(["m1"]) >= 200)
    }

    @Test("A longer key, a sender and a recipient take the bytes of their text, and a recipient those of its structure")
    func entries() throws {
        func keyBytes(_ key: String) throws -> Int {
            try memory(users: [#"{"user":"a","stored":[],"answers":[\#(answer(1, key: key))]}"#]).bytes
        }
        #expect(try keyBytes("kkkkk") - keyBytes("k") == 4)
        func sentBytes(sender: String = "", recipients: String) throws -> Int {
            try memory(sent: [#"{"messageID":"m1",\#(sender)"toUserIDs":[\#(recipients)]}"#]).bytes
        }
        let one = try sentBytes(recipients: #""a""#)
        #expect(try sentBytes(sender: #""fromUserID":"abc","#, recipients: #""a""#) - one == 3)
        #expect(try sentBytes(recipients: #""aaaa""#) - one == 3)
        #expect(try sentBytes(recipients: #""a","bbb""#) - one == 3 + MemoryLayout<ExactText>.stride)
    }

    @Test("A memory with too many keys or bytes is refused with the code of the limit (SES-112)")
    func limits() {
        let answers =
            #"[{"key":"1","kind":"normalReceipt","messageID":"m1"},{"key":"2","kind":"normalReceipt","messageID":"m1"}]"#
        let text = Array(
            #"{"version":1,"lastNumber":1,"users":[{"user":"a","stored":[],"answers":\#(answers)}],"sent":[]}"#.utf8)
        var limits = ChatServerMemory.Limits()
        limits.keys = 2
        limits.bytes = text.count
        #expect(code(text, limits) == nil)
        limits.keys = 1
        #expect(code(text, limits) == .limitItems)
        limits.bytes = text.count - 1
        #expect(code(text, limits) == .limitSize)
    }

    private func code(_ text: [UInt8], _ limits: ChatServerMemory.Limits) -> DecodeError.Code? {
        do throws(DecodeError) {
            _ = try ChatServerMemory(json: text, limits: limits)
            return nil
        } catch {
            return error.code
        }
    }
}
