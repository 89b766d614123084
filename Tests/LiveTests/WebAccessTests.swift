// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import LiveCommands
import Testing

/// Requests of web pages to a server on the same machine.
@Suite("Web pages and the server", .timeLimit(.minutes(2)))
struct WebAccessTests {
    private static let polling = "/websocket?appId=k&token=u&sdkVer=4.2.0&apiVer=normal&pid=x"

    @Test("A request names a host of the server (LIV-110)")
    func hosts() async throws {
        var settings = testSettings()
        settings.hosts = ["imwire.test"]
        try await withServer(settings) { server in
            let port = try #require(server.ports.rongCloud)
            let right = [
                "127.0.0.1:\(port)", "127.0.0.1", "127.9.9.9:1", "localhost:\(port)", "LocalHost", "[::1]:\(port)",
                "[::1]", "imwire.test", "IMWIRE.test:80",
            ]
            for host in right {
                #expect(try await RawClient.request(port, "/state.json", host: host).status == 200, "\(host)")
            }
            let wrong = [
                "evil.test", "evil.test:\(port)", "127.0.0.1.evil.test", "localhost.evil.test", "127.0.0.1:x",
                "10.0.0.1",
                "0.0.0.0", "[::2]", "[::1", "[::1]x", "a@127.0.0.1", "127.0.0.1, evil.test", ":80", "",
            ]
            for path in ["/", "/state.json", "/ping", WebAccessTests.polling, "/pullmsg.js?sessionid=s"] {
                for host in wrong {
                    #expect(try await RawClient.request(port, path, host: host).status == 421, "\(host) \(path)")
                }
            }
            #expect(try await RawClient.request(port, "/state.json", host: nil).status == 421)
            let twice = "GET /state.json HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n"
            #expect([400, 421].contains(try await RawClient.send(twice, to: port).status))
            let api = try await RawClient.request(port, "/user/getToken.json", method: "POST", host: "evil.test")
            #expect(api.status == 421)
            // A hosts file leads an SDK with a fixed navigation host here.
            let navigation = try await RawClient.request(port, "/navi.js?appId=k&token=u", host: "nav.test")
            #expect(navigation.body.contains("\"server\":\"127.0.0.1:\(port)\""), "\(navigation.text)")
            // The host by which an SDK looks for a network is fixed as well (LIV-140).
            #expect(try await RawClient.request(port, "/im_detecting", host: "cdn.test").status == 200)
        }
    }

    @Test("A method that a path does not have is answered with 405 and the methods that it has")
    func methods() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let cases = [
                ("GET", "/user/getToken.json", "POST"), ("TRACE", "//push/user.json", "POST"),
                ("PUT", "/chatroom/create.json?x=1", "POST"), ("POST", "/navi.js", "GET, HEAD"),
                ("DELETE", "/websocket", "GET, POST"), ("HEAD", "/pullmsg.js", "GET"),
            ]
            for (method, path, allowed) in cases {
                let answer = try await RawClient.request(port, path, method: method, host: "127.0.0.1")
                #expect(answer.status == 405, "\(method) \(path)")
                #expect(answer.header("allow") == allowed, "\(method) \(path)")
                #expect(answer.body.isEmpty == (method == "HEAD"), "\(method) \(path)")
            }
            #expect(try await RawClient.request(port, "/nothing.json", host: "127.0.0.1").status == 404)
            for path in ["/", "/state.json", "/ping", "/navi.js?appId=k&token=u"] {
                let head = try await RawClient.request(port, path, method: "HEAD", host: "127.0.0.1")
                #expect(head.status == 200 && head.body.isEmpty, "\(path)")
                #expect(head.header("content-length").flatMap { Int($0) } ?? 0 > 0, "\(path)")
            }
        }
    }

    @Test("The page, its data and the server API are limited to pages of the same origin (LIV-111)")
    func sameOrigin() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let own = "127.0.0.1:\(port)"
            let foreign: [[String: String]] = [
                ["Origin": "http://evil.test"], ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
                ["Origin": "http://localhost:\(port)"], ["Origin": ""],
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "script"],
                ["Sec-Fetch-Site": "same-site", "Referer": "http://127.0.0.1:1/"],
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe", "Referer": "http://evil.test/x"],
            ]
            for (method, path) in [("GET", "/"), ("GET", "/state.json"), ("POST", "/group/create.json")] {
                for headers in foreign {
                    let answer = try await RawClient.request(port, path, method: method, host: own, headers)
                    #expect(answer.status == 403, "\(path) \(headers)")
                    #expect(answer.header("access-control-allow-origin") == nil)
                }
                for headers in [[:], ["Origin": "http://" + own], ["Sec-Fetch-Site": "same-origin"]] {
                    let answer = try await RawClient.request(port, path, method: method, host: own, headers)
                    #expect(answer.status == (method == "GET" ? 200 : 401), "\(path) \(headers)")
                    #expect(answer.header("access-control-allow-origin") == nil)
                    #expect(answer.header("x-frame-options") == "DENY")
                    #expect(answer.header("cross-origin-resource-policy") == "same-origin")
                }
            }
            let preflight = try await RawClient.request(
                port, "/group/create.json", method: "OPTIONS", host: own, ["Origin": "http://localhost"])
            #expect(preflight.status == 403 && preflight.header("access-control-allow-origin") == nil)
            let link = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document", "Referer": "http://a.test/"]
            #expect(try await RawClient.request(port, "/", host: own, link).status == 200)
        }
    }

    @Test(
        "SDKs run in pages of loopback addresses or of the given origins (LIV-112)",
        arguments: [
            (
                [], ["http://localhost", "http://localhost:3000", "https://127.0.0.1:8443", "http://[::1]:5"],
                [
                    "http://evil.test", "null", "http://localhost.evil.test", "file://",
                    "http://localhost:3000.evil.test",
                ]
            ),
            (["https://app.test", "null"], ["https://app.test", "null"], ["http://app.test", "http://localhost"]),
        ] as [([String], [String], [String])])
    func origins(_ given: [String], _ right: [String], _ wrong: [String]) async throws {
        var settings = testSettings()
        settings.origins = given
        try await withServer(settings) { server in
            let port = try #require(server.ports.rongCloud)
            let upgrade = [
                "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            ]
            for origin in right {
                for path in ["/navi.js?appId=k&token=u", "/ping", "/im_detecting", WebAccessTests.polling] {
                    let answer = try await RawClient.request(port, path, ["Origin": origin])
                    #expect(answer.status == 200, "\(origin) \(path)")
                    #expect(answer.header("access-control-allow-origin") == origin)
                    #expect(answer.header("vary") == "origin")
                }
                let preflight = try await RawClient.request(
                    port, "/websocket", method: "OPTIONS",
                    [
                        "Origin": origin, "Access-Control-Request-Headers": "x-a",
                        "Access-Control-Request-Method": "POST",
                    ])
                #expect(preflight.status == 204 && preflight.header("access-control-allow-headers") == "x-a")
                let text = WebAccessTests.upgrade(upgrade.merging(["Origin": origin]) { $1 })
                #expect(try await RawClient.send(text, to: port, timeout: .milliseconds(500)).status == 101)
            }
            for origin in wrong {
                for path in [
                    "/navi.js?appId=k&token=u", "/ping", "/im_detecting", WebAccessTests.polling,
                    "/pullmsg.js?sessionid=s",
                ] {
                    let answer = try await RawClient.request(port, path, ["Origin": origin])
                    #expect(answer.status == 403, "\(origin) \(path)")
                    #expect(answer.header("access-control-allow-origin") == nil)
                }
                let text = WebAccessTests.upgrade(upgrade.merging(["Origin": origin]) { $1 })
                #expect(try await RawClient.send(text, to: port, timeout: .milliseconds(500)).status == 403)
            }
            // An image or a script of a page has no Origin.
            let image = ["Sec-Fetch-Site": "cross-site", "Referer": "http://evil.test/"]
            #expect(try await RawClient.request(port, WebAccessTests.polling, image).status == 403)
            let script = ["Sec-Fetch-Site": "cross-site", "Referer": right[0] + "/index.html"]
            let isPage = right[0].hasPrefix("http")
            #expect(
                try await RawClient.request(port, "/navi.js?appId=k&token=u", script).status == (isPage ? 200 : 403))
            // Clients that are not browsers send no Origin.
            #expect(try await RawClient.request(port, WebAccessTests.polling).status == 200)
        }
    }

    private static func upgrade(_ headers: [String: String]) -> String {
        "GET /websocket?appId=k&token=u&sdkVer=4.2.0 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    }

    @Test("The chat port closes on the first line of an HTTP request (LIV-114)", arguments: [true, false])
    func chatPort(isBase64: Bool) async throws {
        try await withServer { server in
            let port = try #require(server.ports.chat)
            let login = #"{"messageType":"login","fromUserID":"m","deviceType":"iOS","versionCode":"1"}"#
            let line = isBase64 ? Data(login.utf8).base64EncodedString() : login
            for first in [
                "POST / HTTP/1.1\r\n", "GET /a b HTTP/1.0\r\n", "{} HTTP/1.1\n", "PRI * HTTP/2.0\r\n", "X HTTP/3\r",
            ] {
                let answer = try await RawClient.send(
                    first + "Host: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\n\(line)\r\n", to: port)
                #expect(answer.isClosed && answer.text.isEmpty, "\(first)")
            }
            // A line that only contains these words is not a request.
            let honest = try await RawClient.send(line + "\n", to: port, timeout: .milliseconds(500))
            #expect(!honest.isClosed && !honest.text.isEmpty)
        }
    }

    @Test("The secret is random and printed unless it is given (LIV-113)")
    func secret() async throws {
        func ports(_ arguments: String...) async throws -> RawJSON {
            let tool = try LiveTool("imwire-live", ["serve", "--quiet"] + arguments)
            let text = try await tool.wait { $0.outputText.hasSuffix("\n") ? $0.outputText : nil }
            tool.signal(SIGTERM)
            return try RawJSON(text: text)
        }
        let one = try await ports("--rongcloud", "127.0.0.1:0")
        let other = try await ports("--rongcloud", "127.0.0.1:0")
        #expect(one["appKey"]?.string == "imwire")
        #expect(one["appSecret"]?.string?.utf8.count == 32)
        #expect(one["appSecret"]?.string != other["appSecret"]?.string)
        #expect(try await ports("--rongcloud", "127.0.0.1:0", "--app-secret", "given")["appSecret"] == nil)
        #expect(try await ports("--chat", "127.0.0.1:0")["appSecret"] == nil)
        #expect(try await LiveTool.run(["serve", "--token-for", "u"]).code == 2)
        #expect(try await LiveTool.run(["serve", "--token-for", "u", "--app-secret", "s"]).code == 0)
        #expect(try await LiveTool.run(["serve", "--origin", "localhost"]).code == 2)
    }

    @Test(
        "In a browser, pages of other origins neither read nor change data (LIV-110 to LIV-114)",
        .enabled(if: ProcessInfo.processInfo.environment["IMWIRE_ALL"] == "1"))
    func browser() async throws {
        let tool = try LiveTool("/usr/bin/env", ["python3", "scripts/check-origin.py", LiveTool.live])
        #expect(try await tool.end() == 0, "\(tool.outputText)\(tool.errorText)")
    }
}

#endif
