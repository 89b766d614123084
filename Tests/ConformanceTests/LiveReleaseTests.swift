// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("Releases of the vendor's SDK as tested clients")
struct LiveReleaseTests {
    private func action(_ packet: String, body: String? = nil) throws -> RawJSON {
        try RawJSON(
            text: #"{"action":"write","packet":\#(packet)\#(body.map { #","body":\#($0)"# } ?? "")}"#)
    }

    @Test(
        "A release is identified by the first number of its version (LIV-121)",
        arguments: [
            ("1.0.0", "web1"), ("2.5.3", "web2"), ("2.5.10", "web2"), ("3.0.6", "web3"), ("4.2.0", "web4"),
            ("4.3.0-alpha.9", "web4"), ("5.4.0", nil), ("42", nil), ("", nil), ("4", nil),
            ("4." + String(repeating: "0", count: 40), nil),
        ])
    func generations(_ version: String, _ generation: String?) {
        #expect(LiveRelease(sdkVersion: version)?.generation.rawValue == generation)
    }

    @Test("Requests that a release sends on its own are answered and not compared (LIV-121, LIV-125)")
    func own() throws {
        let release = try #require(LiveRelease(sdkVersion: "4.2.0"))
        let ping = try #require(release.answer(to: action(#"{"packet":"PINGREQ"}"#)))
        #expect(ping["packet"]?["packet"]?.string == "PINGRESP")
        let asked = try action(#"{"packet":"QUERY","topic":"pullSeAtts","targetId":"me","messageId":7}"#)
        let answer = try #require(release.answer(to: asked))
        #expect(answer["packet"]?["messageId"]?.text == "7" && answer["packet"]?["status"]?.text == "0")
        #expect(answer["body"]?["message"]?.string == "SessionStates")
        #expect(release.answer(to: try action(#"{"packet":"QUERY","topic":"pullMsg","messageId":8}"#)) == nil)
        #expect(release.answer(to: try action(#"{"packet":"QUERY","topic":"addRelation","messageId":9}"#)) == nil)
        let first = try #require(LiveRelease(sdkVersion: "1.0.0"))
        let relation = try #require(
            first.answer(to: try action(#"{"packet":"QUERY","topic":"addRelation","messageId":9}"#)))
        #expect(relation["body"] == nil && relation["packet"]?["messageId"]?.text == "9")
        #expect(first.answer(to: asked) == nil)
        #expect(release.leavesOut(try action(#"{"packet":"PINGRESP"}"#)))
        #expect(!release.leavesOut(asked))
    }

    @Test("Ids of a release replace those of the scenario, separately for queries and publications (LIV-122)")
    func ids() throws {
        var release = try #require(LiveRelease(sdkVersion: "4.2.0"))
        let pull = #"{"packet":"QUERY","topic":"pullMsg","targetId":"me","messageId":"#
        #expect(release.difference(try action(pull + "1}"), try action(pull + #"2,"qos":1}"#)) == nil)
        // The same packet of the scenario is not another one of the peer.
        #expect(release.difference(try action(pull + "1}"), try action(pull + "3}")) == "/packet/messageId")
        let send = #"{"packet":"PUBLISH","topic":"ppMsgP","targetId":"u","messageId":"#
        #expect(release.difference(try action(send + "2}"), try action(send + "5}")) == nil)
        func sent(_ packet: String) throws -> String? {
            release.sending(try RawJSON(text: #"{"event":"received","packet":\#(packet)}"#))["packet"]?["messageId"]?
                .text
        }
        #expect(try sent(#"{"packet":"QUERYACK","messageId":1}"#) == "2")
        #expect(try sent(#"{"packet":"PUBACK","messageId":2}"#) == "5")
        // A PUBACK for a synced message has an id of the server's own.
        #expect(try sent(#"{"packet":"PUBACK","messageId":1}"#) == "1")
        #expect(try sent(#"{"packet":"PUBLISH","messageId":1}"#) == "1")
        let confirm = #"{"packet":"QUERYCON","messageId":"#
        #expect(release.difference(try action(confirm + "1}"), try action(confirm + "2}")) == nil)
        #expect(release.difference(try action(confirm + "1}"), try action(confirm + "1}")) == "/packet/messageId")
        let acknowledge = #"{"packet":"PUBACK","messageId":"#
        #expect(release.difference(try action(acknowledge + "4}"), try action(acknowledge + "4}")) == nil)
        #expect(release.difference(try action(acknowledge + "4}"), try action(acknowledge + "5}")) != nil)
    }

    @Test("Only the progress of pulls and the application's data are compared in a body (LIV-123)")
    func bodies() throws {
        var release = try #require(LiveRelease(sdkVersion: "1.0.0"))
        // The bytes are syncTime 1000, ispolling, isPullSend and sendBoxSyncTime.
        let wanted = try action(
            #"{"packet":"QUERY","topic":"pullMsg","targetId":"me","messageId":3,"data":"COgHEAAgATDlXQ=="}"#)
        func pull(_ time: Int) throws -> RawJSON {
            try action(
                #"{"packet":"QUERY","topic":"pullMsg","targetId":"me","messageId":9}"#,
                body: #"{"message":"SyncRequestMsg","value":{"syncTime":\#(time),"ispolling":false}}"#)
        }
        #expect(release.difference(wanted, try pull(999)) == "/body/value/syncTime")
        #expect(release.difference(wanted, try pull(1_000)) == nil)
        func text(_ content: String) throws -> RawJSON {
            try action(
                #"{"packet":"PUBLISH","topic":"ppMsgP","targetId":"u","messageId":1}"#,
                body:
                    #"{"message":"UpStreamMessage","value":{"sessionId":3,"classname":"RC:TxtMsg","content":"\#(Base64.encode(Array(content.utf8)))"}}"#
            )
        }
        let sent = try text(#"{"content":"hi"}"#)
        #expect(release.difference(sent, try text(#"{"extra":"","content":"h\u0069"}"#)) == nil)
        #expect(release.difference(sent, try text(#"{"content":"ho"}"#)) == "/body/value/content")
        #expect(release.difference(sent, try action(#"{"packet":"PUBLISH","topic":"pgMsgP"}"#)) == "/packet/topic")
    }
}
