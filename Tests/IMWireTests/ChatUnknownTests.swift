// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Chat: unknown kinds and members")
struct ChatUnknownTests {
    @Test(
        "A message of unknown kind is kept unchanged in both modes (CHT-004)",
        arguments: [
            #"{"messageType":"vote","content":"anything","code":5}"#,
            #"{"messageType":"vote","contenType":"text","content":[1,{"a":1.50}]}"#,
            #"{"messageType":"vote","objectName":"RC:TxtMsg","content":7}"#,
            #"{"messageType":"vote","code":{"a":1},"atToUserIDs":5}"#,
            #"{"messageType":"vote","fromUserID":["u1"],"sendTime":[],"noDisturb":true,"code":"seven"}"#,
            #"{"messageType":"vote","atToUserIDs":[1,null]}"#,
            #"{"messageType":"vote","atToUserIDs":[]}"#,
            #"{"messageType":"vote","contentType":{"a":1}}"#,
            #"{"messageType":{"kind":"vote"},"x":1}"#,
            #"{"messageType":"","x":1}"#,
        ])
    func kept(unit: String) {
        #expect(read(unit) == Read(kind: .unknown, text: unit, deviations: []))
        #expect(strict(unit) == "fine")
    }

    @Test("Readable members of an unknown kind are read and reported")
    func stillReported() {
        #expect(read(#"{"messageType":"vote","code":"7"}"#).deviations == ["DEV-104"])
        #expect(strict(#"{"messageType":"vote","code":"7"}"#) == "field.type at byte 29, in /code")
        #expect(
            read(#"{"messageType":"vote","code":{},"code":5}"#)
                == Read(kind: .unknown, text: #"{"messageType":"vote","code":5}"#, deviations: ["DEV-101"]))
        #expect(
            read(#"{"messageType":"vote","code":5,"code":{}}"#)
                == Read(kind: .unknown, text: #"{"messageType":"vote","code":{}}"#, deviations: ["DEV-101"]))
        #expect(
            read(#"{"messageType":"vote","content":null}"#)
                == Read(kind: .unknown, text: #"{"messageType":"vote"}"#, deviations: ["DEV-102"]))
        let mentions = chatItems(#"{"messageType":"vote","atToUserIDs":[]}"#, mode: .strict)
        #expect(mentions.first?.message?.mentionedUserIDs == [])
        // A dropped alias with half a surrogate pair is reported like any other (CHT-094, CNT-016).
        let aliases = #"{"messageType":"vote","contentType":"\ud800","contentType":{}}"#
        #expect(
            read(aliases)
                == Read(
                    kind: .unknown, text: #"{"messageType":"vote","contentType":{}}"#,
                    deviations: ["DEV-101", "DEV-109"]))
        let lost = chatItems(aliases).flatMap(\.deviations).first { $0.id == Deviation.ID(109) }
        #expect(lost?.offset == 37)
    }

    @Test("Unreadable members of a known kind are reported (CNT-180)")
    func known() {
        #expect(unparsed(#"{"code":{"a":1},"messageType":"system"}"#) == "DEV-140 at byte 8, in /code")
        #expect(unparsed(#"{"messageType":"system","atToUserIDs":5}"#) == "DEV-140 at byte 38, in /atToUserIDs")
    }

    @Test("Unknown members are written byte for byte, in order, in each object (CNT-060)")
    func unknownMembers() throws {
        let unit =
            #"{ "z" : 1.50 , "messageType" : "normal", "é\u00e9" : { "a" : [ 1E2 , "\/" ] }, "content" : {"#
            + #" "y" : null, "text" : "a", "picSize":{"height":1.0,"width":2,"q" : [ ] } }, "contenType":"text","#
            + #" "fromUserID":"u", "chatType":"x", "sendTime":"1" }"#
        let written =
            #"{"messageType":"normal","fromUserID":"u","chatType":"x","contenType":"text","content":{"text":"a","#
            + #""picSize":{"width":2,"height":1.0,"q":[ ]},"y":null},"sendTime":"1","z":1.50,"#
            + #""é\u00e9":{ "a" : [ 1E2 , "\/" ] }}"#
        #expect(read(unit) == Read(kind: .normal, text: written, deviations: []))
        #expect(read(written) == Read(kind: .normal, text: written, deviations: []))
        #expect(strict(unit) == "fine")
        #expect(try ChatMessageDecoder().decode(Array(unit.utf8).span).unknown == ["z", "éé"])
    }

    @Test("Bytes kept for one name move to another that has none, and only for the same value (CNT-079)")
    func movedText() throws {
        func written(_ json: String, for value: String) throws -> String {
            var file = FileMessage(name: "a", size: 1, type: "\u{fffd}", fileUrl: "u")
            file.unknownMembers = try FileMessage(json: Array(json.utf8)).unknownMembers
            file.unknownMembers.keep("name", as: "type", for: value)
            return String(decoding: file.encoded(), as: UTF8.self)
        }
        let one = #"{"name":"\ud800"}"#
        #expect(try written(one, for: "\u{fffd}") == #"{"name":"a","size":1,"type":"\ud800","fileUrl":"u"}"#)
        #expect(try written(one, for: "b").contains("\"\u{fffd}\""))
        let both = #"{"name":"\ud800","type":"\ud801"}"#
        #expect(try written(both, for: "\u{fffd}") == #"{"name":"a","size":1,"type":"\ud801","fileUrl":"u"}"#)
    }

    @Test("Half a surrogate pair is written unchanged (CNT-079)")
    func surrogates() {
        let unit = #"{"messageType":"system","contenType":"text","content":{"text":"a\ud800"},"nickName":"\udc00"}"#
        #expect(read(unit) == Read(kind: .system, text: unit, deviations: ["DEV-109"]))
        #expect(strict(unit) == "json.surrogate at byte 64, in /content/text")
    }

    @Test("Unknown contents have the placeholder as their digest (CHT-005)")
    func digests() throws {
        let sentence = "该版本暂不支持,请前往appstore下载新版本"
        func digest(_ unit: String) throws -> String? { try ChatMessage(json: Array(unit.utf8)).digest() }
        #expect(try digest(#"{"messageType":"vote"}"#) == sentence)
        #expect(try digest(#"{"messageType":"normal","contenType":"hologram","content":{}}"#) == sentence)
        #expect(try digest(#"{"messageType":"normal","objectName":"RC:TxtMsg","content":{"content":"Hi"}}"#) == "Hi")
        #expect(try digest(#"{"messageType":"normal","objectName":"RC:VcMsg","content":{}}"#) == "[语音]")
        #expect(
            try digest(#"{"messageType":"normal","objectName":"a:b","content":{}}"#) == "当前版本暂不支持查看此消息")
        #expect(try digest(#"{"messageType":"system"}"#) == nil)
    }

    @Test("The notice of a recall names its sender (CHT-027)")
    func recalls() {
        #expect(ChatContent.recalledByUser == "你撤回了一条消息")
        #expect(ChatContent.recalled(by: "张三") == "张三撤回了一条消息")
    }
}
