// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireConformance
import LiveCommands
import Testing

@Suite("Peers tested over sockets", .timeLimit(.minutes(3)))
struct LiveConformanceTests {
    private static let driven = "'\(LiveTool.live)' serve --driven --quiet"

    @Test(
        "A server with a driver passes every scenario over TCP, TLS and WebSocket (LIV-001, LIV-031, LIV-032)",
        arguments: [
            ("tcp", "--chat 127.0.0.1:0", "line", 13), ("tls", "--chat-tls 127.0.0.1:0", "packet", 13),
            ("ws", "--rongcloud 127.0.0.1:0", "line", 9), ("wss", "--rongcloud-tls 127.0.0.1:0", "line", 9),
        ])
    func servers(_ scheme: String, _ options: String, _ framing: String, _ count: Int) async throws {
        let run = try await LiveTool.conform(
            "--connect", "\(scheme)://127.0.0.1:0", "--driver", Self.driven + " " + options, "--speed",
            scheme.hasPrefix("ws") ? "16" : "10",
            "--framing", framing, "--insecure")
        #expect(run.code == 0, "\(run.output)")
        #expect(run.ids(.passed).count >= count, "\(run.output)")
        // Only scenarios with times that a busy machine cannot keep may be skipped (LIV-073).
        for id in run.ids(.skipped) { #expect(run.verdict(id)?.reason?.contains("too slow") == true, "\(run.output)") }
    }

    @Test(
        "Clients with a driver pass every observable scenario (LIV-010, LIV-016)",
        arguments: ["tcp", "tls"])
    func clients(_ scheme: String) async throws {
        let run = try await LiveTool.conform(
            "--listen", "\(scheme)://127.0.0.1:0", "--driver", "'\(LiveTool.live)' client", "--speed", "10",
            "--scenario-timeout", "30")
        #expect(run.code == 0, "\(run.output)")
        #expect(run.ids(.passed).count >= 14)
        for id in run.ids(.skipped) {
            #expect(run.verdict(id)?.reason == "nothing that it checks is visible on a wire")
        }
    }

    @Test("Clients of packets pass with and without TLS", arguments: ["ws", "wss"])
    func packetClients(_ scheme: String) async throws {
        let run = try await LiveTool.conform(
            "--listen", "\(scheme)://127.0.0.1:0", "--driver", "'\(LiveTool.live)' client", "--speed", "10",
            "--scenario-timeout",
            "30"
        )
        #expect(run.code == 0, "\(run.output)")
        #expect(run.ids(.passed).count == 3)
    }

    @Test("Without a driver scenarios are skipped by name, and names are new in each run (LIV-012, LIV-013, LIV-015)")
    func alone() async throws {
        try await withServer { server in
            let chat = try #require(server.ports.chat)
            for _ in 0..<2 {
                let run = try await LiveTool.conform(
                    "--connect", "tcp://127.0.0.1:\(chat)", "--only", "scenario", "--except", "scenario-server-damaged",
                    "--except", "scenario-server-stranger")
                #expect(run.code == 0, "\(run.output)")
                #expect(
                    Set(run.ids(.passed)) == [
                        "scenario-server-offline-user", "scenario-server-recall-unread", "scenario-server-sent-twice",
                        "scenario-server-bad-line", "scenario-server-rude-goodbye",
                    ])
                #expect(run.output.contains("the application must do post, and there is no driver"))
                #expect(run.output.contains("scenario-server-power-cut"))
            }
            let packets = try await LiveTool.conform(
                "--connect", "ws://127.0.0.1:\(try #require(server.ports.rongCloud))", "--app-key", "k", "--app-secret",
                "s")
            #expect(packets.code == 0, "\(packets.output)")
            #expect(
                packets.ids(.passed).filter { !$0.contains("chatroom") } == [
                    "scenario-rmtp-server-morning", "scenario-rmtp-server-room-keys", "scenario-rmtp-server-wrong-app",
                ], "\(packets.output)")
        }
    }

    @Test("The report contains the wire log of each scenario, errors included (LIV-040, LIV-050)")
    func wireLog() async throws {
        try await withServer { server in
            let run = try await LiveTool.conform(
                "--connect", "tcp://127.0.0.1:\(try #require(server.ports.chat))", "--encoding", "json", "--only",
                "scenario-server-bad-line")
            let events = try #require(run.verdict("scenario-server-bad-line")).wire
            let up = events.filter { $0.direction == .up }.compactMap(\.bytes)
            // The login and the message next to the garbage are sent in chunks.
            #expect(up.filter { $0.count == 3 }.count > 20)
            #expect(events.last?.content == .event("close"))
            let text = String(
                decoding: events.filter { $0.direction == .down }.compactMap(\.bytes).joined(), as: UTF8.self)
            #expect(text.contains("loginReceipt") && text.contains("normalReceipt"))
        }
    }

    @Test("A server with bugs fails (LIV-003)", arguments: ["garbage", "reset"])
    func wrongServer(_ fault: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "faults-\(UUID().uuidString).json")
        try Data("{\"\(fault)\":1}".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var settings = testSettings()
        settings.faults = try FaultPlan(path: file.path)
        try await withServer(settings) { server in
            let run = try await LiveTool.conform(
                "--connect", "tcp://127.0.0.1:\(try #require(server.ports.chat))", "--only",
                "scenario-server-offline-user",
                "--timeout", "1000")
            #expect(run.code == 1, "\(run.output)")
            let result = try #require(run.verdict("scenario-server-offline-user"))
            #expect(result.verdict == .failed)
            #expect(
                result.failure?.input.contains { $0.contains("\"direction\":\"down\"") || $0.contains("close") } == true
            )
        }
    }

    @Test("A server that answers wrongly fails at the wrong member (LIV-002, LIV-010)")
    func liar() async throws {
        let receipt = #"{"messageType":"loginReceipt","toUserID":"somebody"}"#
        try await withLiar([receipt]) { port in
            // The wrong answer must arrive even on a busy machine; the timeout is short only where nothing arrives.
            for (id, timeout, reason) in [
                ("scenario-server-rude-goodbye", "60000", "/messages/0/toUserID"),
                ("scenario-server-offline-user", "1000", "nothing received on connection 1"),
            ] {
                let run = try await LiveTool.conform(
                    "--connect", "tcp://127.0.0.1:\(port)", "--encoding", "json", "--timeout", timeout, "--only", id)
                #expect(run.code == 1, "\(run.output)")
                #expect(run.verdict(id)?.verdict == .failed)
                #expect(run.verdict(id)?.reason?.contains(reason) == true, "\(run.output)")
            }
        }
    }

    @Test("An action without a cause fails (LIV-003, LIV-022)")
    func chatterer() async throws {
        let receipt = #"{"messageType":"loginReceipt"}"#
        let run = try await withLiar([receipt, receipt]) { port in
            try await LiveTool.conform(
                "--connect", "tcp://127.0.0.1:\(port)", "--encoding", "json", "--timeout", "1000", "--only",
                "scenario-server-bad-line", "--only", "scenario-server-offline-user")
        }
        #expect(run.code == 1)
        #expect(run.verdict("scenario-server-offline-user")?.verdict == .failed, "\(run.output)")
    }

    @Test("An action of a timer must not arrive early (LIV-021)")
    func hasty() async throws {
        let run = try await withLiar([], closes: true) { port in
            try await LiveTool.conform(
                "--connect", "tcp://127.0.0.1:\(port)", "--timeout", "1000", "--only", "scenario-server-stranger")
        }
        #expect(run.code == 1, "\(run.output)")
        #expect(run.verdict("scenario-server-stranger")?.verdict == .failed)
    }

    @Test("A server killed during a run leaves a complete report and exit code 3 (LIV-041)")
    func killed() async throws {
        var settings = testSettings()
        let log = FileManager.default.temporaryDirectory.appending(path: "wire-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: log) }
        settings.logPath = log.path
        let server = try await LiveServer.start(settings)
        let port = try #require(server.ports.chat)
        async let running = LiveTool.conform("--connect", "tcp://127.0.0.1:\(port)")
        // By then the first scenario is complete, and the second, which takes ten seconds, is in progress.
        for _ in 0..<600 {
            let text = try String(contentsOf: log, encoding: .utf8)
            if text.contains("\"close\""), text.split(separator: "\n").count > 60 { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        try await server.stop()
        let run = try await running
        #expect(run.code == 3, "\(run.output)")
        #expect(run.ids(.passed).contains("scenario-server-bad-line"), "\(run.output)")
        #expect(run.ids(.crashed).count == 1)
        #expect(run.record?.implementations.first?.fault?.contains("connection") == true)
        #expect(run.record?.selected == 13)
    }

    @Test("A driver that ends or answers nonsense is exit code 3, and an unsupported request is a skip (LIV-030)")
    func drivers() async throws {
        let gone = try await LiveTool.conform("--connect", "tcp://127.0.0.1:1", "--driver", "exit 7")
        #expect(gone.code == 3)
        #expect(gone.output.contains("the driver has exited"))
        let nonsense = try await LiveTool.conform(
            "--connect", "tcp://127.0.0.1:1", "--driver", "while read line; do echo hello; done")
        #expect(nonsense.code == 3)
        #expect(nonsense.output.contains("not a JSON object"))
        let lazy = try await LiveTool.conform(
            "--connect", "tcp://127.0.0.1:1", "--driver", #"while read line; do echo '{"skipped":"not today"}'; done"#)
        #expect(lazy.code == 2, "\(lazy.output)")
        #expect(lazy.ids(.skipped).count == 13)
        #expect(lazy.output.contains("not today"))
    }

    @Test("A client without a driver may connect on its own, and a run without any client ends")
    func ownClient() async throws {
        let run = try await LiveTool.conform(
            "--listen", "tcp://127.0.0.1:0", "--scenario-timeout", "1", "--timeout", "500")
        #expect(run.code == 3, "\(run.output)")
        #expect(run.output.contains("no client connected within 1 s"), "\(run.output)")
    }

    @Test("The requirements of a long scenario are reported (LIV-020)")
    func scenarioTimeout() async throws {
        try await withServer { server in
            let run = try await LiveTool.conform(
                "--connect", "ws://127.0.0.1:\(try #require(server.ports.rongCloud))", "--only",
                "scenario-rmtp-server-quiet")
            #expect(run.code == 2)
            #expect(run.output.contains("it takes 180 s: use --scenario-timeout 180"), "\(run.output)")
        }
    }

    @Test(
        "Wrong options are a usage error",
        arguments: [["--connect", "udp://127.0.0.1:1"], ["--connect", "tcp://nowhere"], []])
    func usage(_ arguments: [String]) async throws {
        let run =
            arguments.isEmpty
            ? try await LiveTool.conform() : try await LiveTool.conform(arguments[0], arguments[1])
        #expect(run.code == 2, "\(run.output)")
    }
}

#endif
