// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWireConformance
import LiveCommands
import Testing

@Suite("Services for packets tested over sockets", .serialized, .timeLimit(.minutes(3)))
struct LivePacketTests {
    @Test("Other devices and the server API replace the application (LIV-019)")
    func application() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(
            """
            {"area":"scenario","cases":[{"id":"sync","title":"t","requirements":["RMTP-132"],"level":"MUST",
            "op":"session.run","input":{"machine":"rmtp-server","events":[
            {"at":0,"event":"accept","userId":"u1","sessionId":"s","timestamp":1},
            {"at":1,"event":"synchronise","topic":"ppMsgP","targetId":"u2","date":1,"data":"AQ==",
            "receipt":{"time":5,"messageUId":"A"}}]},"expect":[{"only":["write"],"actions":[
            {"at":0,"action":"write","packet":{"packet":"CONNACK","status":0}},
            {"at":1,"action":"write","packet":{"packet":"PUBLISH","syncMsg":true,"topic":"ppMsgP","messageId":1}},
            {"at":1,"action":"write","packet":{"packet":"PUBACK","messageId":1}}]}],"tags":[],"provenance":"t"}]}
            """.utf8
        ).write(to: file)
        try await withServer { server in
            let url = "ws://127.0.0.1:\(try #require(server.ports.rongCloud))"
            let run = try await LiveTool.conform(
                "--connect", url, "--app-key", "k", "--app-secret", "s", "--only", "rms-service-deliver*", "--only",
                "rms-service-synchronise", "--only", "rms-service-kick")
            #expect(run.code == 0, "\(run.output)")
            #expect(
                Set(run.ids(.passed)) == ["rms-service-deliver", "rms-service-deliver-qos0"], "\(run.output)")
            #expect(run.verdict("rms-service-kick")?.reason?.contains("the application must do disconnect") == true)
            #expect(run.verdict("rms-service-synchronise")?.reason?.contains("synchronises ppMsgS") == true)
            let other = try await LiveTool.conform(
                "--connect", url, "--app-key", "k", "--app-secret", "s", "--cases", file.path)
            #expect(other.ids(.passed) == ["sync"], "\(other.output)")
        }
    }

    @Test("A driver may let the client wait and answer later (LIV-019)")
    func driven() async throws {
        let run = try await LiveTool.conform(
            "--connect", "ws://127.0.0.1:0", "--driver",
            "'\(LiveTool.live)' serve --driven --quiet --rongcloud 127.0.0.1:0", "--only", "rms-service-*", "--except",
            "rms-service-silence")
        #expect(run.code == 0, "\(run.output)")
        for id in ["rms-service-accept", "rms-service-refuse-delay"] {
            #expect(run.verdict(id)?.verdict == .passed, "\(run.output)")
        }
    }
}

#endif
