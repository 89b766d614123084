// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireConformance
import IMWireValues
import Testing

@Suite("Scenarios on the wire")
struct LiveScriptTests {
    private static let login =
        #"{"at":0,"event":"received","connection":1,"message":{"messageType":"login","fromUserID":"a"}}"#

    /// Returns a server scenario as it would be played.
    private func script(
        _ events: [String], _ actions: [String], config: String = "{}", live: String = "{}", speed: Int64 = 1,
        hasDriver: Bool = false
    ) throws -> LiveScript {
        let text = """
            {"area":"scenario","cases":[{"id":"x","title":"t","requirements":[],"level":"MUST","op":"session.run",
            "input":{"machine":"server","config":\(config),"events":[\(events.joined(separator: ","))]},
            "expect":[{"actions":[\(actions.joined(separator: ","))],"only":["write","close"]}],
            "live":\(live),"tags":[],"provenance":"t"}]}
            """
        let item = try #require(try CaseFile.cases(in: Array(text.utf8), file: "x").first)
        var setting = LiveSetting(.server, isWebSocket: false, isSecure: false)
        setting.speed = speed
        setting.hasDriver = hasDriver
        setting.prefix = "p-"
        return try LiveScript(item, setting)
    }

    private func reason(_ body: () throws -> LiveScript) -> String {
        do {
            _ = try body()
            return ""
        } catch {
            return (error as? LiveSkip)?.reason ?? "\(error)"
        }
    }

    private let accepted = #"{"at":0,"event":"accepted","connection":1}"#
    private let receipt = #"{"at":0,"action":"write","connection":1,"messages":[{"messageType":"loginReceipt"}]}"#

    @Test("Each action follows the event that causes it, and users have names of the run (LIV-010, LIV-012)")
    func attribution() throws {
        let script = try script([accepted, Self.login], [receipt])
        #expect(script.steps.map(\.name) == ["accepted", "received"])
        #expect(script.steps.map { $0.then.map(\.name) } == [[], ["write"]])
        #expect(script.steps[1].event["message"]?["fromUserID"]?.string == "p-a")
        // The missing heartbeats end the connection four seconds later.
        #expect(script.nextTimer == 4_000)
    }

    @Test("An event that cannot be caused on a wire skips the scenario (LIV-017)")
    func impossible() {
        #expect(reason { try script([Self.login], []) }.contains("a closed connection"))
        #expect(reason { try script([accepted, accepted], []) }.contains("an open connection"))
        #expect(
            reason {
                try script([accepted, #"{"at":5,"event":"closed","connection":1}"#, Self.login], [])
            }.contains("a closed connection"))
    }

    @Test("An event that races with a timer skips the scenario (LIV-023)")
    func exactness() {
        func late(_ at: Int, _ speed: Int64) -> String {
            reason {
                try script(
                    [accepted, Self.login.replacing("\"at\":0", with: "\"at\":\(at)")],
                    [receipt.replacing("\"at\":0", with: "\"at\":\(at)")], speed: speed, hasDriver: speed > 1)
            }
        }
        #expect(late(9_900, 1) == "")
        #expect(late(9_995, 1).contains("before a timer"))
        #expect(late(9_900, 20).contains("before a timer"))
    }

    @Test("A scenario reports whether the real clock is enough (LIV-011, LIV-020)")
    func clock() {
        let close = #"{"at":10000,"action":"close","connection":1,"reason":"login"}"#
        let tick = #"{"at":20000,"event":"tick"}"#
        #expect(reason { try script([accepted, tick], [close], live: #"{"clock":"real"}"#) } == "")
        let long = tick.replacing("20000", with: "70000")
        let later = close.replacing("10000", with: "60000")
        let config = #"{"loginTimeout":60000}"#
        #expect(
            reason { try script([accepted, long], [later], config: config, hasDriver: true) }.contains(
                "it takes 60 s"))
        #expect(reason { try script([accepted, long], [later], config: config, speed: 10, hasDriver: true) } == "")
        #expect(
            reason { try script([accepted, long], [later], config: config) }.contains("configured with loginTimeout"))
    }

    @Test("A value chosen by the peer is bound once, to one name (LIV-014)")
    func bindings() throws {
        var bindings = LiveBindings(["messageID"])
        func message(_ id: String, _ kind: String = "normal") throws -> RawJSON {
            try RawJSON(text: #"{"messageType":"\#(kind)","messageID":"\#(id)"}"#)
        }
        #expect(bindings.difference(try message("m1"), try message("77")) == nil)
        #expect(bindings.difference(try message("m1"), try message("77")) == nil)
        #expect(bindings.difference(try message("m1"), try message("78")) == "/messageID")
        #expect(bindings.difference(try message("m2"), try message("77")) == "/messageID")
        // A comparison that fails binds nothing.
        #expect(bindings.difference(try message("m2"), try message("78", "repeal")) == "/messageType")
        #expect(bindings.difference(try message("m3"), try message("78")) == nil)
        #expect(bindings.resolved(try message("m1"))["messageID"]?.string == "77")
        #expect(bindings.resolved(try message("m9"))["messageID"]?.string == "m9")
        // An id that the peer has not assigned equals none of its ids, and returns as it was sent.
        #expect(bindings.sending(try message("77"), prefix: "p-")["messageID"]?.string == "p-77")
        #expect(bindings.sending(try message("m1"), prefix: "p-")["messageID"]?.string == "77")
        #expect(bindings.difference(try message("77"), try message("p-77")) == nil)
    }
}

#endif
