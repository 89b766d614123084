// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Messages that the machines forward")
struct EncodedMessageTests {
    private func chat(_ text: String) throws -> ChatMessage { try ChatMessage(json: Array(text.utf8)) }

    private func text(_ message: EncodedChatMessage) -> String { String(decoding: message.utf8, as: UTF8.self) }

    /// Returns a server with the users `a` to `c` online over the connections 1 to 3.
    private func server(_ configuration: ChatServerMachine.Configuration = ChatServerMachine.Configuration()) throws
        -> ChatServerMachine
    {
        var server = ChatServerMachine(configuration)
        for (number, user) in ["a", "b", "c"].enumerated() {
            _ = server.handle(.accepted(connection: number + 1), at: 0)
            let login = try chat(#"{"fromUserID":"\#(user)","deviceType":"iOS","versionCode":"1.0"}"#)
            _ = server.handle(.received([login], connection: number + 1), at: 0)
        }
        return server
    }

    /// Returns the messages that reach `b` when `a` sends a message.
    private func passed(
        _ message: String, _ configuration: ChatServerMachine.Configuration = ChatServerMachine.Configuration()
    ) throws
        -> [String]
    {
        var server = try server(configuration)
        return server.handle(.received([try chat(message)], connection: 1), at: 1).flatMap { step in
            guard case .write(let messages, let connections) = step.action, connections.contains(2) else {
                return [String]()
            }
            return messages.map(text)
        }
    }

    @Test(
        "A server changes only the id, the sender and the key of a message (SES-080, SES-082)",
        arguments: [
            (
                #"{"messageType":"normal","clientMessageID":"k1","fromUserID":"x","toUserID":"b","chatType":"userChat","#
                    + #""contenType":"text","content":{"text":"你好"},"nickName":"A","sendTime":"7","later":{ "x" : 1E2 }}"#,
                #"{"messageType":"normal","messageID":"m1","fromUserID":"a","toUserID":"b","chatType":"userChat","#
                    + #""contenType":"text","content":{"text":"你好"},"nickName":"A","sendTime":"7","later":{ "x" : 1E2 }}"#
            ),
            (
                #"{"messageType":"normal","messageID":"\ud800","fromUserID":"\udfff","toUserID":"b","code":1.5,"isRead":true}"#,
                #"{"messageType":"normal","messageID":"m1","fromUserID":"a","toUserID":"b","code":1.5}"#
            ),
            (
                #"{"messageType":"poll","content":[1,"\ud800"],"fromUserID":{"id":1},"toUserID":"b"}"#,
                #"{"messageType":"poll","messageID":"m1","fromUserID":"a","toUserID":"b","content":[1,"\ud800"]}"#
            ),
            (
                #"{"messageType":{"v":2},"beatID":"another","toUserID":"b","clientMessageID":"\ud800"}"#,
                #"{"messageID":"m1","fromUserID":"a","toUserID":"b","messageType":{"v":2}}"#
            ),
        ])
    func passedOn(sent: String, expected: String) throws {
        #expect(try passed(sent) == [expected])
    }

    @Test("A message to a group is one action with the connections of all members (SES-080)")
    func group() throws {
        var configuration = ChatServerMachine.Configuration()
        configuration.groups = ["g": ["a", "b", "c", "d"]]
        var server = try server(configuration)
        let message = try chat(
            #"{"messageType":"normal","groupID":"g","chatType":"groupChat","content":{"text":"Hi"}}"#)
        let writes = server.handle(.received([message], connection: 1), at: 1).compactMap { step -> [Int]? in
            if case .write(let messages, let connections) = step.action, messages[0].kind == .normal {
                connections
            } else {
                nil
            }
        }
        #expect(writes == [[2, 3]])
    }

    @Test("Ids with an unpaired surrogate are absent for a machine (SES-160)")
    func loneSurrogates() throws {
        #expect(try passed(#"{"messageType":"normal","toUserID":"b\ud800","chatType":"userChat"}"#) == [])
        var configuration = ChatServerMachine.Configuration()
        configuration.groups = ["g": ["a", "b"]]
        #expect(
            try passed(#"{"messageType":"normal","groupID":"g\ud800","chatType":"groupChat"}"#, configuration) == [])
        // A recall by such a user is shown without a user.
        var settings = ChatClientMachine.Configuration(user: "u")
        settings.usesTLS = false
        var session = ChatClientMachine(settings)
        _ = session.handle(.connect, at: 0)
        _ = session.handle(.opened(), at: 0)
        let recall = try chat(#"{"messageType":"repeal","messageID":"m1","fromUserID":"a\ud800"}"#)
        let actions = session.handle(.received([recall]), at: 1).map(\.action)
        #expect(actions.first == .recalled(messageID: "m1", by: nil))
    }

    @Test("A client sets its own members in a message decoded from another (SES-042)")
    func stamped() throws {
        var configuration = ChatClientMachine.Configuration(user: "u")
        configuration.usesTLS = false
        var session = ChatClientMachine(configuration)
        _ = session.handle(.connect, at: 0)
        _ = session.handle(.opened(), at: 0)
        _ = session.handle(.received([ChatMessage(.loginReceipt)]), at: 0)
        let message = try chat(
            #"{"messageType":"normal","clientMessageID":"k\ud800","fromUserID":7,"toUserID":"b","sendTime":[],"x":1}"#)
        let written = session.handle(.send(key: "k\u{fffd}", message), at: 5).compactMap { step -> String? in
            if case .write(let message) = step.action { text(message) } else { nil }
        }
        #expect(
            written == [
                #"{"messageType":"normal","clientMessageID":"k\#u{fffd}","fromUserID":"u","toUserID":"b","#
                    + #""deviceType":"iOS","versionCode":"1.0","sendTime":"5","x":1}"#
            ])
    }

    @Test("Heartbeats are recognized by the configured body (CHT-031)")
    func heartbeats() throws {
        var configuration = ChatServerMachine.Configuration()
        configuration.heartbeat = try #require(ChatHeartbeatBody("ping"))
        var server = try server(configuration)
        let beats = [#"{"beatID":"ping"}"#, #"{"beatID":"beatID"}"#].map { text in
            (try? chat(text)).map { server.handle(.received([$0], connection: 1), at: 1).map(\.action) } ?? []
        }
        #expect(beats[0] == [.beat(connection: 1)])
        #expect(!beats[1].contains(.beat(connection: 1)))
    }
}
