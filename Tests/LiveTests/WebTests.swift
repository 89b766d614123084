// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import FoundationNetworking
import IMWire
import IMWireServerAPI
import LiveCommands
import Testing

@Suite("Navigation, polling and the server API", .timeLimit(.minutes(1)))
struct WebTests {
    private func get(_ port: Int, _ target: String) async throws -> (Int, String) {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(target)"))
        let (data, response) = try await URLSession.shared.data(from: url)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }

    private func post(
        _ port: Int, _ target: String, _ body: [UInt8], signedWith secret: String? = nil
    ) async throws -> (Int, String) {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(target)")))
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        if let secret {
            let headers = try RequestHeaders(appKey: "k", secret: SecretText(secret), nonce: "n", timestamp: "1")
            for (name, value) in headers.fields() { request.setValue(value, forHTTPHeaderField: name) }
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }

    @Test("Navigation returns the address of the service or the reason for a rejection (RMTP-329)")
    func navigation() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let right = try await get(port, "/navi.js?appId=k&token=u1@&callBack=getServerEndpoint&v=4.2.0&r=1")
            #expect(
                right == (
                    200,
                    "getServerEndpoint({\"code\":200,\"server\":\"127.0.0.1:\(port)\","
                        + "\"backupServer\":\"\",\"userId\":\"u1\",\"kvStorage\":1,"
                        + "\"joinMChrm\":1,\"openMp\":1,\"openUS\":1});"
                ))
            let old = try await get(port, "/navi.js?appId=k&token=u1&callBack=a&v=2.5.3&r=1").1
            #expect(old.contains("\"backupServer\":\"127.0.0.1:\(port)\""))
            #expect(try await get(port, "/navi.js?appId=x&token=u1&callBack=a.b").1.hasPrefix("a.b({\"code\":403"))
            #expect(try await get(port, "/navi.js?appId=k&token=&callBack=a").1.hasPrefix("a({\"code\":401"))
            #expect(try await get(port, "/navi.js?appId=k&token=u&callBack=alert(1)//").0 == 400)
            #expect(try await get(port, "/ping?r=1").0 == 200)
        }
    }

    @Test("A polling client connects, queries, sends and receives")
    func polling() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let first = try await get(port, "/websocket?appId=k&token=a&sdkVer=4.2.0&apiVer=normal&pid=x").1
            let accepted = try RawJSON(text: first)
            #expect(accepted["headerCode"]?.text == "32" && accepted["status"]?.text == "0")
            let id = try #require(accepted["sessionid"]?.string)
            let pull = try await post(
                port, "/websocket?messageid=1&header=80&sessionid=\(id)&topic=pullMsg&targetid=a&pid=x",
                Array(#"{"syncTime":0,"ispolling":true}"#.utf8)
            ).1
            let answer = try #require(try RawJSON(text: pull).elements?.first)
            #expect(answer["headerCode"]?.text == "96")
            #expect(answer["data"]?.string == #"{"list":[],"syncTime":0,"finished":true}"#)
            async let held = get(port, "/pullmsg.js?sessionid=\(id)&timestrap=1&pid=x")
            let other = try await TestRMTPClient("b", port: port)
            await other.connected()
            _ = try await other.send("hello", "ppMsgP", "a", key: 1)
            let pushed = try #require(try RawJSON(text: try await held.1).elements?.first)
            #expect(pushed["topic"]?.string == "s_msg")
            let data = try RawJSON(text: try #require(pushed["data"]?.string))
            #expect(data["content"]?.string == #"{"content":"hello"}"#)
            #expect(try await get(port, "/pullmsg.js?sessionid=nobody&timestrap=1&pid=x").0 == 400)
        }
    }

    @Test("A posted message has a receipt with its time, and a posted query an answer (RMTP-321, RMTP-322)")
    func posts() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let first = try await get(port, "/websocket?appId=k&token=a&sdkVer=2.5.3&apiVer=normal&pid=x").1
            let id = try #require(try RawJSON(text: first)["sessionid"]?.string)
            func send(_ header: Int, _ topic: String, _ body: String) async throws -> RawJSON {
                let target = "/websocket?messageid=7&header=\(header)&sessionid=\(id)&topic=\(topic)&targetid=b&pid=x"
                let answer = try await post(port, target, Array(body.utf8))
                #expect(answer.0 == 200)
                return try #require(try RawJSON(text: answer.1).elements?.first)
            }
            let receipt = try await send(
                50, "ppMsgP", #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#)
            let time = try #require(receipt["timestamp"]?.number?.int64)
            #expect(receipt["date"]?.number?.int64 == time / 1_000)
            #expect(receipt["millisecond"]?.number?.int64 == time % 1_000)
            #expect(receipt["messageId"]?.text == "7" && receipt["status"]?.text == "0")
            let data = try await send(80, "rtcQryData", #"{"interior":true,"target":2,"key":["k"]}"#)
            #expect(data["status"]?.text == "0" && data["data"]?.string == #"{"outInfo":[]}"#)
            let room = try await send(80, "rtcRInfo", #"{"order":2}"#)
            #expect(room["data"]?.string == #"{"roomId":"b","roomData":[],"userCount":0,"list":[]}"#)
            let key = try await send(80, "qryVoipK", #"{"engineType":{},"nobody":1}"#)
            #expect(key["status"]?.text == "0" && key["data"]?.string?.hasPrefix(#"{"dynamicKey":"none"#) == true)
            #expect(try await send(50, "ppMsgP", #"{"nobody":1}"#)["status"]?.text == "20406")
            let pulled = try await send(80, "pullMsg", #"{"syncTime":"1795475565620","ispolling":false}"#)
            #expect(pulled["data"]?.string == #"{"list":[],"syncTime":1795475565620,"finished":true}"#)
            #expect(try await send(80, "nobodyKnows", #"{"a":1}"#)["status"]?.text == "0")
            let lost = try await post(
                port, "/websocket?messageid=7&header=80&sessionid=nobody&topic=pullMsg&targetid=a&pid=x", [])
            #expect(lost == (400, "lost params"))
            #expect(try await get(port, "/pullmsg.js?sessionid=nobody&timestrap=1&pid=x") == (400, "lost params"))
        }
    }

    @Test("A polling client that abandons its poll is offline two seconds later (RMTP-328)")
    func abandonedPoll() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let first = try await get(port, "/websocket?appId=k&token=a&sdkVer=2.5.3&apiVer=normal&pid=x").1
            let id = try #require(try RawJSON(text: first)["sessionid"]?.string)
            func isOnline() async throws -> Bool {
                try await post(port, "/user/checkOnline.json", Array("userId=a".utf8), signedWith: "s").1
                    .contains(#""status":"1""#)
            }
            func abandon() async throws {
                let session = URLSession(configuration: .ephemeral)
                let url = try #require(URL(string: "http://127.0.0.1:\(port)/pullmsg.js?sessionid=\(id)&pid=x"))
                let poll = Task { try await session.data(from: url) }
                try await Task.sleep(for: .milliseconds(500))
                poll.cancel()
                session.invalidateAndCancel()
            }
            try await abandon()
            try await Task.sleep(for: .milliseconds(500))
            let again = Task { try await get(port, "/pullmsg.js?sessionid=\(id)&timestrap=1&pid=x") }
            try await Task.sleep(for: .milliseconds(2_500))
            #expect(try await isOnline())
            let other = try await TestRMTPClient("b", port: port)
            await other.connected()
            _ = try await other.send("hello", "ppMsgP", "a", key: 1)
            #expect(try await again.value.0 == 200)
            try await abandon()
            var isOver = false
            for _ in 0..<100 where !isOver {
                try await Task.sleep(for: .milliseconds(100))
                isOver = try await !isOnline()
            }
            #expect(isOver)
            #expect(try await get(port, "/pullmsg.js?sessionid=\(id)&timestrap=1&pid=x") == (400, "lost params"))
        }
    }

    @Test("A kicked polling client receives 224, which 4.x recognizes")
    func disconnect() async throws {
        var settings = testSettings()
        settings.service.devices = 1
        try await withServer(settings) { server in
            let port = try #require(server.ports.rongCloud)
            let first = try await get(port, "/websocket?appId=k&token=a&sdkVer=4.2.0&apiVer=normal&pid=x").1
            let id = try #require(try RawJSON(text: first)["sessionid"]?.string)
            let other = try await TestRMTPClient("a", port: port)
            await other.connected()
            let last = try await get(port, "/pullmsg.js?sessionid=\(id)&timestrap=1&pid=x").1
            #expect(last == #"[{"headerCode":224,"status":1}]"#)
        }
    }

    @Test("A signed request sends a message, and an unsigned one is rejected")
    func serverAPI() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let client = try await TestRMTPClient("a", port: port)
            await client.connected()
            let request = PublishRequest(
                .private, from: "system", to: ["a"], objectName: "RC:TxtMsg", content: #"{"content":"news"}"#)
            let body = try request.encoded()
            #expect(try await post(port, request.path, body, signedWith: "wrong").0 == 401)
            #expect(try await post(port, request.path, body, signedWith: "s").0 == 200)
            #expect(await client.message() == ("system", #"{"content":"news"}"#))
            let token = try await post(
                port, "/user/getToken.json", try TokenRequest(userID: "bob", name: "Bob").encoded(), signedWith: "s")
            #expect(try TokenAnswer(decoding: Array(token.1.utf8).span).userID == "bob")
            let state = try RawJSON(text: try await get(port, "/state.json").1)
            #expect(state["users"]?.elements?.first?["user"]?.string == "a")
            #expect(try await get(port, "/").1.hasPrefix("<!DOCTYPE html>"))
        }
    }
}

#endif
