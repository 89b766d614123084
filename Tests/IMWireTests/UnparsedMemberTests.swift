// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import Testing

@Suite("Unreadable members (CNT-180 to CNT-183)")
struct UnparsedMemberTests {
    private func decode<Content: MessageContent>(_ type: Content.Type, _ text: String) throws -> Decoded<Content> {
        try type.decode(Array(text.utf8).span)
    }

    private func written(_ content: some MessageContent) -> String {
        String(decoding: content.encoded(), as: UTF8.self)
    }

    @Test("Setting the member drops its saved bytes (CNT-183)")
    func assigning() throws {
        let text = #"{"name":"n","type":"t","fileUrl":"u","x":1,"size":"big","y":2}"#
        var file = try decode(FileMessage.self, text).content
        #expect(!file.hasSize && file.size == 0)
        #expect(file.unknownMembers.names == ["x", "size", "y"])
        #expect(written(file) == text)
        file.size = 5
        #expect(written(file) == #"{"name":"n","size":5,"type":"t","fileUrl":"u","x":1,"y":2}"#)
        file.clearSize()
        #expect(written(file) == text)
    }

    @Test("Setting the member drops the bytes saved under its alias (CNT-183)")
    func assigningAliased() throws {
        var message = try decode(TextMessage.self, #"{"text":[1],"user":{"icon":{}}}"#).content
        #expect(written(message) == #"{"user":{"icon":{}},"text":[1]}"#)
        message.content = "a"
        message.user?.portrait = "p"
        #expect(written(message) == #"{"content":"a","user":{"portrait":"p"}}"#)
    }

    @Test("A chat message and its content keep an unreadable member (CHT-002)")
    func chatMessage() throws {
        let text =
            #"{"messageType":"normal","contenType":"picture","content":{"picSize":7,"picUrl":"u"},"code":{"a": 1}}"#
        var message = try ChatMessage(json: Array(text.utf8))
        #expect(message.code == nil)
        #expect(message.unknownMembers.names == ["code"])
        #expect(String(decoding: message.encoded(), as: UTF8.self) == text)
        message.code = 5
        #expect(String(decoding: message.encoded(), as: UTF8.self).contains(#""code":5"#))
        #expect(message.encoded().count == text.utf8.count - 7)
    }

    @Test("A nested object or list can be set in place of an unreadable one (CNT-183)")
    func assigningContainers() throws {
        var message = try decode(
            TextMessage.self, #"{"content":"a","user":7,"mentionedInfo":{"type":1,"userIdList":[{}]}}"#
        ).content
        message.user = UserInfo(id: "u")
        message.mentionedInfo?.userIDs = ["v"]
        #expect(
            written(message) == #"{"content":"a","user":{"id":"u"},"mentionedInfo":{"type":1,"userIdList":["v"]}}"#)
    }

    @Test("Saved bytes can be removed by name")
    func removing() throws {
        var file = try decode(FileMessage.self, #"{"name":"n","size":"big","x":1,"s\u0069ze2":[1,2]}"#).content
        file.unknownMembers.remove("size")
        #expect(file.unknownMembers.names == ["x", "size2"])
        file.unknownMembers.remove("size2")
        file.unknownMembers.remove("x")
        #expect(file.unknownMembers.isEmpty && file.unknownMembers == UnknownMembers())
        #expect(written(file) == #"{"name":"n"}"#)
    }

    @Test(
        "Validation reports what decoding reports, with offset and path (CNT-052)",
        arguments: [
            (#"{"content":{"a":1},"content":"b"}"#, [(140, 11, "/content"), (101, 19, "/content")]),
            (#"{"text":7.5e1,"user":[{}]}"#, [(140, 21, "/user"), (24, 1, "/content"), (106, 8, "/content")]),
            (
                #"{"content":"a","mentionedInfo":{"type":1,"userIdList":[1,"\ud800",{}]}}"#,
                [(140, 66, "/mentionedInfo/userIdList/2"), (109, 58, "/mentionedInfo/userIdList")]
            ),
            (
                #"{"content":"a","audit":{"auditType":"x","project":"p","strategy":[]}}"#,
                [
                    (140, 36, "/audit/auditType"), (140, 65, "/audit/strategy"),
                ]
            ),
        ] as [(String, [(UInt16, Int, String)])])
    func reports(text: String, expected: [(UInt16, Int, String)]) throws {
        let expected = expected.map { Deviation(Deviation.ID($0.0), offset: $0.1, path: $0.2) }
        #expect(try decode(TextMessage.self, text).deviations == expected)
        var validator = ContentValidator()
        try validator.validate("RC:TxtMsg", Array(text.utf8))
        #expect(validator.deviations == expected)
    }

    @Test("A standalone value, such as a service's answer, rejects an unreadable member")
    func standingAlone() throws {
        let text = Array(#"{"id":{}}"#.utf8)
        let error = #expect(throws: DecodeError.self) {
            try UserInfo.decodeAlone(text.span, mode: .lenient, limits: DecodingLimits())
        }
        #expect(error == DecodeError(.fieldType, offset: 6, path: "/id"))
    }
}

@Suite("Many unknown members")
struct ManyUnknownMembersTests {
    private var limits: DecodingLimits {
        var limits = DecodingLimits()
        limits.contentBytes = 1 << 24
        limits.members = 1 << 20
        limits.unknownBytes = 1 << 24
        return limits
    }

    /// Checks for linear time, since comparing each member with all preceding ones would take two billion comparisons.
    @Test("Unknown members need time in proportion to their number")
    func time() throws {
        func time(_ count: Int) throws -> Double {
            let members = (0..<count).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
            let text = Array(#"{\#(members),"k7":"again","content":"a"}"#.utf8)
            let start = ProcessorTime.seconds
            let decoded = try TextMessage.decode(text.span, limits: limits)
            let time = ProcessorTime.seconds - start
            #expect(decoded.content.unknownMembers.members.count == count)
            #expect(decoded.deviations.map(\.id.number) == [101])
            #expect(decoded.content.unknownMembers.names.last == "k7")
            return time
        }
        // Eight times the members would take 64 times as long if each were compared with all preceding ones.
        let (small, large) = try (time(7_500), time(60_000))
        #expect(large < small * 24 + 0.1, "\(small) and then \(large)")
    }

    @Test(
        "A repeated name is found among any number, in the object and in a nested one",
        arguments: [
            15, 16, 17, 31, 32, 33, 63, 64, 65, 200,
        ])
    func duplicates(count: Int) throws {
        let names = (0..<count).map { "k\($0)" }
        let members = names.map { #""\#($0)":1"# }.joined(separator: ",")
        for name in names {
            let twice = members + #","\#(name)":2"#
            let text = #"{\#(twice),"content":"a","user":{"id":"u",\#(twice)},"z":3}"#
            let decoded = try TextMessage.decode(Array(text.utf8).span)
            let expected = names.filter { $0 != name } + [name]
            #expect(decoded.deviations.map(\.id.number) == [101, 101])
            #expect(decoded.content.unknownMembers.names == expected + ["z"])
            #expect(decoded.content.user?.unknownMembers.names == expected)
        }
    }

    @Test(
        "Names that are not text are distinguished",
        arguments: [
            (#"{"\ud800":1,"\udbff":2}"#, [#""\ud800""#, #""\udbff""#], [109, 109]),
            (#"{"\ud8aa":1,"\uD8AA":2}"#, [#""\uD8AA""#], [109, 101, 109]),
            (#"{"\\ud800":1,"\ud800":2}"#, [#""\\ud800""#, #""\ud800""#], [109]),
            (#"{"\u00e9":1,"é":2}"#, [#""é""#], [101]),
        ] as [(String, [String], [UInt16])])
    func loneSurrogates(text: String, names: [String], deviations: [UInt16]) throws {
        let decoded = try TypingStatus.decode(Array(text.utf8).span)
        #expect(decoded.content.unknownMembers.nameTexts.map(\.text) == names)
        #expect(decoded.deviations.map(\.id.number) == deviations + [103])
    }
}
