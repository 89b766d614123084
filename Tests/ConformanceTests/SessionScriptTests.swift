// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues
import Testing

@Suite("Scripts of sessions")
struct SessionScriptTests {
    private func run(_ script: String) throws -> Result<RawJSON, SessionScript.Skip> {
        let script = try RawJSON(text: script)
        return Result { () throws(SessionScript.Skip) in try SessionScript.run(script) }
    }

    private static let login = #"{"messageType":"login","fromUserID":"a","deviceType":"iOS","versionCode":"1"}"#

    @Test("A script whose actions exceed 4 MiB is rejected (SES-145)")
    func actions() throws {
        let text = String(repeating: "x", count: 8_000)
        var events = [
            #"{"at":0,"event":"accepted","connection":1}"#,
            #"{"at":0,"event":"received","connection":1,"message":\#(Self.login)}"#,
            #"{"at":0,"event":"post","message":{"messageType":"system","toUserID":"a","nickName":"\#(text)"}}"#,
        ]
        let config = #"{"redeliverAfter":1,"beatInterval":86400000}"#
        func script() -> String {
            #"{"machine":"server","config":\#(config),"events":[\#(events.joined(separator: ","))]}"#
        }
        // 400 deliveries of 8 KB are within the limit of 4 MiB, and the deliveries until the second tick exceed it.
        events.append(#"{"at":400,"event":"tick"}"#)
        #expect(try (run(script()).get())["actions"]?.elements?.count ?? 0 > 400)
        events.append(#"{"at":9007199254740991,"event":"tick"}"#)
        guard case .failure(let skip) = try run(script()) else {
            Issue.record("it was answered")
            return
        }
        #expect(skip.refusal == .request(SessionError(.actions)))
    }

    @Test("An impossible beatBody and an event without a required member are skipped (TST-171)")
    func skips() throws {
        let scripts = [
            #"{"machine":"client","config":{"user":"a","beatBody":"{"},"events":[]}"#,
            #"{"machine":"server","config":{"beatBody":""},"events":[]}"#,
            #"{"machine":"chatroom","events":[{"at":0,"event":"ban","room":"r","user":"a"}]}"#,
            #"{"machine":"chatroom","events":[{"at":0,"event":"send","room":"r","user":"a"}]}"#,
            #"{"machine":"chatroom","events":[{"at":0,"event":"send","room":"r","user":"a","message":[]}]}"#,
        ]
        for script in scripts {
            guard case .failure(let skip) = try run(script) else {
                Issue.record("\(script) was answered")
                continue
            }
            #expect(skip.refusal == nil)
        }
    }

    @Test("Scripts that once did not end are rejected, and end with the nearest valid numbers")
    func endings() throws {
        func script(_ config: String) -> String {
            #"""
            {"machine":"rmtp-client","config":{\#(config)},"events":[{"at":0,"event":"connect"},{"at":0,"event":"opened"},
            {"at":0,"event":"received","packet":{"packet":"CONNACK","status":0,"userId":"a"}},{"at":9000000000000000,"event":"tick"}]}
            """#
        }
        for number in [0, -1, Int64.min] {
            guard case .failure(let skip) = try run(script(#""pullInterval":\#(number)"#)) else {
                Issue.record("\(number) was answered")
                continue
            }
            #expect(skip.refusal == .request(SessionError(.config, path: "/pullInterval")))
        }
        #expect(throws: Never.self) {
            try run(script(#""pullInterval":1"#)).get()
        }
    }

    @Test("The first byte of a stream determines its framing, and the first line end its delimiter (FRM-008)")
    func framing() {
        func framing(_ bytes: [UInt8]) -> StreamFraming { FramingDetection(bytes).framing }
        func framing(_ text: String) -> StreamFraming { framing(Array(text.utf8)) }
        #expect(framing([0xfa, 0xce, 0x01]) == .packet)
        #expect(framing([0x00, 0x20, 0x0a, 0xfa]) == .packet)
        #expect(framing("{}\n") == .line(.lf, .json))
        #expect(framing(" [{}]\r\n") == .line(.crlf, .json))
        #expect(framing("e30=\r") == .line(.cr, .base64))
        #expect(framing("e30=\0e30=\n") == .line(.nul, .base64))
        #expect(framing("") == .line(.lf, .base64))
    }
}
