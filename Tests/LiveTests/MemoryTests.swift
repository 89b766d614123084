// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireNIO
import LiveCommands
import Testing

@Suite("The memory of the server", .timeLimit(.minutes(1)))
struct MemoryTests {
    @Test("What was acknowledged is there after a restart, on both sides, once")
    func restart() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var settings = testSettings()
        settings.memoryPath = path
        try await withServer(settings) { server in
            let client = try await TestChatClient("a", port: try #require(server.ports.chat), .packets)
            try await client.run { $0.connect() }
            await client.state(.online)
            try await client.run { $0.send(text("kept", to: "b"), key: "k1") }
            await client.happenings.first { if case .sent("k1", _) = $0 { true } else { nil } }
            let other = try await TestRMTPClient("a", port: try #require(server.ports.rongCloud))
            await other.connected()
            #expect(try await other.send("kept too", "ppMsgP", "b", key: 1)?.status == 0)
        }
        // An incomplete line was never confirmed to a client.
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(#"{"chat":"received","#.utf8))
        try handle.close()
        for _ in 1...2 {
            try await withServer(settings) { server in
                let client = try await TestRMTPClient("b", port: try #require(server.ports.rongCloud))
                #expect(await client.message().1 == #"{"content":"kept too"}"#)
            }
        }
        try await withServer(settings) { server in
            let client = try await TestChatClient("b", port: try #require(server.ports.chat), .packets)
            try await client.run { $0.connect() }
            #expect(await client.delivered().compactMap { $0.payload?["content"]?["text"]?.string } == ["kept"])
        }
    }
}

#endif
