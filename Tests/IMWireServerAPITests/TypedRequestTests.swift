// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Typed requests and answers")
struct TypedRequestTests {
    @Test("The platform of a broadcast is written and read (API-051)")
    func platform() throws {
        var options = PublishOptions()
        options.os = "iOS"
        let request = PublishRequest(
            .broadcast, from: "u1", to: [], objectName: "RC:TxtMsg", content: "{}", options: options)
        let bytes = try request.form().encoded()
        #expect(String(decoding: bytes, as: UTF8.self).contains("&os=iOS"))
        #expect(try PublishRequest(.broadcast, decoding: bytes.span).options.os == "iOS")
    }

    @Test("A recall without a time or a conversation type is refused in both modes (API-015, API-054)")
    func shortRecall() {
        for mode in [DecodingMode.lenient, .strict] {
            let timeless = bytes("fromUserId=a&conversationType=1&targetId=b&messageUID=m")
            #expect(throws: DecodeError(.formMissing, offset: timeless.count, path: "/sentTime")) {
                try RecallRequest(decoding: timeless.span, mode: mode)
            }
            let typeless = bytes("fromUserId=a&targetId=b&messageUID=m&sentTime=1")
            #expect(throws: DecodeError(.formMissing, offset: typeless.count, path: "/conversationType")) {
                try RecallRequest(decoding: typeless.span, mode: mode)
            }
        }
    }

    @Test("The text of a failure is written with the escapes that arrived, those of errorMessage first (CNT-079)")
    func escapedMessage() throws {
        let short = try ServiceAnswer(decoding: bytes(#"{"code":400,"msg":"a\ud800"}"#).span)
        #expect(text(short.encoded()) == #"{"code":400,"errorMessage":"a\ud800"}"#)
        let both = try ServiceAnswer(decoding: bytes(#"{"code":400,"msg":"\ud800","errorMessage":"\ud801"}"#).span)
        #expect(text(both.encoded()).contains(#""errorMessage":"\ud801""#))
    }

    @Test("An answer needs a code, and one with a token has that of a success")
    func answers() throws {
        let empty = bytes("{}")
        for error in [
            refusal { () throws(DecodeError) in try ServiceAnswer(decoding: empty.span, mode: .strict) },
            refusal { () throws(DecodeError) in try TokenAnswer(decoding: empty.span, mode: .strict) },
            refusal { () throws(DecodeError) in try ChatroomAnswer(decoding: empty.span, mode: .strict) },
        ] {
            #expect(error?.code == .fieldMissing)
        }
        let answer = TokenAnswer(userID: "u1", token: SecretText("t"))
        #expect(answer.code == 200 && answer.isSuccess)
        #expect(!TokenAnswer(code: 200).isSuccess)
        #expect(ServiceAnswer(code: 200).encoded() == Array(#"{"code":200}"#.utf8))
        let kept = #"{"code":200,"x":1}"#
        #expect(try ServiceAnswer(decoding: Array(kept.utf8).span).encoded() == Array(kept.utf8))
        #expect(ChatroomEndpoint.maximumMinutes == 43_200)
        let limits = DecodingLimits.answers
        #expect(limits.items == 65_536 && limits.contentBytes == 4_194_304 && limits.unknownBytes == 4_194_304)
    }

    @Test("A query of a connection URL of more than formBytes bytes is limit.size (API-018, API-061)")
    func urlLimit() throws {
        let start = "ws://h/websocket?"
        let query = "appId=a&token=t"
        let url = Array((start + query).utf8)
        var limits = FormLimits()
        limits.formBytes = query.utf8.count
        #expect(try ConnectionURL(parsing: url.span, limits: limits).host == "h")
        limits.formBytes -= 1
        #expect(throws: DecodeError(.limitSize, offset: start.utf8.count)) {
            try ConnectionURL(parsing: url.span, limits: limits)
        }
    }

    @Test("A form refuses values for a field that it does not have")
    func unknownField() throws {
        var form = FormEncoder([FieldRule("a", .text(0...10))])
        try form.append("b", [String]())
        #expect(throws: EncodeError(.field, path: "/b")) { try form.append("b", ["x"]) }
        #expect(throws: EncodeError(.field, path: "/a")) { try form.append("a", ["x", "y"]) }
        #expect(FormField("a", "b") == FormField("a", "b") && FormField("a", "b") != FormField("a", "c"))
        #expect(FormField("a", "b") != FormField("c", "b"))
    }
}
