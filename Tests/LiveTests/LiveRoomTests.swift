// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireConformance
import IMWireValues
import LiveCommands
import Testing

@Suite("Chatrooms tested over sockets", .serialized, .timeLimit(.minutes(3)))
struct LiveRoomTests {
    private static let joined = #"{"at":0,"action":"joined","room":"r","user":"a","messages":[]}"#

    /// Returns a scenario as it would be played.
    private func script(
        _ events: [String], _ actions: [String], config: String = #"{"rooms":["r"]}"#, hasDriver: Bool = false
    ) throws -> LiveRoomScript {
        let text = """
            {"area":"scenario","cases":[{"id":"x","title":"t","requirements":[],"level":"MUST","op":"session.run",
            "input":{"machine":"chatroom","config":\(config),"events":[\(events.joined(separator: ","))]},
            "expect":[{"actions":[\(actions.joined(separator: ","))],"only":["joined","sent","error"]}],
            "tags":[],"provenance":"t"}]}
            """
        let item = try #require(try CaseFile.cases(in: Array(text.utf8), file: "x").first)
        var setting = LiveSetting(.server, isWebSocket: true, isSecure: false)
        setting.hasDriver = hasDriver
        setting.prefix = "p-"
        return try LiveRoomScript(item, setting)
    }

    private func reason(_ body: () throws -> LiveRoomScript) -> String {
        do {
            _ = try body()
            return ""
        } catch {
            return (error as? LiveSkip)?.reason ?? "\(error)"
        }
    }

    @Test("Without a driver rooms are created by the users and by the server API (LIV-070, LIV-072)")
    func alone() async throws {
        try await withServer { server in
            let run = try await LiveTool.conform(
                "--connect", "ws://127.0.0.1:\(try #require(server.ports.rongCloud))", "--app-key", "k", "--app-secret",
                "s", "--only", "scenario-chatroom-*", "--only", "crm-mute*", "--only", "crm-missing-mute", "--only",
                "crm-missing-quit", "--only", "crm-join-existing", "--only", "crm-count-above", "--only", "crm-destroy",
                "--scenario-timeout", "3")
            #expect(run.code == 0, "\(run.output)")
            for id in [
                "scenario-chatroom-pause", "scenario-chatroom-reconnect", "crm-mute", "crm-mute-rejoin",
                "crm-missing-mute", "crm-missing-quit", "crm-join-existing", "crm-count-above",
            ] {
                #expect(run.verdict(id)?.verdict == .passed, "\(id): \(run.verdict(id)?.reason ?? "")")
            }
            #expect(run.verdict("scenario-chatroom-broadcast")?.reason?.contains("lowTypes") == true)
            #expect(run.verdict("scenario-chatroom-troll")?.reason?.contains("it takes 61 s") == true)
        }
    }

    @Test("A server without the server API skips dependent scenarios with the reason (LIV-072)")
    func noAPI() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let run = try await LiveTool.conform(
                "--connect", "ws://127.0.0.1:\(port)", "--app-key", "k", "--app-secret", "s", "--api",
                "http://127.0.0.1:\(try #require(server.ports.chat))", "--only", "scenario-chatroom-pause", "--only",
                "scenario-chatroom-reconnect")
            #expect(run.ids(.passed) == ["scenario-chatroom-reconnect"], "\(run.output)")
            #expect(run.verdict("scenario-chatroom-pause")?.reason?.contains("does not answer") == true)
        }
    }

    @Test(
        "A server that ignores the application's decision fails (LIV-070)",
        arguments: [
            ("stop", "scenario-chatroom-pause", "received something unexpected"),
            ("allow", "scenario-chatroom-broadcast", "a message to fan not received"),
            ("mute", "crm-mute", "differs at /action"),
        ])
    func wrong(_ event: String, _ id: String, _ reason: String) async throws {
        // The driver does not forward one event, so that the server's state does not change.
        let file = FileManager.default.temporaryDirectory.appending(path: "driver-\(UUID().uuidString).sh")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(
            """
            coproc SERVER { '\(LiveTool.live)' serve --driven --quiet --rongcloud 127.0.0.1:0; }
            while read -r line; do
              case "$line" in
                *'"event":"\(event)"'*) echo '{"ok":{}}' ;;
                *) echo "$line" >&"${SERVER[1]}"; read -r answer <&"${SERVER[0]}"; echo "$answer" ;;
              esac
            done
            """.utf8
        ).write(to: file)
        let run = try await LiveTool.conform(
            "--connect", "ws://127.0.0.1:0", "--driver", "bash '\(file.path)'", "--timeout", "8000", "--only", id)
        #expect(run.code == 1, "\(run.output)")
        #expect(run.verdict(id)?.reason?.contains(reason) == true, "\(run.verdict(id)?.reason ?? "")")
    }

    @Test("Events that neither packets nor endpoints can express are skipped by name (LIV-071, LIV-072)")
    func impossible() {
        let join = #"{"at":0,"event":"join","room":"r","user":"a"}"#
        func then(_ event: String, hasDriver: Bool = false) -> String {
            reason { try script([join, event], [Self.joined], hasDriver: hasDriver) }
        }
        #expect(then(#"{"at":9,"event":"load","load":80}"#).contains("server API does not offer"))
        #expect(then(#"{"at":9,"event":"load","load":80}"#, hasDriver: true) == "")
        #expect(then(#"{"at":9,"event":"ban","room":"r","user":"b","duration":60000}"#) == "")
        #expect(then(#"{"at":9,"event":"ban","room":"r","user":"b","duration":90000}"#).contains("in minutes"))
        let half = #"{"at":9,"event":"join","room":"r","user":"b","messageCount":1.5}"#
        #expect(then(half, hasDriver: true).contains("no packet can carry"))
        let late = #"{"at":9,"event":"join","room":"s","user":"b","messageCount":51}"#
        #expect(then(late, hasDriver: true).contains("which packets do not carry"))
        #expect(
            reason { try script([join], [Self.joined], config: #"{"rooms":["r"],"kept":3}"#) }.contains(
                "configured with kept"))
    }

    @Test("An event close to a time limit is moved if the outcome stays the same (LIV-073)")
    func times() throws {
        func send(_ at: Int) -> String {
            #"{"at":\#(at),"event":"send","room":"r","user":"a","message":{"objectName":"RC:TxtMsg","content":{}}}"#
        }
        func sent(_ at: Int, _ id: Int) -> String {
            #"{"at":\#(at),"action":"sent","room":"r","user":"a","id":"c\#(id)"}"#
        }
        let join = #"{"at":0,"event":"join","room":"r","user":"a"}"#
        let first = [0, 100, 200, 300, 400]
        let edge = try script(
            [join] + (first + [1_000]).map(send), [Self.joined] + (zip(first + [1_000], 1...).map { sent($0, $1) }))
        // A message is accepted exactly one second later, and also 20 ms after that.
        #expect(edge.steps.map { Int($0.at) } == [0] + first + [1_020])
        let error = #"{"at":999,"action":"error","room":"r","user":"a","of":"send","code":20604}"#
        let refused = try script(
            [join] + (first + [999]).map(send), [Self.joined] + (zip(first, 1...).map { sent($0, $1) }) + [error])
        #expect(refused.steps.last?.at == 979)
        // A scenario is checked only if its times were kept.
        let events = edge.steps.map(\.event)
        #expect(edge.timing.isExact(events, sent: edge.steps.map(\.at), answered: edge.steps.map { $0.at + 9 }))
        #expect(!edge.timing.isExact(events, sent: edge.steps.map(\.at), answered: edge.steps.map { $0.at + 50 }))
    }
}

#endif
