// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("Verdicts on answers")
struct JudgingTests {
    /// Returns the reason that a testee which always gives this answer fails, or nil if it passes.
    private func fault(_ item: Case, _ ok: String, claims: String = "") throws -> String? {
        let verdict = try verdict(item, try ScriptedTestee(claims, ok: ok))
        #expect((verdict.verdict == .passed) == (verdict.reason == nil), "\(ok)")
        return verdict.reason
    }

    private func decoding(_ expect: String, mode: String = "lenient") throws -> Case {
        try makeCase(
            "content.decode", input: #"{"objectName":"RC:TxtMsg","text":"{}","mode":"\#(mode)"}"#, expect: expect)
    }

    @Test("A case passes with any of its outcomes and with no other (TST-070)")
    func outcomes() throws {
        let item = try decoding(#"[{"value":{"a":1}},{"value":{"a":2}},{"error":"json.syntax"}]"#)
        #expect(try fault(item, #"{"value":{"a":1}}"#) == nil)
        #expect(try fault(item, #"{"value":{"a":2}}"#) == nil)
        #expect(try fault(item, #"{"value":{"a":3}}"#) == "the value differs at /a")
        #expect(try fault(item, #"{"value":{}}"#) != nil)
        func outcome(_ answer: TesteeAnswer) throws -> Verdict {
            try verdict(item, try ScriptedTestee { _ in answer }).verdict
        }
        #expect(try outcome(.error(code: "json.syntax", offset: nil, path: nil)) == .passed)
        #expect(try outcome(.skipped("no")) == .skipped)
        #expect(try outcome(.crashed("signal 11")) == .crashed)
        #expect(try outcome(.timedOut) == .timedOut)
        #expect(try outcome(.malformed("no")) == .malformed)
    }

    @Test("Values are compared as JSON values, and numbers by their exact value (TST-071)")
    func values() throws {
        let item = try decoding(#"[{"value":{"n":1.50,"big":9007199254740993,"l":[1,2],"s":"\u00e9"}}]"#)
        #expect(try fault(item, #"{"value":{"s":"é","l":[1,2],"big":9007199254740993,"n":150e-2}}"#) == nil)
        for (wrong, place) in [
            (#"{"n":1.5,"big":9007199254740992,"l":[1,2],"s":"é"}"#, "/big"),
            (#"{"n":1.5,"big":9007199254740993,"l":[2,1],"s":"é"}"#, "/l/0"),
            (#"{"n":1.5,"big":9007199254740993,"l":[1,2],"s":"e"}"#, "/s"),
            (#"{"n":"1.5","big":9007199254740993,"l":[1,2],"s":"é"}"#, "/n"),
            (#"{"n":1.5,"big":9007199254740993,"l":[1,2],"s":"é","x":1}"#, "/x"),
        ] {
            #expect(try fault(item, #"{"value":\#(wrong)}"#) == "the value differs at \(place)")
        }
    }

    @Test("An exact outcome compares the spelling, not white space (TST-072)")
    func spelling() throws {
        let item = try decoding(#"[{"value":{"n":1.50,"s":"\u00e9"},"exact":true}]"#)
        #expect(try fault(item, #"{"value":{ "n" : 1.50 , "s":"\u00e9"}}"#) == nil)
        for wrong in [#"{"n":1.5,"s":"\u00e9"}"#, #"{"n":1.50,"s":"é"}"#] {
            #expect(try fault(item, #"{"value":\#(wrong)}"#) != nil, "\(wrong)")
        }
    }

    @Test("Written bytes are compared as JSON, or byte for byte if exact, claimed or not JSON (TST-073)")
    func bytes() throws {
        func item(_ text: String, _ more: String = "") throws -> Case {
            try makeCase(
                "content.encode", input: #"{"objectName":"RC:TxtMsg","value":{}}"#,
                expect: #"[{"text":"\#(text)"\#(more)}]"#)
        }
        func ok(_ text: String) -> String { #"{"bytes":"\#(Base64.encode(Array(text.utf8)))"}"# }
        let json = try item(#"{\"a\":1,\"b\":2}"#)
        #expect(try fault(json, ok(#"{"b":2.0,"a":1}"#)) == nil)
        #expect(try fault(json, ok(#"{"b":3,"a":1}"#)) != nil)
        #expect(try fault(json, ok(#"{"b":2.0,"a":1}"#), claims: #""canonical":true"#) != nil)
        #expect(try fault(json, ok(#"{"a":1,"b":2}"#), claims: #""canonical":true"#) == nil)
        #expect(try fault(try item(#"{\"a\":1}"#, #","exact":true"#), ok(#"{ "a":1}"#)) != nil)
        #expect(try fault(try item("opaque"), ok("opaque")) == nil)
        #expect(try fault(try item("opaque"), ok("Opaque")) == "the bytes differ from offset 0 on")
        #expect(try fault(json, #"{"bytes":"?"}"#) == "the answer has no Base64 bytes")
    }

    @Test("Codes, offsets and paths are compared for a testee that claims the suite's codes (TST-074)")
    func errors() throws {
        let item = try decoding(#"[{"error":"json.syntax","offset":2,"path":"/a"}]"#)
        func outcome(_ claims: String, _ code: String, _ offset: Int?, _ path: String?) throws -> Verdict {
            try verdict(
                item, try ScriptedTestee(claims) { _ in .error(code: code, offset: offset, path: path) }
            ).verdict
        }
        let codes = #""errorCodes":true"#
        #expect(try outcome("", "bad", 7, "/b") == .passed)
        #expect(try outcome(#""errorCodes":false"#, "bad", 7, "/b") == .passed)
        #expect(try outcome(codes, "json.syntax", 2, "/a") == .passed)
        #expect(try outcome(codes, "json.syntax", nil, nil) == .passed)
        #expect(try outcome(codes, "json.utf8", 2, "/a") == .failed)
        #expect(try outcome(codes, "json.syntax", 3, "/a") == .failed)
        #expect(try outcome(codes, "json.syntax", 2, "") == .failed)
    }

    @Test("Unknown members and deviations are compared if outcome and answer have them (TST-075)")
    func lists() throws {
        let item = try decoding(#"[{"value":{},"unknown":["a","b"],"deviations":["DEV-24","DEV-08"]}]"#)
        #expect(try fault(item, #"{"value":{}}"#) == nil)
        #expect(try fault(item, #"{"value":{},"unknown":["a","b"],"deviations":["DEV-08","DEV-24"]}"#) == nil)
        #expect(try fault(item, #"{"value":{},"unknown":["b","a"]}"#) != nil)
        #expect(try fault(item, #"{"value":{},"unknown":[]}"#) != nil)
        #expect(try fault(item, #"{"value":{},"deviations":["DEV-08"]}"#) != nil)
        let silent = try decoding(#"[{"deviations":[]}]"#)
        #expect(try fault(silent, #"{"value":7,"unknown":["x"],"deviations":[]}"#) == nil)
    }

    @Test("The reports that a testee's hello claims are required of it (TST-103)")
    func claims() throws {
        let item = try decoding(#"[{"value":{},"unknown":[],"deviations":[]}]"#)
        let claims = #""deviations":true,"unknown":true"#
        #expect(try fault(item, #"{"value":{},"unknown":[],"deviations":[]}"#, claims: claims) == nil)
        #expect(try fault(item, #"{"value":{},"unknown":[]}"#, claims: claims)?.contains("no deviations") == true)
        #expect(try fault(item, #"{"value":{},"deviations":[]}"#, claims: claims)?.contains("no unknown") == true)
        #expect(try fault(item, #"{"value":{}}"#) == nil)
        // A claimed report is required even if the outcome does not mention it.
        let value = try decoding(#"[{"value":{}}]"#)
        #expect(try fault(value, #"{"value":{},"unknown":[]}"#, claims: claims) != nil)
        let stream = try makeCase(
            "rmtp.decode",
            input: #"{"framing":"websocket","direction":"up","protocolVersion":3,"hex":"c0","mode":"lenient"}"#,
            expect: #"[{"items":[{"packet":{"packet":"PINGREQ","qos":0,"dup":false,"retain":false}}],"pending":0}]"#)
        let packet = #"{"packet":{"packet":"PINGREQ","qos":0,"dup":false,"retain":false}"#
        #expect(try fault(stream, #"{"items":[\#(packet)}],"pending":0}"#) == nil)
        #expect(try fault(stream, #"{"items":[\#(packet)}],"pending":0}"#, claims: claims) != nil)
        #expect(try fault(stream, #"{"items":[\#(packet),"deviations":[]}],"pending":0}"#, claims: claims) == nil)
        let body = try makeCase(
            "rmtp.body.decode", input: #"{"message":"M","hex":"","mode":"lenient"}"#, expect: #"[{"value":{}}]"#)
        #expect(try fault(body, #"{"value":{}}"#, claims: claims) != nil)
        #expect(try fault(body, #"{"value":{},"deviations":[]}"#, claims: claims) == nil)
    }

    @Test("An answer without a required member of its operation fails, whatever the case expects (TST-102)")
    func members() throws {
        let read = try decoding(#"[{"deviations":[]}]"#)
        #expect(try fault(read, #"{"deviations":[]}"#) == "the answer has no value")
        #expect(try fault(read, #"{"value":{},"deviations":"DEV-08"}"#) != nil)
        #expect(try fault(read, #"{"value":{},"unknown":[1]}"#) != nil)
        let chat = try makeCase(
            "chat.decode", input: #"{"framing":"line","encoding":"json","text":"\n","mode":"lenient"}"#,
            expect: #"[{"items":[{"kind":"normal"}],"pending":0}]"#)
        #expect(try fault(chat, #"{"items":[{"kind":"normal","message":{}}],"pending":0}"#) == nil)
        for wrong in [
            #"{"items":[{"kind":"normal"}],"pending":0}"#, #"{"items":[{"message":{}}],"pending":0}"#,
            #"{"items":[{"kind":"normal","message":[]}],"pending":0}"#, #"{"items":[{}],"pending":0}"#,
            #"{"items":[{"kind":"normal","message":{}}]}"#, #"{"items":[{"kind":"normal","message":{}}],"pending":-1}"#,
            #"{"pending":0}"#, #"{"items":{},"pending":0}"#,
            #"{"items":[{"kind":"normal","message":{},"deviations":7}],"pending":0}"#,
        ] {
            #expect(try fault(chat, wrong) != nil, "\(wrong)")
        }
        let run = try makeCase(
            "session.run", input: #"{"machine":"client","events":[{"at":0,"event":"connect"}]}"#,
            expect: #"[{"actions":[{"at":0,"action":"state"}],"only":["state"]}]"#)
        #expect(try fault(run, #"{"actions":[{"at":0,"action":"state"},{"at":0,"action":"x"}]}"#) == nil)
        #expect(try fault(run, #"{"actions":[{"at":0,"action":"state"},{}]}"#) != nil)
        #expect(try fault(run, #"{"actions":[{"at":0,"action":"state"},{"action":"x"}]}"#) != nil)
        let description = try makeCase(
            "content.describe", input: #"{"objectName":"RC:TxtMsg","text":"{}"}"#, expect: #"[{"digest":null}]"#)
        #expect(try fault(description, #"{"category":"content","persistence":3}"#) == nil)
        #expect(try fault(description, #"{"category":"content","persistence":null,"digest":null}"#) == nil)
        for wrong in [
            "{}", #"{"category":"content"}"#, #"{"persistence":3}"#, #"{"category":"content","persistence":"3"}"#,
            #"{"category":"content","persistence":3,"digest":"a"}"#,
        ] {
            #expect(try fault(description, wrong) != nil, "\(wrong)")
        }
    }

    @Test("A case of both modes is run in both, and a round trip writes the decoded value (TST-076)")
    func modes() throws {
        let item = try makeCase(
            "content.roundtrip", input: #"{"objectName":"RC:TxtMsg","text":"{}","mode":"both"}"#,
            expect: #"[{"text":"{\"a\":1}","deviations":[]}]"#)
        func run(_ respond: @escaping (TesteeRequest) -> TesteeAnswer) throws -> (CaseResult, [TesteeRequest]) {
            var testee = try ScriptedTestee("", respond)
            return (try #require(try Runner().run([item], on: &testee).first), testee.requests)
        }
        let value = try RawJSON(text: #"{"a":1}"#)
        func right(_ request: TesteeRequest) -> TesteeAnswer {
            request.operation == "content.decode"
                ? .ok(RawJSON.built(#"{"value":{"a":1},"deviations":[]}"#))
                : .ok(
                    RawJSON.built(#"{"bytes":"\#(Base64.encode(Array((request.member("value")?.text ?? "").utf8)))"}"#))
        }
        let (verdict, requests) = try run(right)
        #expect(verdict.verdict == .passed)
        #expect(requests.map(\.operation) == ["content.decode", "content.decode", "content.encode", "content.encode"])
        #expect(requests.prefix(2).map { $0.member("mode")?.string } == ["lenient", "strict"])
        #expect(requests.suffix(2).allSatisfy { $0.member("value") == value })
        let (strict, _) = try run { request in
            request.member("mode")?.string == "strict" ? .error(code: "x", offset: nil, path: nil) : right(request)
        }
        #expect(strict.verdict == .failed && strict.failure?.mode == "strict")
        let (half, _) = try run { request in
            request.operation == "content.decode" ? right(request) : .ok(RawJSON.built(#"{"bytes":"e30="}"#))
        }
        #expect(half.verdict == .failed)
    }

    @Test("The observed result of a release is accepted only from a testee with its profile (TST-077)")
    func observations() throws {
        func packet(_ id: Int) -> String {
            #"{"packet":"PUBACK","qos":0,"dup":false,"retain":false,"messageId":\#(id)}"#
        }
        func item(_ observed: String) throws -> Case {
            try makeCase(
                "rmtp.decode",
                input: #"{"framing":"websocket","direction":"down","protocolVersion":3,"hex":"40","mode":"lenient"}"#,
                expect: #"[{"items":[{"packet":\#(packet(1))}],"pending":0}]"#,
                more: #","observed":{"web-2.5.3":\#(observed)}"#)
        }
        let web = #""profile":"web-2.5.3""#
        let seen = try item(#"{"items":[{"packet":{"packet":"PUBACK","messageId":9}}]}"#)
        let nine = #"{"items":[{"packet":\#(packet(9)),"deviations":[]}],"pending":0}"#
        #expect(try fault(seen, nine, claims: web) == nil)
        #expect(try fault(seen, nine) != nil)
        #expect(try fault(seen, nine, claims: #""profile":"web-2.5.4""#) != nil)
        let slip = try item(#"{"items":[{"packet":{"packet":"PUBACK","messageId":9}}],"certified":false}"#)
        #expect(try fault(slip, nine, claims: web) != nil)
        let refused = try item(#""refused""#)
        let error = #"{"items":[{"error":{"code":"x","scope":"message"}}],"pending":0}"#
        #expect(try fault(refused, error, claims: web) == nil)
        #expect(try fault(refused, error) != nil)
        #expect(try fault(try item(#""expected""#), nine, claims: web) != nil)
    }

    @Test("The body that a release reads is accepted only from a testee with its profile (TST-077)")
    func observedBodies() throws {
        func item(_ observed: String) throws -> Case {
            try makeCase(
                "rmtp.body.decode", input: #"{"message":"NotifyMsg","hex":"0801","mode":"lenient"}"#,
                expect: #"[{"value":{"type":1}}]"#, more: #","observed":{"web-2.5.3":\#(observed)}"#)
        }
        let web = #""profile":"web-2.5.3""#
        let two = #"{"value":{"type":2},"deviations":[]}"#
        let seen = try item(#"{"value":{"type":2}}"#)
        #expect(try fault(seen, two, claims: web) == nil)
        #expect(try fault(seen, two) != nil)
        #expect(try fault(seen, #"{"value":{"type":3},"deviations":[]}"#, claims: web) != nil)
        #expect(try fault(try item(#"{"value":{"type":2},"certified":false}"#), two, claims: web) != nil)
        #expect(try fault(try item(#""refused""#), two, claims: web) != nil)
    }

    @Test("Actions are compared in order by the members of the outcome (TST-087)")
    func actions() throws {
        func fault(_ actions: String, _ outcome: String) throws -> String? {
            ActionComparison.fault(
                in: try #require(try RawJSON(text: actions).elements), outcome: try RawJSON(text: outcome))
        }
        let write = #"{"at":5,"action":"write","message":{"a":1,"b":[1,2]},"x":1}"#
        let beat = #"{"at":9,"action":"beat"}"#
        let given = #"{"at":5,"action":"write","message":{"a":1}}"#
        #expect(try fault("[\(write),\(beat)]", #"{"actions":[\#(given),\#(beat)]}"#) == nil)
        #expect(try fault("[\(beat),\(write)]", #"{"actions":[\#(given),\#(beat)]}"#) != nil)
        #expect(try fault("[\(write)]", #"{"actions":[\#(given),\#(beat)]}"#) != nil)
        #expect(try fault("[\(write),\(beat)]", #"{"actions":[\#(given)]}"#) != nil)
        #expect(try fault("[\(write),\(beat)]", #"{"actions":[\#(beat)],"only":["beat"]}"#) == nil)
        #expect(try fault("[\(write)]", #"{"actions":[\#(given)],"exact":true}"#) != nil)
        #expect(try fault("[\(write)]", #"{"actions":[\#(write)],"exact":true}"#) == nil)
        for wrong in [
            #"{"at":6,"action":"write"}"#, #"{"at":5,"action":"beat"}"#,
            #"{"at":5,"action":"write","message":{"a":2}}"#, #"{"at":5,"action":"write","message":{"b":[1]}}"#,
            #"{"at":5,"action":"write","message":{"c":1}}"#,
        ] {
            #expect(try fault("[\(write)]", #"{"actions":[\#(wrong)]}"#) != nil, "\(wrong)")
        }
    }
}

extension RawJSON {
    /// Returns JSON that the test itself wrote.
    static func built(_ text: String) -> RawJSON {
        (try? RawJSON(text: text)) ?? RawJSON(text)
    }
}
