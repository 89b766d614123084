// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWireConformance
import LiveCommands
import Testing

@Suite("Live test runs", .serialized, .timeLimit(.minutes(3)))
struct LiveRunTests {
    private static let quick = [
        "scenario-server-offline-user", "scenario-server-recall-unread", "scenario-server-bad-line",
    ]

    @Test("Shards divide the scenarios, and repeated rounds have their own names (LIV-018)")
    func shards() async throws {
        try await withServer { server in
            let url = "tcp://127.0.0.1:\(try #require(server.ports.chat))"
            var all: [String] = []
            for shard in ["1/2", "2/2"] {
                let run = try await LiveTool.conform(
                    "--connect", url, "--shard", shard, "--repeat", "2", "--only", Self.quick[0], "--only",
                    Self.quick[1], "--only", Self.quick[2])
                #expect(run.code == 0, "\(run.output)")
                #expect(run.record?.shard == shard)
                for result in run.record?.implementations.first?.results ?? [] {
                    all.append(result.id)
                    #expect(result.counts == [.passed: 2])
                }
            }
            #expect(all.sorted() == Self.quick.sorted())
            let none = try await LiveTool.conform("--connect", url, "--shard", "99/100")
            #expect(none.code == 2)
        }
    }

    @Test("No scenario starts after the first finding or the deadline (LIV-018)")
    func ends() async throws {
        try await withServer { server in
            let url = "tcp://127.0.0.1:\(try #require(server.ports.chat))"
            let short = try await LiveTool.conform("--connect", url, "--time", "1s")
            #expect(short.code == 0, "\(short.output)")
            let played = short.record?.implementations.first?.results.count ?? 0
            #expect(played > 0 && played < 13, "\(short.output)")
        }
        let receipt = #"{"messageType":"loginReceipt","toUserID":"nobody"}"#
        let failing = try await withLiar([receipt]) { port in
            try await LiveTool.conform(
                "--connect", "tcp://127.0.0.1:\(port)", "--encoding", "json", "--timeout", "500", "--fail-fast",
                "--only", Self.quick[0], "--only", Self.quick[1])
        }
        #expect(failing.code == 1, "\(failing.output)")
        #expect(failing.record?.implementations.first?.results.count == 1)
    }

    @Test(
        "Options for processes are rejected with the reason (LIV-018)",
        arguments: [
            (["--jobs", "4"], "--shard splits them"), (["--max-memory", "64"], "--max-memory is for testee processes"),
            (["--no-replays"], "each scenario is played once"),
            (["--hello-timeout", "9"], "is for the testee protocol"),
            (["--repeat", "2", "--configured"], "needs new names"),
        ])
    func refused(_ arguments: [String], _ reason: String) async throws {
        let run = try await LiveTool.run(["conform", "--connect", "tcp://127.0.0.1:1"] + arguments)
        #expect(run.code == 2, "\(run.output)")
        #expect(
            run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(reason), "\(run.output)")
    }
}

#endif
