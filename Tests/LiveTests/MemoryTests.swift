// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireNIO
import LiveCommands
import Testing

@Suite("The memory of the server", .timeLimit(.minutes(3)))
struct MemoryTests {
    @Test("Acknowledged data exists once on both sides after a restart")
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
            #expect(await client.delivered().compactMap(\.text) == ["kept"])
        }
    }

    /// Runs `body` with a folder that is removed afterwards.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    @Test("A memory of another version is rejected and not changed (LIV-115)")
    func foreign() async throws {
        try await withFolder { folder in
            let files = [
                "lines": "{\"a\":1}\n{\"b\":2}\n", "text": "not a memory", "line": "\n", "array": "[]\n",
                "unversioned": "{\"chatMemory\":{\"version\":1,\"lastNumber\":0}}\n", "newer": "{\"imwireMemory\":2}\n",
                "mixed": "{\"imwireMemory\":1}\n{\"a\":1}\n", "broken": "{\"imwireMemory\":1}\n{\n",
                "event": "{\"imwireMemory\":1}\n{\"chat\":\"unknown\"}\n",
            ]
            let log = folder.appending(path: "log").path
            try Data("earlier".utf8).write(to: URL(filePath: log))
            for (name, text) in files {
                let path = folder.appending(path: name).path
                try Data(text.utf8).write(to: URL(filePath: path))
                try #require(chmod(path, 0o644) == 0)
                let run = try await LiveTool.run(["serve", "--memory", path, "--log", log])
                #expect(run.code == 2 && run.output.contains("it is not changed"), "\(name): \(run.output)")
                #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))
                #expect(try status(path).st_mode & 0o7777 == 0o644)
            }
            let fifo = folder.appending(path: "fifo").path
            try #require(mkfifo(fifo, 0o644) == 0)
            for (path, kind) in [(fifo, S_IFIFO), (folder.path, S_IFDIR), ("/dev/full", S_IFCHR)] {
                let before = try status(path).st_mode
                #expect(try await LiveTool.run(["serve", "--memory", path, "--log", log]).code == 2, "\(path)")
                #expect(try status(path).st_mode == before && before & S_IFMT == kind)
            }
            #expect(try await LiveTool.run(["serve", "--log", fifo]).code == 2)
            let missing = folder.appending(path: "missing/file").path
            for option in ["--memory", "--log", "--ports"] {
                let run = try await LiveTool.run(["serve", option, missing])
                #expect(run.code == 2 && run.output.contains("there is no folder"), "\(option): \(run.output)")
            }
            #expect(try Data(contentsOf: URL(filePath: log)) == Data("earlier".utf8))
        }
    }

    @Test("The mode, the owner and the links of a memory file are kept (LIV-115)")
    func modes() async throws {
        try await withFolder { folder in
            let target = folder.appending(path: "target").path
            let link = folder.appending(path: "link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
            var settings = testSettings()
            settings.memoryPath = link
            try await withServer(settings) { _ in }
            #expect(try status(target).st_mode == S_IFREG | 0o600)
            try #require(chmod(target, 0o640) == 0)
            // Only root can give a file to another user.
            let owner: uid_t = getuid() == 0 ? 1 : getuid()
            try #require(chown(target, owner, gid_t.max) == 0)
            try await withServer(settings) { _ in }
            let after = try status(target)
            #expect(after.st_mode == S_IFREG | 0o640 && after.st_uid == owner)
            #expect(try status(link).st_mode & S_IFMT == S_IFLNK)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "target"])
        }
    }

    @Test(
        "The file needs at most 1 MiB and three times its state, whichever side changes it (LIV-115)",
        arguments: [true, false])
    func size(isChat: Bool) async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "memory").path
            var settings = testSettings()
            settings.memoryPath = path
            settings.service.storeBytes = 1 << 20
            var most = 0
            let words = String(repeating: "x", count: 20_000)
            try await withServer(settings) { server in
                if isChat {
                    // Nobody is called b, so that the store of b fills, and messages are refused.
                    let client = try await TestChatClient("a", port: try #require(server.ports.chat), .packets)
                    try await client.run { $0.connect() }
                    await client.state(.online)
                    for number in 0..<100 {
                        try await client.run { $0.send(text(words, to: "b"), key: "\(number)") }
                        await client.happenings.first { action in
                            switch action {
                            case .sent("\(number)", _), .failed("\(number)", _, _): true
                            default: nil
                            }
                        }
                        most = max(most, Int(try status(path).st_size))
                    }
                } else {
                    let client = try await TestRMTPClient("a", port: try #require(server.ports.rongCloud))
                    await client.connected()
                    for number in 0..<100 {
                        #expect(try await client.send(words, "ppMsgP", "b", key: number)?.status == 0)
                        most = max(most, Int(try status(path).st_size))
                    }
                }
            }
            // A new server writes the complete memory.
            try await withServer(settings) { _ in }
            let whole = Int(try status(path).st_size)
            #expect(whole > 20_000)
            #expect(most <= 1 << 20 + 3 * whole, "\(most) bytes, and \(whole) of state")
            #expect(most < 100 * 20_000)
        }
    }
}

@Suite("The wire log of the server", .timeLimit(.minutes(3)))
struct ServerLogTests {
    @Test("A wire log that cannot be continued is reported once (LIV-116)")
    func full() async throws {
        let tool = try LiveTool(
            "imwire-live", ["serve", "--any-token", "--quiet", "--log", "/dev/full", "--rongcloud", "127.0.0.1:0"])
        let ports = try RawJSON(text: try await tool.wait { $0.outputText.hasSuffix("\n") ? $0.outputText : nil })
        let port = Int(try #require(ports["rongcloud"]?.number?.int64))
        for _ in 0..<3 { #expect(try await RawClient.request(port, "/ping").status == 200) }
        let state = try RawJSON(text: try await RawClient.request(port, "/state.json").body)
        #expect(state["faults"]?.elements?.first?.string?.contains("no space is left on the device") == true)
        tool.signal(SIGTERM)
        #expect(tool.errorText.components(separatedBy: "/dev/full: the log ends here").count == 2, "\(tool.errorText)")
        // A driver states in its exit code that its log is incomplete.
        let input = Pipe()
        let driven = try LiveTool("imwire-live", ["serve", "--driven", "--log", "/dev/full"], input: input)
        let event = #"{"event":"configure","machine":"server","config":{},"connect":"tcp://127.0.0.1:1"}"#
        try input.fileHandleForWriting.write(contentsOf: Data((event + "\n").utf8))
        let answer = try RawJSON(text: try await driven.wait { $0.outputText.hasSuffix("\n") ? $0.outputText : nil })
        let url = try #require(answer["ok"]?["connect"]?.string)
        _ = try await RawClient.send("x\n", to: try #require(URL(string: url)?.port), timeout: .milliseconds(200))
        try input.fileHandleForWriting.close()
        #expect(try await driven.end() == 3, "\(driven.errorText)")
    }

    @Test("A wire log ends at its maximum size and reports it (LIV-116)")
    func maximum() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var settings = testSettings()
        settings.logPath = path
        settings.logBytes = 1_000
        try await withServer(settings) { server in
            let port = try #require(server.ports.rongCloud)
            for _ in 0..<20 { _ = try await RawClient.request(port, "/ping") }
            let state = try RawJSON(text: try await RawClient.request(port, "/state.json").body)
            #expect(state["faults"]?.elements?.first?.string == "the wire log has reached 1,000 bytes")
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect((500...1_000).contains(text.utf8.count) && text.hasSuffix("\n"))
    }

    @Test("Long ids do not exceed the limits of the log and the status page (LIV-117, LIV-118)")
    func longIDs() async throws {
        try await withServer { server in
            let port = try #require(server.ports.chat)
            let web = try #require(server.ports.rongCloud)
            let clock = ContinuousClock()
            // The second id has no visible width.
            let ids = ["\u{1}\u{e9}\"", "\u{301}"].map { RawJSON(String(repeating: $0, count: 3_000)).text.dropLast() }
            for number in 0..<70 {
                let user = ids[number % 2] + "\(number)\""
                let login =
                    "{\"messageType\":\"login\",\"fromUserID\":\(user),\"deviceType\":\"iOS\",\"versionCode\":\"1\"}\n"
                _ = try await RawClient.send(login, to: port, timeout: .milliseconds(100))
            }
            let start = clock.now
            let answer = try await RawClient.request(web, "/state.json")
            #expect(clock.now - start < .seconds(5))
            #expect(answer.body.utf8.count < 6 << 20)
            let state = try RawJSON(text: answer.body)
            let texts = (state["log"]?.elements ?? []).compactMap { $0["text"]?.string }
            #expect(texts.count { $0.hasSuffix("…") } >= 20)
            #expect(texts.allSatisfy { $0.unicodeScalars.count <= 301 })
            #expect(state["counts"]?["connections"]?.number?.int64 != nil)
        }
    }
}

#endif
