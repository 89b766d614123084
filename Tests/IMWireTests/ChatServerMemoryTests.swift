// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("The server's memory")
struct ServerMemoryTests {
    private func session(_ text: String) throws -> ChatMessage {
        try ChatMessage(json: Array(text.utf8))
    }

    private func text(_ memory: ChatServerMemory) -> String { String(decoding: memory.encoded(), as: UTF8.self) }

    /// Returns a server with a message for b, a recall for c, and the answers to a.
    private func server() throws -> ChatServerMachine {
        var server = ChatServerMachine(ChatServerMachine.Configuration())
        let login = try session(#"{"fromUserID":"a","deviceType":"iOS","versionCode":"1.0"}"#)
        func normal(_ recipient: String, _ key: String) throws -> ChatMessage {
            try session(
                #"{"messageType":"normal","clientMessageID":"\#(key)","fromUserID":"a","toUserID":"\#(recipient)","#
                    + #""chatType":"userChat","contenType":"text","content":{"text":"Hi"},"sendTime":"7","x":[1.50]}"#)
        }
        let recall = try session(
            #"{"messageType":"repeal","messageID":"m2","clientMessageID":"k3","fromUserID":"a","sendTime":"8"}"#)
        _ = server.handle(.accepted(connection: 1), at: 0)
        let messages = [login, try normal("b", "k1"), try normal("c", "k2"), recall]
        _ = server.handle(.received(messages, connection: 1), at: 0)
        return server
    }

    private static let written =
        #"{"version":1,"lastNumber":2,"users":["#
        + #"{"user":"a","stored":[],"answers":[{"key":"k1","kind":"normalReceipt","messageID":"m1"},"#
        + #"{"key":"k2","kind":"normalReceipt","messageID":"m2"},{"key":"k3","kind":"repealReceipt","messageID":"m2"}]},"#
        + #"{"user":"b","stored":[{"messageType":"normal","messageID":"m1","fromUserID":"a","toUserID":"b","#
        + #""chatType":"userChat","contenType":"text","content":{"text":"Hi"},"sendTime":"7","x":[1.50]}],"answers":[]},"#
        + #"{"user":"c","stored":[{"messageType":"repeal","messageID":"m2","fromUserID":"a","sendTime":"8"}],"answers":[]}"#
        + #"],"sent":[{"messageID":"m1","fromUserID":"a","toUserIDs":["b"]},"#
        + #"{"messageID":"m2","fromUserID":"a","toUserIDs":["c"],"recalled":true}]}"#

    @Test("The form is that of the specification (SES-110)")
    func form() throws {
        #expect(text(ChatServerMemory()) == #"{"version":1,"lastNumber":0,"users":[],"sent":[]}"#)
        #expect(text(try server().memory) == Self.written)
        #expect(text(try ChatServerMemory(json: Array(Self.written.utf8))) == Self.written)
    }

    @Test("A restart during a delivery neither loses nor repeats a message (SES-113)")
    func restart() throws {
        var server = try server()
        let login = try session(#"{"fromUserID":"b","deviceType":"iOS","versionCode":"1.0"}"#)
        _ = server.handle(.accepted(connection: 2), at: 1)
        #expect(server.handle(.received([login], connection: 2), at: 1).count == 3)
        try server.restart()
        _ = server.handle(.accepted(connection: 3), at: 2)
        let again = server.handle(.received([login], connection: 3), at: 2)
        guard case .write(let messages, [3])? = again.last?.action else {
            Issue.record("nothing is delivered")
            return
        }
        #expect(messages.map(\.messageID) == ["m1"])
        let receipt = try session(#"{"messageType":"normalReceipt","messageID":"m1"}"#)
        #expect(server.handle(.received([receipt], connection: 3), at: 3).count == 1)
        try server.restart()
        #expect(!text(server.memory).contains(#""user":"b""#))
    }

    @Test(
        "An invalid memory is rejected as a whole at its first error (SES-111, SES-112)",
        arguments: [
            (#"{"lastNumber":0}"#, "field.missing at byte 0, in /version"),
            (#"{"version":2,"lastNumber":0}"#, "field.value at byte 11, in /version"),
            (#"{"version":"1"}"#, "field.type at byte 11, in /version"),
            (#"{"version":1}"#, "field.missing at byte 12, in /lastNumber"),
            (#"{"version":1,"lastNumber":-1}"#, "field.value at byte 26, in /lastNumber"),
            (#"{"version":1,"lastNumber":9007199254740993}"#, "field.value at byte 26, in /lastNumber"),
            (#"{"version":1,"lastNumber":0,"users":{}}"#, "field.type at byte 36, in /users"),
            (#"{"version":1,"lastNumber":0,"users":[7]}"#, "field.type at byte 37, in /users/0"),
            (#"{"version":1,"lastNumber":0,"users":[{}]}"#, "field.missing at byte 38, in /users/0/user"),
            (#"{"version":1,"lastNumber":0,"users":[{"user":""}]}"#, "field.value at byte 45, in /users/0/user"),
            (
                #"{"version":1,"lastNumber":0,"users":[{"user":"a"},{"user":"a"}]}"#,
                "field.value at byte 50, in /users/1/user"
            ),
            (
                #"{"version":1,"lastNumber":0,"users":[{"user":"a","stored":[{}]}]}"#,
                "field.missing at byte 60, in /users/0/stored/0/messageID"
            ),
            (
                #"{"version":1,"lastNumber":0,"users":[{"user":"a","answers":[{"kind":"login"}]}]}"#,
                "field.value at byte 68, in /users/0/answers/0/kind"
            ),
            (#"{"version":1,"lastNumber":0,"sent":[{"recalled":1}]}"#, "field.type at byte 48, in /sent/0/recalled"),
            (#"{"version":1,"lastNumber":0}x"#, "json.trailing at byte 28"),
            (#"{"version":1,"lastNumber":0"#, "json.syntax at byte 27"), ("[]", "field.type at byte 0"),
            ("", "json.syntax at byte 0"),
        ])
    func refused(memory: String, expected: String) {
        do throws(DecodeError) {
            _ = try ChatServerMemory(json: Array(memory.utf8))
            Issue.record("\(memory) is read")
        } catch {
            #expect(error.description == expected)
        }
    }

    @Test("Every truncation is rejected, and every limit holds at n, not at n + 1 (SES-112)")
    func limits() throws {
        let whole = Array(Self.written.utf8)
        for count in 0..<whole.count {
            #expect(throws: DecodeError.self) { try ChatServerMemory(json: Array(whole[..<count])) }
        }
        func code(_ change: (inout ChatServerMemory.Limits) -> Void) -> DecodeError.Code? {
            var limits = ChatServerMemory.Limits()
            change(&limits)
            do throws(DecodeError) {
                _ = try ChatServerMemory(json: whole, limits: limits)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code { $0.bytes = whole.count } == nil && code { $0.bytes = whole.count - 1 } == .limitSize)
        #expect(code { $0.users = 3 } == nil && code { $0.users = 2 } == .limitItems)
        #expect(code { $0.stored = 1 } == nil && code { $0.stored = 0 } == .limitItems)
        #expect(code { $0.keys = 3 } == nil && code { $0.keys = 2 } == .limitItems)
        #expect(code { $0.recallable = 2 } == nil && code { $0.recallable = 1 } == .limitItems)
        #expect(code { $0.messageBytes = 20 } == .limitSize)
        // The message has nine members, of which the server has added two (SES-150).
        #expect(code { $0.contents.members = 7 } == nil && code { $0.contents.members = 6 } == .limitMembers)
        #expect(code { $0.contents.members = .max } == nil)
    }

    @Test("A memory with as many keys as the configuration allows is read back (SES-113)")
    func configuredLimits() throws {
        var configuration = ChatServerMachine.Configuration()
        configuration.keyLimit = 10_002
        let answers = (0..<10_002).map { #"{"key":"k\#($0)","kind":"normalReceipt","messageID":"m\#($0)"}"# }
        let json = Array(
            (#"{"version":1,"lastNumber":3,"users":[{"user":"u","stored":[],"answers":["#
                + answers.joined(separator: ",") + #"]}],"sent":[]}"#).utf8)
        let memory = try ChatServerMemory(json: json, limits: ChatServerMemory.Limits(configuration))
        #expect(memory.encoded() == json)
        var server = ChatServerMachine(configuration, memory: memory)
        try server.restart()
        #expect(server.memory.encoded() == json)
        #expect(throws: DecodeError.self) { try ChatServerMemory(json: json) }
        configuration.offlineLimit = .max
        #expect(ChatServerMemory.Limits(configuration).stored == .max)
    }

    @Test("The last of two lists or flags is used, and nothing of the first (SES-112)")
    func repeatedLists() throws {
        let user = #"{"user":"u","stored":[{"messageID":"a"}],"stored":[],"answers":[],"answers":[\#(Self.answer)]}"#
        let sent = #"{"messageID":"m","toUserIDs":["a"],"toUserIDs":["b"],"recalled":true,"recalled":false}"#
        let lists = #""users":[{"user":"v"}],"users":[\#(user)],"sent":[{"messageID":"n"}],"sent":[\#(sent)]"#
        let memory = try ChatServerMemory(json: Array(#"{"version":1,"lastNumber":3,\#(lists)}"#.utf8))
        #expect(
            text(memory)
                == #"{"version":1,"lastNumber":3,"users":[{"user":"u","stored":[],"answers":[\#(Self.answer)]}],"#
                + #""sent":[{"messageID":"m","toUserIDs":["b"]}]}"#)
    }

    private static let answer = #"{"key":"k","kind":"normalReceipt","messageID":"m"}"#

    @Test("Unknown members are ignored (SES-111)")
    func unknownMembers() throws {
        let memory = try ChatServerMemory(
            json: Array(
                #"{"version":1,"later":{"a":[]},"lastNumber":3,"users":[{"b":1,"user":"u","answers":[\#(Self.answer)]}]}"#
                    .utf8))
        #expect(text(memory).hasPrefix(#"{"version":1,"lastNumber":3,"users":[{"user":"u","#))
    }
}
