// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWireConformance
import LiveCommands
import Testing

@Suite("Fuzzing servers on a socket", .serialized, .timeLimit(.minutes(3)))
struct LiveFuzzTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test(
        "The built-in server has no finding in any framing or over a WebSocket (LIV-060, LIV-061)",
        arguments: [
            ["line", "lf", "base64"], ["line", "nul", "json"], ["packet", "lf", "base64"], ["packets of RongCloud"],
        ])
    func own(_ framing: [String]) async throws {
        try await withFolder { folder in
            try await withServer { server in
                let arguments =
                    framing.count == 1
                    ? [
                        "--connect", "ws://127.0.0.1:\(try #require(server.ports.rongCloud))", "--app-key", "k",
                        "--app-secret", "s",
                    ]
                    : [
                        "--connect", "tcp://127.0.0.1:\(try #require(server.ports.chat))", "--framing", framing[0],
                        "--delimiter", framing[1], "--encoding", framing[2],
                    ]
                let run = try await LiveTool.run(
                    ["fuzz"] + arguments + ["--time", "12s", "--timeout", "5000", "--findings", folder.path])
                #expect(run.code == 0, "\(run.output)")
                let numbers = run.output.split { !$0.isNumber }.compactMap { Int($0) }
                // The numbers of sequences played, sequences kept, and kinds of answers.
                let (played, kept, kinds) = try (
                    #require(numbers.first), #require(numbers.dropFirst().first), #require(numbers.dropFirst(2).first)
                )
                #expect(played >= kept && kept > 1 && kinds > kept, "\(run.output)")
            }
        }
    }

    @Test("A wrong answer is found, minimized and replayed by conform (LIV-060)")
    func wrongChat() async throws {
        let receipt = #"{"messageType":"loginReceipt","toUserID":"nobody"}"#
        try await withFolder { folder in
            try await withLiar([receipt]) { port in
                let url = "tcp://127.0.0.1:\(port)"
                let run = try await LiveTool.run([
                    "fuzz", "--connect", url, "--encoding", "json", "--time", "60s", "--max-findings", "1", "--timeout",
                    "1000",
                    "--findings", folder.path,
                ])
                #expect(run.code == 1, "\(run.output)")
                let file = folder.appending(path: "live-1-1.json")
                let text = try String(contentsOf: file, encoding: .utf8)
                // A connection and a login suffice.
                #expect(text.components(separatedBy: "\"event\":").count == 3, "\(text)")
                let again = try await LiveTool.conform(
                    "--connect", url, "--encoding", "json", "--timeout", "1000", "--cases", file.path)
                #expect(again.code == 1, "\(again.output)")
            }
        }
    }

    @Test("A service that acknowledges the wrong message is found over a WebSocket (LIV-060)")
    func wrongPackets() async throws {
        try await withFolder { folder in
            try await withPacketLiar { port in
                let url = "ws://127.0.0.1:\(port)/{user}"
                let run = try await LiveTool.run([
                    "fuzz", "--connect", url, "--time", "60s", "--max-findings", "1", "--timeout", "1000", "--findings",
                    folder.path,
                ])
                #expect(run.code == 1, "\(run.output)")
                let file = folder.appending(path: "live-1-1.json")
                let text = try String(contentsOf: file, encoding: .utf8)
                // The CONNACK, the message, and the acknowledgement that the application would send.
                #expect(text.components(separatedBy: "\"event\":").count == 4, "\(text)")
                #expect(text.contains("PUBLISH"), "\(text)")
                let again = try await LiveTool.conform(
                    "--connect", url, "--timeout", "1000", "--cases", file.path)
                #expect(again.code == 1, "\(again.output)")
            }
        }
    }

    @Test("A lost server ends the run with exit code 3 (LIV-060)")
    func gone() async throws {
        try await withFolder { folder in
            let run = try await LiveTool.run([
                "fuzz", "--connect", "tcp://127.0.0.1:1", "--time", "20s", "--findings", folder.path,
            ])
            #expect(run.code == 3, "\(run.output)")
        }
    }
}

#endif
