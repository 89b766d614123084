// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWireNIO
import NIOCore
import NIOPosix
import Testing

@Suite("The examples for channels", .timeLimit(.minutes(1)))
struct NIOExampleTests {
    @Test("Each example has at most 60 lines", arguments: ["server", "client", "packets"])
    func lines(_ name: String) throws {
        let text = try String(contentsOf: root.appending(path: "Examples/nio/\(name)/main.swift"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test("The server and the client exchange messages with each other and with the built-in client")
    func talk() async throws {
        // A port that was free a moment ago.
        let probe = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(probe.localAddress?.port)
        try await probe.close()
        let server = try LiveTool("nio-chat-server", ["\(port)"])
        defer { server.signal(SIGTERM) }
        let own = try await TestChatClient("own", port: port, .packets)
        try await own.run { $0.connect() }
        await own.state(.online)
        let (first, second) = (Pipe(), Pipe())
        let one = try LiveTool("nio-chat-client", ["\(port)", "one"], input: first)
        let two = try LiveTool("nio-chat-client", ["\(port)", "two"], input: second)
        func type(_ text: String, _ pipe: Pipe) throws {
            try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        }
        try type("own hello\ntwo how are you\n", first)
        let messages = await own.delivered()
        #expect(messages.first?.senderID == "one")
        #expect(messages.first?.text == "hello")
        // A later message of `two` proves that it has received what was sent before.
        try type("own and me\n", second)
        #expect(await own.delivered().first?.senderID == "two")
        try await own.run { $0.send(text("bye", to: "one"), key: "k") }
        await own.happenings.first { if case .sent("k", _) = $0 { true } else { nil } }
        try await Task.sleep(for: .milliseconds(300))
        for pipe in [first, second] { try pipe.fileHandleForWriting.close() }
        #expect(try await one.end() == 0)
        #expect(try await two.end() == 0)
        #expect(one.outputText == "own: bye\n")
        #expect(two.outputText == "one: how are you\n")
    }

    @Test("The packet client sends a text, prints the text that it receives, and disconnects")
    func packets() async throws {
        try await withServer { server in
            let port = try #require(server.ports.rongCloud)
            let other = try await TestRMTPClient("b", port: port)
            await other.connected()
            let client = try LiveTool("nio-packet-client", ["\(port)", "a", "b"])
            #expect(await other.message() == ("a", #"{"content":"hello"}"#))
            _ = try await other.send("welcome", "ppMsgP", "a", key: 1)
            #expect(try await client.end() == 0)
            #expect(client.outputText == "sent, status 0\nb: welcome\nended: asked\n")
        }
    }
}

#endif
