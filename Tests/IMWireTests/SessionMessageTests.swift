// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Between chat messages and sessions")
struct SessionMessageTests {
    private func chat(_ text: String) throws -> ChatMessage { try ChatMessage(json: Array(text.utf8)) }

    @Test(
        "What comes in goes out as it was",
        arguments: [
            #"{"messageType":"normal","messageID":"m1","clientMessageID":"k1","fromUserID":"a","toUserID":"b","#
                + #""chatType":"userChat","contenType":"text","content":{"text":"你好"},"nickName":"A","deviceType":"iOS","#
                + #""versionCode":"1.0","sendTime":"7","later":{ "x" : 1E2 }}"#,
            #"{"messageType":"normal","fromUserID":"a","groupID":"g","chatType":"groupChat","objectName":"RC:TxtMsg","#
                + #""content":{"content":"Hi", "extra":"1"},"atToUserIDs":["b","c"],"sendTime":"7"}"#,
            #"{"messageType":"invalidReceipt","code":31009}"#, #"{"messageType":"system","code":1.5}"#,
            #"{"messageType":"poll","content":"anything","fromUserID":{"id":1}}"#, #"{"messageType":{"v":2},"x":1}"#,
            #"{"beatID":"another"}"#, #"{"beatID":"beatID"}"#, #"{"x":1}"#,
        ])
    func roundTrip(text: String) throws {
        let message = try chat(text)
        let back = try ChatMessage(SessionMessage(message))
        #expect(back == message)
        #expect(String(decoding: back.encoded(), as: UTF8.self) == text)
    }

    @Test("What machines look at has properties, and the rest is one object")
    func properties() throws {
        let message = SessionMessage(
            try chat(
                #"{"messageType":"normal","messageID":7,"clientMessageID":"k","fromUserID":"a","toUserID":"b","#
                    + #""groupID":"g","chatType":"userChat","deviceType":"d","versionCode":"v","sendTime":8,"code":9,"#
                    + #""nickName":"A","isRead":true,"beatID":"beatID","x":[1]}"#))
        #expect(message.kind == .normal && message.messageType == "normal" && message.messageID == "7")
        #expect(message.clientMessageID == "k" && message.senderID == "a" && message.recipientID == "b")
        #expect(message.groupID == "g" && message.chatType == "userChat" && message.deviceType == "d")
        #expect(message.versionCode == "v" && message.sendTime == "8" && message.code == 9)
        #expect(message.payload?.text == #"{"nickName":"A","x":[1]}"#)
    }

    @Test("Heartbeats are told by the agreed body (CHT-031)")
    func heartbeats() throws {
        let ping = try #require(HeartbeatBody("ping"))
        let message = try chat(#"{"beatID":"ping"}"#)
        #expect(SessionMessage(message).kind == .unknown)
        #expect(SessionMessage(message, heartbeat: ping).kind == .heartbeat)
        #expect(try ChatMessage(SessionMessage(.heartbeat), heartbeat: ping) == message)
        #expect(SessionMessage(try chat(#"{"fromUserID":"a","deviceType":"i","versionCode":"1"}"#)).kind == .login)
    }

    @Test("A property counts before a member of the payload, and a payload that is no object has none")
    func conflicts() throws {
        var message = SessionMessage(.normal, messageID: "m1")
        message.payload = try RawJSON(text: #"{"messageID":"m2","messageType":"login","sendTime":"3"}"#)
        let chat = try ChatMessage(message)
        #expect(chat.messageID == "m1" && chat.kind == .normal && chat.sendTime == "3")
        message.payload = "text"
        #expect(try ChatMessage(message).messageID == "m1")
    }
}
