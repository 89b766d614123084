// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Test("The example of the README has the results that it states")
func readmeExample() throws {
    let headers = try RequestHeaders(
        appKey: "my-key", secret: SecretText("imwire-secret"), nonce: "14314", timestamp: "1700000000")
    #expect(headers.fields().last?.value == "e5066f365ff636e63cc3fc1851da9c3b76f6f293")
    let request = TokenRequest(userID: "u1", name: "张三")
    #expect(try text(request.encoded()) == "userId=u1&name=%E5%BC%A0%E4%B8%89")

    let answer = try TokenAnswer(decoding: Array(#"{"code":200,"userId":"u1","token":"t+/="}"#.utf8).span)
    let token = try #require(answer.token)
    #expect("\(token)" == "<secret>")
    let url = ConnectionURL(host: "ws.example.com", appKey: "my-key", token: token)
    #expect("\(url)" == "wss://ws.example.com/websocket?<secret>")
    #expect(try url.revealed() == "wss://ws.example.com/websocket?appId=my-key&token=t%2B%2F%3D")
}
