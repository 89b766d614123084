// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Chat: members")
struct ChatMemberTests {
    private static let all =
        #"{"messageType":"system","messageID":"m1","clientMessageID":"k1","fromUserID":"u1","toUserID":"u2","#
        + #""groupID":"g1","chatType":"groupChat","contenType":"text","objectName":"RC:TxtMsg","#
        + #""content":{"content":"Hi"},"atToUserIDs":["u3","u4"],"nickName":"小明","fromPortrait":"http://e.com/a","#
        + #""toPortrait":"http://e.com/b","groupName":"群","noDisturb":2,"deviceType":"iOS","versionCode":"1.0","#
        + #""sendTime":"1500000000000","code":31010}"#

    @Test("Every member has its property and is written in its place (CHT-010)")
    func members() throws {
        let message = try ChatMessage(json: Array(Self.all.utf8))
        #expect(message.messageType == "system")
        #expect(message.messageID == "m1")
        #expect(message.clientMessageID == "k1")
        #expect(message.senderID == "u1")
        #expect(message.recipientID == "u2")
        #expect(message.groupID == "g1")
        #expect(message.chatType == .group)
        #expect(message.contentType == .text)
        #expect(message.objectName == "RC:TxtMsg")
        #expect(message.mentionedUserIDs == ["u3", "u4"])
        #expect(message.nickname == "小明")
        #expect(message.senderPortrait == "http://e.com/a")
        #expect(message.recipientPortrait == "http://e.com/b")
        #expect(message.groupName == "群")
        #expect(message.notificationSetting == .muted)
        #expect(message.deviceType == "iOS")
        #expect(message.versionCode == "1.0")
        #expect(message.sendTime == "1500000000000")
        #expect(message.sendMilliseconds == 1_500_000_000_000)
        #expect(message.code == 31010)
        #expect(message.beatID == nil)
        #expect(String(decoding: message.encoded(), as: UTF8.self) == Self.all)
        #expect(strict(Self.all) == "fine")
        // An empty sendTime has no value, and must not be read as 1970 (CHT-013).
        var untimed = message
        untimed.sendTime = ""
        #expect(untimed.sendMilliseconds == nil)
    }

    @Test(
        "Each kind has its required members (CHT-014)",
        arguments: [
            (#"{"messageType":"login"}"#, ["fromUserID", "deviceType", "versionCode"]),
            (#"{"messageType":"loginReceipt"}"#, []),
            (#"{"messageType":"normal"}"#, ["fromUserID", "chatType", "contenType", "content", "sendTime"]),
            (
                #"{"messageType":"normal","chatType":"userChat"}"#,
                ["fromUserID", "toUserID", "contenType", "content", "sendTime"]
            ),
            (
                #"{"messageType":"normal","chatType":"groupChat"}"#,
                ["fromUserID", "groupID", "contenType", "content", "sendTime"]
            ),
            (#"{"messageType":"normal","objectName":"a"}"#, ["fromUserID", "chatType", "content", "sendTime"]),
            (#"{"messageType":"normalReceipt"}"#, ["messageID"]),
            (#"{"messageType":"invalidReceipt"}"#, []),
            (#"{"messageType":"repeal"}"#, ["messageID", "fromUserID"]),
            (#"{"messageType":"repealReceipt"}"#, ["messageID"]),
            (#"{"messageType":"validate"}"#, ["fromUserID"]),
            (#"{"messageType":"system"}"#, []),
            (#"{"messageType":"x"}"#, []),
            (#"{}"#, ["messageType"]),
        ])
    func required(unit: String, missing: [String]) throws {
        let item = try #require(chatItems(unit).first)
        #expect(item.deviations.map(\.path) == missing.map { "/" + $0 })
        #expect(item.deviations.allSatisfy { $0.id == Deviation.ID(103) && $0.offset == unit.utf8.count - 1 })
        #expect(item.message?.encoded() == Array(unit.utf8))
        let first = missing.first.map { "field.missing at byte \(unit.utf8.count - 1), in /\($0)" } ?? "fine"
        #expect(strict(unit) == first)
    }

    @Test("The correct spelling is read in place of the wire's, and is unknown beside it (CHT-011)")
    func spellings() {
        #expect(
            read(#"{"messageType":"x","contentType":"text"}"#)
                == Read(kind: .unknown, text: #"{"messageType":"x","contenType":"text"}"#, deviations: ["DEV-117"]))
        #expect(strict(#"{"messageType":"x","contentType":"text"}"#) == "field.alias at byte 19, in /contenType")
        let both = #"{"messageType":"x","contenType":"a","contentType":"b"}"#
        #expect(read(both) == Read(kind: .unknown, text: both, deviations: []))
        #expect(strict(both) == "fine")
        let content =
            #"{"messageType":"system","contenType":"file","content":{"bigPicAddress":"p","fileIconAddress":"i"}}"#
        #expect(
            read(content)
                == Read(
                    kind: .system,
                    text:
                        #"{"messageType":"system","contenType":"file","content":{"bigPicAdress":"p","fileIconAdress":"i"}}"#,
                    deviations: ["DEV-117"]))
        #expect(strict(content) == "field.alias at byte 55, in /content/bigPicAdress")
    }

    @Test(
        "sendTime is milliseconds as text (CHT-013)",
        arguments: [
            (#""1500000000000""#, #""1500000000000""#, [], "fine"),
            (#""0""#, #""0""#, [], "fine"),
            (#""007""#, #""007""#, [], "fine"),
            (#""""#, #""""#, [], "fine"),
            (#""9223372036854775807""#, #""9223372036854775807""#, [], "fine"),
            (#""9223372036854775808""#, #""9223372036854775808""#, ["DEV-121"], "field.value at byte 35, in /sendTime"),
            (
                #""00000000000000000001""#, #""00000000000000000001""#, ["DEV-121"],
                "field.value at byte 35, in /sendTime"
            ),
            (#""15:30""#, #""15:30""#, ["DEV-121"], "field.value at byte 35, in /sendTime"),
            (#""-1""#, #""-1""#, ["DEV-121"], "field.value at byte 35, in /sendTime"),
            (#"" 1""#, #"" 1""#, ["DEV-121"], "field.value at byte 35, in /sendTime"),
            ("1500000000000", #""1500000000000""#, ["DEV-120"], "field.type at byte 35, in /sendTime"),
            ("1.5e12", #""1.5e12""#, ["DEV-120", "DEV-121"], "field.type at byte 35, in /sendTime"),
            ("-1", #""-1""#, ["DEV-120", "DEV-121"], "field.type at byte 35, in /sendTime"),
            ("true", #""true""#, ["DEV-106", "DEV-121"], "field.type at byte 35, in /sendTime"),
        ])
    func sendTime(value: String, written: String, deviations: [String], error: String) {
        let head = #"{"messageType":"system","sendTime":"#
        #expect(read(head + value + "}") == Read(kind: .system, text: head + written + "}", deviations: deviations))
        #expect(strict(head + value + "}") == error)
    }

    @Test("A sendTime that is not text is read or kept unparsed")
    func badTimes() {
        #expect(unparsed(#"{"messageType":"system","sendTime":{}}"#) == "DEV-140 at byte 35, in /sendTime")
        #expect(read(#"{"messageType":"system","sendTime":null}"#).deviations == ["DEV-102"])
    }

    @Test(
        "Local state is kept, reported and never written (CHT-015)",
        arguments: [
            "byMyself", "isSend", "isRead", "isSending", "progress", "unreadCount", "lastMessage", "lastTimeString",
        ])
    func localState(name: String) throws {
        for value in ["1", #""x""#, "null", #"{"a":1.50}"#] {
            let unit = #"{"messageType":"system","\#(name)":\#(value),"x":1}"#
            #expect(
                read(unit) == Read(kind: .system, text: #"{"messageType":"system","x":1}"#, deviations: ["DEV-118"]))
            #expect(strict(unit).hasPrefix("field.foreign at byte 24"))
            let message = try #require(chatItems(unit).first?.message)
            #expect(message.foreignMembers.members.map(\.value.text) == [value])
        }
    }

    @Test("Readable values of another type are read, and others kept unparsed")
    func types() {
        let head = #"{"messageType":"system","#
        #expect(read(head + #""messageID":12}"#).text == head + #""messageID":"12"}"#)
        #expect(read(head + #""messageID":12}"#).deviations == ["DEV-106"])
        #expect(unparsed(head + #""messageID":[]}"#) == "DEV-140 at byte 36, in /messageID")
        #expect(
            read(head + #""code":"7"}"#) == Read(kind: .system, text: head + #""code":7}"#, deviations: ["DEV-104"]))
        #expect(
            read(head + #""code":7.0}"#) == Read(kind: .system, text: head + #""code":7.0}"#, deviations: ["DEV-107"]))
        #expect(unparsed(head + #""code":true}"#) == "DEV-140 at byte 31, in /code")
        #expect(read(head + #""noDisturb":9}"#) == Read(kind: .system, text: head + #""noDisturb":9}"#, deviations: []))
        #expect(
            read(head + #""atToUserIDs":"a,b"}"#)
                == Read(kind: .system, text: head + #""atToUserIDs":["a,b"]}"#, deviations: ["DEV-111"]))
        #expect(read(head + #""atToUserIDs":["a",2]}"#).deviations == ["DEV-106"])
        #expect(unparsed(head + #""atToUserIDs":["a",null]}"#) == "DEV-140 at byte 43, in /atToUserIDs/1")
        #expect(read(head + #""messageID":"a","messageID":"b"}"#).text == head + #""messageID":"b"}"#)
        #expect(strict(head + #""messageID":"a","messageID":"b"}"#) == "json.duplicate at byte 40, in /messageID")
    }
}
