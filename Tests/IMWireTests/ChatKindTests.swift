// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Chat: kinds, heartbeats, logins")
struct ChatKindTests {
    @Test(
        "messageType determines the kind (CHT-003)",
        arguments: [
            ("login", ChatMessageKind.login), ("loginReceipt", .loginReceipt), ("normal", .normal),
            ("normalReceipt", .normalReceipt), ("invalidReceipt", .invalidReceipt), ("repeal", .repeal),
            ("repealReceipt", .repealReceipt), ("validate", .validate), ("system", .system),
            ("heartbeat", .unknown), ("unknown", .unknown), ("Normal", .unknown), ("", .unknown), ("normal ", .unknown),
        ])
    func kinds(type: String, kind: ChatMessageKind) {
        #expect(read(#"{"messageType":"\#(type)","messageID":"m","fromUserID":"u"}"#).kind == kind)
        #expect(ChatMessageKind(messageType: type) == kind)
    }

    @Test("No other member changes the kind, and the last messageType is used")
    func nothingElse() {
        #expect(read(#"{"contenType":"repeal","content":{"text":"x"},"messageType":"normal"}"#).kind == .normal)
        #expect(read(#"{"messageType":"normal","messageType":"system"}"#).kind == .system)
        #expect(read(#"{"m\u0065ssageType":"system"}"#).kind == .system)
        #expect(
            read(#"{"messageType":7}"#) == Read(kind: .unknown, text: #"{"messageType":"7"}"#, deviations: ["DEV-106"]))
    }

    @Test(
        "The bare body is a heartbeat, white space around it ignored (CHT-030)",
        arguments: ["beatID", " beatID\r", "\tbeatID\n "])
    func bare(unit: String) {
        for mode in [DecodingMode.lenient, .strict] {
            let items = chatItems(unit, mode: mode)
            #expect(items.map(\.kind) == [.heartbeat])
            #expect(items.first?.message?.encoded() == Array(#"{"beatID":"beatID"}"#.utf8))
        }
        #expect(lenient(unit + "x").hasPrefix("json.syntax"))
    }

    @Test("Only the configured bare body is a heartbeat")
    func otherBody() {
        #expect(chatItems("beatID", beat: "ping").first?.error?.code == .jsonSyntax)
        #expect(read("ping", beat: "ping").kind == .heartbeat)
        #expect(read("ping", beat: "ping").text == #"{"beatID":"ping"}"#)
        #expect(read("心跳", beat: "心跳").kind == .heartbeat)
        #expect(read(#"{"beatID":"beatID"}"#, beat: "ping").kind == .unknown)
    }

    @Test("The allowed bodies are accepted, and others rejected (FRM-022)")
    func bodies() {
        #expect(ChatHeartbeatBody("x")?.text == "x")
        #expect(ChatHeartbeatBody(String(repeating: "a", count: 64)) != nil)
        for bad in ["", String(repeating: "a", count: 65), "a b", "a\n", "\u{7f}", "a\u{3000}b", "{x", "[x"] {
            #expect(ChatHeartbeatBody(bad) == nil)
        }
    }

    @Test("An object with the body is a heartbeat unless it has messageType or fromUserID (CHT-031)")
    func objects() {
        #expect(read(#"{"beatID":"beatID"}"#) == Read(kind: .heartbeat, text: #"{"beatID":"beatID"}"#, deviations: []))
        #expect(strict(#"{"beatID":"beatID"}"#) == "fine")
        #expect(read(#"{"sendTime":"1","beatID":"beatID","x":1}"#).kind == .heartbeat)
        #expect(
            read(#"{"messageType":null,"fromUserID":null,"beatID":"beatID"}"#)
                == Read(kind: .heartbeat, text: #"{"beatID":"beatID"}"#, deviations: ["DEV-102"]))
        #expect(
            read(#"{"messageType":"system","beatID":"beatID"}"#)
                == Read(kind: .system, text: #"{"messageType":"system"}"#, deviations: ["DEV-119"]))
        #expect(
            read(#"{"fromUserID":"u1","beatID":"beatID"}"#)
                == Read(kind: .unknown, text: #"{"fromUserID":"u1"}"#, deviations: ["DEV-103", "DEV-119"]))
        #expect(read(#"{"messageType":"","beatID":"beatID"}"#).kind == .unknown)
        #expect(read(#"{"messageType":{},"beatID":"beatID"}"#).kind == .unknown)
        #expect(read(#"{"beatID":"BeatID"}"#).kind == .unknown)
        #expect(read(#"{"beatID":"\u0062eatID"}"#).kind == .heartbeat)
    }

    @Test("A body that is a number is compared by its text (CHT-018)")
    func numericBody() {
        #expect(
            read(#"{"beatID":123}"#, beat: "123")
                == Read(kind: .heartbeat, text: #"{"beatID":"123"}"#, deviations: ["DEV-106"]))
    }

    @Test("A beatID in a message is kept, whatever its value, and not written (CHT-016)")
    func foreignBeat() throws {
        for value in [#""beatID""#, #""x""#, "7", "null", "{\"a\":[1]}"] {
            let unit = #"{"messageType":"system","beatID":\#(value)}"#
            #expect(read(unit) == Read(kind: .system, text: #"{"messageType":"system"}"#, deviations: ["DEV-119"]))
            #expect(strict(unit) == "field.foreign at byte 24, in /beatID")
            let message = try #require(chatItems(unit).first?.message)
            #expect(message.foreignMembers.names == ["beatID"])
            #expect(String(decoding: message.encodedForDisplay(), as: UTF8.self) == unit)
        }
    }

    @Test("The seed's login without a kind is a login (CHT-040)")
    func login() {
        let text = #"{"versionCode":"1.0","fromUserID":"u1","deviceType":"iOS","sendTime":"1500000000000"}"#
        let written =
            #"{"messageType":"login","fromUserID":"u1","deviceType":"iOS","versionCode":"1.0","sendTime":"1500000000000"}"#
        #expect(read(text) == Read(kind: .login, text: written, deviations: ["DEV-116"]))
        #expect(strict(text) == "field.missing at byte 84, in /messageType")
        #expect(strict(written) == "fine")
        #expect(read(#"{"versionCode":"1","fromUserID":"u","deviceType":"iOS","beatID":"beatID"}"#).kind == .login)
    }

    @Test(
        "Other messages without a kind are not a login (CHT-040)",
        arguments: [
            #""fromUserID":"u1","deviceType":"iOS""#, #""fromUserID":"u1","versionCode":"1""#,
            #""deviceType":"iOS","versionCode":"1""#, #""fromUserID":null,"deviceType":"iOS","versionCode":"1""#,
            #""fromUserID":"u1","deviceType":"iOS","versionCode":"1","messageID":"m""#,
            #""fromUserID":"u1","deviceType":"iOS","versionCode":"1","toUserID":"u2""#,
            #""fromUserID":"u1","deviceType":"iOS","versionCode":"1","groupID":"g""#,
            #""fromUserID":"u1","deviceType":"iOS","versionCode":"1","chatType":"userChat""#,
            #""fromUserID":"u1","deviceType":"iOS","versionCode":"1","contenType":"text""#,
            #""fromUserID":"u1","deviceType":"iOS","versionCode":"1","contentType":"text""#,
            #""fromUserID":"u1","deviceType":"iOS","versionCode":"1","objectName":"RC:TxtMsg""#,
            #""fromUserID":"u1","deviceType":"iOS","versionCode":"1","content":{}"#,
        ])
    func notALogin(members: String) {
        let result = read("{\(members)}")
        #expect(result.kind == .unknown)
        #expect(result.deviations.contains("DEV-103"))
        #expect(strict("{\(members)}") != "fine")
    }

    @Test("A login may have other members, and null for those that it may not have")
    func loginBesides() {
        let text = #"{"fromUserID":"u1","deviceType":"iOS","versionCode":"1","nickName":"n","toUserID":null,"x":[]}"#
        #expect(read(text).kind == .login)
        #expect(read(text).deviations == ["DEV-102", "DEV-116"])
    }
}
