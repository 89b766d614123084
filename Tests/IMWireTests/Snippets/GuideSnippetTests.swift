// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// The Swift of the README and of the guides that use IMWire alone.
struct GuideSnippetTests {
    @Test func readme() throws {
        let json = #"{"content":"hi","user":{"id":"u1","icon":"https://e.com/a.png"},"bubble":1.50}"#
        let message = try ContentRegistry.builtIn.decode(json, as: "RC:TxtMsg")  // or bytes
        if case .known(let text as TextMessage) = message.value {
            print(text.content, text.user?.portrait ?? "")  // hi https://e.com/a.png
        }
        for deviation in message.deviations { print(deviation.id, deviation.path) }  // DEV-08 /user/portrait
        print(message.value.encodedString() ?? "")  // encoded() gives bytes
        // {"content":"hi","user":{"id":"u1","portrait":"https://e.com/a.png"},"bubble":1.50}

        #expect(message.deviations.map { "\($0.id) \($0.path)" } == ["DEV-08 /user/portrait"])
        #expect(
            message.value.encodedString()
                == #"{"content":"hi","user":{"id":"u1","portrait":"https://e.com/a.png"},"bubble":1.50}"#)
    }

    /// Two users on two connections, to whom the bytes of the guide's connection are passed.
    @Test func sessions() throws {
        var sessions = ChatServerMachine(ChatServerMachine.Configuration())
        var connection = Connection(1)
        _ = sessions.handle(.accepted(connection: 1), at: 0)
        var login = ChatMessage(.login)
        login.senderID = "u1"
        var client = ChatStreamEncoder(.packets)
        let steps = try connection.received(client.encode(login), at: 1, &sessions)

        let written = steps.compactMap { step -> [EncodedChatMessage]? in
            if case .write(let messages, _) = step.action { messages } else { nil }
        }
        let receipts = try #require(written.first)
        #expect(try !connection.bytes(of: receipts).isEmpty)
    }
}

struct Connection: ~Copyable {
    let number: Int
    var decoder = ChatStreamDecoder(.packets)  // or .lines()
    var encoder = ChatStreamEncoder(.packets)

    init(_ number: Int) { self.number = number }

    mutating func received(
        _ bytes: [UInt8], at now: Int64, _ sessions: inout ChatServerMachine
    ) -> [TimedAction<ChatServerMachine.Action>] {
        var steps: [TimedAction<ChatServerMachine.Action>] = []
        decoder.feed(bytes, at: now)
        while let result = decoder.nextResult() {
            switch result {
            case .success(let item):
                steps += sessions.handle(.received([item.message], connection: number), at: now)
            case .failure(let error):
                steps += sessions.handle(.error(error.scope, connection: number), at: now)
            }
        }
        return steps
    }

    mutating func bytes(of messages: [EncodedChatMessage]) throws -> [UInt8] {
        try encoder.encode(messages)
    }
}
