// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("The URL of a connection")
struct ConnectionTests {
    @Test("A URL is written with its token escaped and decodes to the same values (API-060, API-031)")
    func roundTrip() throws {
        let url = ConnectionURL(
            host: "ws1.example.com:8080", appKey: "my-key", token: SecretText("ab+/=@n.example.com;m.example.com"),
            sdkVersion: "4.2.0", apiVersion: "normal", others: [FormField("protocolVer", "4")])
        let text =
            "wss://ws1.example.com:8080/websocket?appId=my-key&token=ab%2B%2F%3D%40n.example.com%3Bm.example.com"
            + "&sdkVer=4.2.0&apiVer=normal&protocolVer=4"
        #expect(try url.revealed() == text)
        #expect(try ConnectionURL(parsing: bytes(text).span, mode: .strict) == url)
        #expect(url.description == "wss://ws1.example.com:8080/websocket?<secret>")
    }

    @Test("Parameters decode in any order, and pid is one of the others (API-060)")
    func order() throws {
        let text = "ws://h/websocket?appId=k&token=t&sdkVer=4.3.0&pid=MTIz&apiVer=uniapp&platform=p"
        let url = try ConnectionURL(parsing: bytes(text).span)
        #expect(!url.isSecure)
        #expect(url.apiVersion == "uniapp")
        #expect(url.others == [FormField("pid", "MTIz"), FormField("platform", "p")])
    }

    /// Texts that are not connection URLs, with the offsets of their errors.
    static let broken: [(String, DecodeError)] = [
        ("", DecodeError(.urlSyntax, offset: 0)),
        ("https://h/websocket?appId=k&token=t", DecodeError(.urlSyntax, offset: 0)),
        ("WSS://h/websocket?appId=k&token=t", DecodeError(.urlSyntax, offset: 0)),
        ("wss:///websocket?appId=k&token=t", DecodeError(.urlSyntax, offset: 6)),
        ("wss://good@evil/websocket?appId=k&token=t", DecodeError(.urlSyntax, offset: 10)),
        ("wss://h\r\n/websocket?appId=k&token=t", DecodeError(.urlSyntax, offset: 7)),
        ("ws://h/websockets?appId=k&token=t", DecodeError(.urlSyntax, offset: 16)),
        ("ws://h/websocket", DecodeError(.urlSyntax, offset: 16)),
        ("ws://h/websocket?appId=k&token=t#x", DecodeError(.urlSyntax, offset: 32)),
        ("ws://h/websocket?appId=k", DecodeError(.formMissing, offset: 24, path: "/token")),
        ("ws://h/websocket?appId=k&token=t&token=t", DecodeError(.formDuplicate, offset: 33, path: "/token")),
        ("ws://h/websocket?appId=k&token=%FF", DecodeError(.formUTF8, offset: 31)),
    ]

    @Test("An invalid URL is rejected at its first wrong byte (API-061)", arguments: broken)
    func refusals(_ text: String, _ error: DecodeError) {
        #expect(refusal { () throws(DecodeError) in try ConnectionURL(parsing: bytes(text).span) } == error)
    }

    @Test("Values that a URL cannot contain are rejected (API-061)")
    func refusedWriting() {
        func error(_ host: String, _ key: String, _ token: String) -> EncodeError? {
            refusal(writing: { () throws(EncodeError) in
                try ConnectionURL(host: host, appKey: key, token: SecretText(token)).revealed()
            })
        }
        #expect(error("h", "k", "t") == nil)
        #expect(error("[2001:db8::1]:443", "k", "t") == nil)
        for host in ["", "a/b", "a?b", "u@h", "h\n", "主机"] {
            #expect(error(host, "k", "t") == EncodeError(.field, path: "/host"))
        }
        #expect(error("h", "", "t") == EncodeError(.field, path: "/appId"))
        #expect(error("h", "k", "") == EncodeError(.field, path: "/token"))
    }
}
