// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

/// The Swift of the reference of IMWireServerAPI.
struct ServerAPISnippetTests {
    let secret = SecretText("s3cret")
    let nonce = "14314"
    let timestamp = "1408706337"

    @Test func firstPage() throws {
        let request = TokenRequest(userID: "u1", name: "Kim")
        let body = try request.form().encoded()  // userId=u1&name=Kim
        let headers = try RequestHeaders(appKey: "my-key", secret: secret, nonce: nonce, timestamp: timestamp)

        #expect(String(decoding: body, as: UTF8.self) == "userId=u1&name=Kim")
        #expect(headers.isSigned(with: secret))
    }

    @Test func anyService() throws {
        var request = ServiceRequest(.blockUsers)
        request["userId"] = ["u1", "u2"]
        request["minute"] = ["10"]
        let body = try request.encoded()  // userId=u1&userId=u2&minute=10

        #expect(String(decoding: body, as: UTF8.self) == "userId=u1&userId=u2&minute=10")
    }

    @Test func anyReply() throws {
        let body = Array(#"{"code":200,"users":["u1"]}"#.utf8)

        let reply = try ServiceReply(.blacklist, decoding: body.span)
        let users = reply.texts("users")

        #expect(users == ["u1"])
    }

    @Test func chatroomRequest() throws {
        let request = ChatroomRequest(.mute, room: "live-1", users: ["u7"], minutes: 10)
        let body = try request.form().encoded()  // userId=u7&chatroomId=live-1&minute=10

        #expect(String(decoding: body, as: UTF8.self) == "userId=u7&chatroomId=live-1&minute=10")
    }

    @Test func headers() throws {
        let headers = try RequestHeaders(appKey: "my-key", secret: secret, nonce: nonce, timestamp: timestamp)
        for (name, value) in headers.fields() { print("\(name): \(value)") }

        #expect(headers.fields().count == 4)
    }

    @Test func tokenRequest() throws {
        let request = TokenRequest(userID: "u1", name: "Kim")
        let body = try request.form().encoded()  // userId=u1&name=Kim

        #expect(String(decoding: body, as: UTF8.self) == "userId=u1&name=Kim")
    }

    @Test func publishRequest() throws {
        let request = PublishRequest(.private, from: "u1", to: ["u2"], content: TextMessage(content: "hi"))
        let body = try request.form().encoded()

        #expect(!body.isEmpty)
    }

    @Test func publishOptions() throws {
        var options = PublishOptions()
        options.pushContent = "Kim: hi"
        options.isCounted = true
        let request = PublishRequest(
            .private, from: "u1", to: ["u2"], content: TextMessage(content: "hi"), options: options)

        #expect(try request.form()["pushContent"] == "Kim: hi")
    }

    @Test func recallRequest() throws {
        let request = RecallRequest(
            from: "u1", in: .private, "u2", messageUID: "5FGT-7VA9-G4DD-4V5P", sentTime: 1_507_778_882_124)
        let body = try request.form().encoded()

        #expect(!body.isEmpty)
    }

    @Test func connectionURL() throws {
        let url = ConnectionURL(host: "edge.example.com", appKey: "my-key", token: SecretText("t0k3n"))
        let text = try url.revealed()  // with the token; description hides it

        #expect(text.contains("t0k3n"))
        #expect(!"\(url)".contains("t0k3n"))
    }

    @Test func callbackSignature() throws {
        let signature = CallbackSignature(secret: secret, nonce: nonce, timestamp: timestamp)
        let received = try CallbackSignature(query: signature.encoded().span)
        print(received.isSigned(with: secret))  // true

        #expect(received.isSigned(with: secret))
    }

    @Test func messageCallback() throws {
        let callback = MessageCallback(
            from: "u1", to: "u2", channelType: .person, objectName: "RC:TxtMsg", content: #"{"content":"hi"}"#)
        let content = try callback.decodedContent().value

        #expect(content.isTyped)
    }

    @Test func tokenAnswer() throws {
        let answer = TokenAnswer(userID: "u1", token: SecretText("t0k3n"))
        print(answer.isSuccess)  // true

        #expect(answer.isSuccess)
    }

    @Test func guide() throws {
        let headers = try RequestHeaders(
            appKey: "my-key", secret: SecretText("imwire-secret"), nonce: "14314", timestamp: "1700000000")
        let request = TokenRequest(userID: "u1", name: "张三")
        // POST request.path with headers.fields() and request.encoded(): userId=u1&name=%E5%BC%A0%E4%B8%89

        let answer = try TokenAnswer(decoding: Array(#"{"code":200,"userId":"u1","token":"t+/="}"#.utf8).span)
        if let token = answer.token {
            print(token)  // <secret>
            let url = ConnectionURL(host: "ws.example.com", appKey: "my-key", token: token)
            print(url)  // wss://ws.example.com/websocket?<secret>
        }

        #expect(try String(decoding: request.encoded(), as: UTF8.self) == "userId=u1&name=%E5%BC%A0%E4%B8%89")
        #expect(headers.isSigned(with: SecretText("imwire-secret")))
        let token = try #require(answer.token)
        #expect("\(token)" == "<secret>")
        let url = ConnectionURL(host: "ws.example.com", appKey: "my-key", token: token)
        #expect("\(url)" == "wss://ws.example.com/websocket?<secret>")
    }
}
