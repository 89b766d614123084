// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Tokens")
struct TokenTests {
    @Test("The request is the seed's form (API-030)")
    func request() throws {
        let request = TokenRequest(userID: "u1", name: "张 三+", portraitUri: "https://e.com/a.png?x=1&y=2")
        let form = "userId=u1&name=%E5%BC%A0%20%E4%B8%89%2B&portraitUri=https%3A%2F%2Fe.com%2Fa.png%3Fx%3D1%26y%3D2"
        #expect(request.path == "/user/getToken.json")
        #expect(TokenRequest.contentType == "application/x-www-form-urlencoded")
        #expect(try text(request.encoded()) == form)
        #expect(try TokenRequest(decoding: bytes(form).span, mode: .strict) == request)
        #expect(try text(TokenRequest(userID: "u1", name: "").encoded()) == "userId=u1&name=")
    }

    @Test("Lengths count bytes and hold at n, not at n + 1 (API-020, API-021)")
    func lengths() throws {
        func error(_ id: Int, _ name: Int, _ portrait: Int) -> EncodeError? {
            refusal(writing: { () throws(EncodeError) in
                try TokenRequest(
                    userID: String(repeating: "u", count: id), name: String(repeating: "n", count: name),
                    portraitUri: String(repeating: "p", count: portrait)
                ).encoded()
            })
        }
        #expect(error(1, 0, 0) == nil)
        #expect(error(64, 128, 1024) == nil)
        #expect(error(0, 0, 0) == EncodeError(.field, path: "/userId"))
        #expect(error(65, 0, 0) == EncodeError(.field, path: "/userId"))
        #expect(error(1, 129, 0) == EncodeError(.field, path: "/name"))
        #expect(error(1, 0, 1025) == EncodeError(.field, path: "/portraitUri"))
        // 43 Chinese characters take 129 bytes.
        let chinese = TokenRequest(userID: "u", name: String(repeating: "名", count: 43))
        #expect(refusal(writing: { () throws(EncodeError) in try chinese.encoded() }) != nil)
    }

    @Test("Unknown fields are kept and encoded (API-023)")
    func unknown() throws {
        let form = "x=1&userId=u1&y=%E4%B8%AD&x=2"
        let request = try TokenRequest(decoding: bytes(form).span)
        #expect(request.unknownFields == [FormField("x", "1"), FormField("y", "中"), FormField("x", "2")])
        #expect(request.name == nil)
        #expect(try text(request.encoded()) == "userId=u1&x=1&y=%E4%B8%AD&x=2")
    }

    @Test("Absent, repeated and overlong fields are rejected (API-015, API-016, API-080)")
    func refusals() throws {
        func error(_ form: String, _ mode: DecodingMode) -> DecodeError? {
            refusal { () throws(DecodeError) in try TokenRequest(decoding: bytes(form).span, mode: mode) }
        }
        for mode in [DecodingMode.lenient, .strict] {
            #expect(error("", mode) == DecodeError(.formMissing, offset: 0, path: "/userId"))
            #expect(error("name=n", mode) == DecodeError(.formMissing, offset: 6, path: "/userId"))
            #expect(error("userId=a&userId=b", mode) == DecodeError(.formDuplicate, offset: 9, path: "/userId"))
        }
        let long = "userId=" + String(repeating: "u", count: 65)
        for mode in [DecodingMode.lenient, .strict] {
            #expect(error(long, mode) == DecodeError(.formValue, offset: 7, path: "/userId"))
            #expect(error("userId=", mode) == DecodeError(.formValue, offset: 7, path: "/userId"))
        }
    }

    @Test("Answers decode as the SDKs' documents print them (API-031, API-032)")
    func answers() throws {
        let success = try TokenAnswer(
            decoding: bytes(#"{"code":200, "userId":"jlk456j5", "token":"abc+/=@x.example;y.example"}"#).span)
        #expect(success.isSuccess)
        #expect(success.userID == "jlk456j5")
        #expect(success.token?.revealed == "abc+/=@x.example;y.example")
        #expect(text(success.encoded()) == #"{"code":200,"userId":"jlk456j5","token":"abc+/=@x.example;y.example"}"#)
        #expect(try TokenAnswer(decoding: success.encoded().span, mode: .strict) == success)

        for words in [#""errorMessage":"app key or secret""#, #""msg":"app key or secret""#] {
            let failure = try TokenAnswer(decoding: bytes("{\"code\":1004,\(words)}").span)
            #expect(!failure.isSuccess)
            #expect(failure.message == "app key or secret")
            #expect(failure.token == nil)
            #expect(text(failure.encoded()) == #"{"code":1004,"errorMessage":"app key or secret"}"#)
        }
        let broken = refusal { () throws(DecodeError) in
            try TokenAnswer(decoding: bytes(#"{"code":200,"token":{}}"#).span)
        }
        #expect(broken?.code == .fieldType)
        #expect(broken?.offset == 20)
    }

    @Test("Any answer has a code that the registry describes (API-032)")
    func serviceAnswers() throws {
        let answer = try ServiceAnswer(
            decoding: bytes(#"{"code":1004,"errorMessage":"no","messageUIDs":[{"groupId":"g"}]}"#).span)
        #expect(!answer.isSuccess)
        #expect(answer.meanings.first?.meaning.contains("signature") == true)
        #expect(answer.unknownMembers.names == ["messageUIDs"])
        #expect(text(answer.encoded()) == #"{"code":1004,"errorMessage":"no","messageUIDs":[{"groupId":"g"}]}"#)
        #expect(try ServiceAnswer(decoding: bytes(#"{"code":200}"#).span, mode: .strict).isSuccess)
    }
}
