// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import FoundationNetworking
import Testing

@Suite("Testees that connect", .timeLimit(.minutes(3)))
struct TesteeListenTests {
    /// Runs the suite with testees that connect to its address.
    private func conform(
        _ scheme: String, _ options: [String] = [], testees: Int = 1,
        _ deed: @escaping @Sendable (String) -> ConnectingTestee.Deed = { _ in .answer }
    ) async throws -> (code: Int32, tool: LiveTool) {
        let tool = try LiveTool(
            "imwire",
            [
                "conform", "--testee-listen", "\(scheme)://127.0.0.1:0", "--no-replays", "--only", "api/sign",
                // The testee shares its threads with all other tests.
                "--timeout", "60000", "--hello-timeout", "60000",
            ] + options)
        let url = try await tool.wait { Self.url(in: $0.errorText) }
        #expect(url.scheme == scheme)
        let code = try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<testees { group.addTask { await ConnectingTestee(url: url, deed: deed).run() } }
            defer { group.cancelAll() }
            return try await tool.end()
        }
        return (code, tool)
    }

    static func url(in text: String) -> URL? {
        guard text.contains("\n"), let start = text.firstRange(of: "connects to ")?.upperBound else { return nil }
        return URL(string: String(text[start...].prefix { $0 != ";" }))
    }

    @Test(
        "A connecting testee is tested like a process over each transport (TST-131, TST-132)",
        arguments: ["tcp", "ws"])
    func whole(_ scheme: String) async throws {
        let (code, tool) = try await conform(scheme)
        #expect(code == 0)
        #expect(tool.outputText.contains("29 passed\n"), "\(tool.outputText)")
        #expect(tool.errorText.contains("a run waits 60 s for it"))
    }

    @Test("Several connections are several jobs, and each run has its own connections (TST-133)")
    func jobs() async throws {
        let (code, tool) = try await conform("ws", ["--jobs", "2", "--repeat", "2"], testees: 2)
        #expect(code == 0, "\(tool.outputText)\(tool.errorText)")
    }

    @Test(
        "A dropped connection is a crash of the pending request, and the run continues (TST-134)",
        arguments: ["tcp", "ws"])
    func drop(_ scheme: String) async throws {
        let (code, tool) = try await conform(scheme) { $0.contains("-1804289383") ? .drop : .answer }
        #expect(code == 1)
        #expect(tool.outputText.contains("CRASHED api-sign-seed-negative"), "\(tool.outputText)")
        #expect(tool.outputText.contains("closed the connection"))
        #expect(tool.outputText.contains("28 passed, 1 findings"), "\(tool.outputText)")
    }

    @Test(
        "A binary message and an endless line fail one request and need little memory (TST-132)",
        arguments: [ConnectingTestee.Deed.binary, .flood])
    func hostile(_ deed: ConnectingTestee.Deed) async throws {
        let (code, tool) = try await conform("ws") { $0.contains("-1804289383") ? deed : .answer }
        #expect(code == 1)
        #expect(tool.outputText.contains("28 passed, 1 "), "\(tool.outputText)")
    }

    @Test("A run without a connection ends with exit code 3, and another visitor is not a testee (TST-131)")
    func nobody() async throws {
        let tool = try LiveTool(
            "imwire",
            ["conform", "--testee-listen", "phone=ws://127.0.0.1:0", "--wait", "3s", "--no-replays", "--only", "api"])
        let url = try await tool.wait { Self.url(in: $0.errorText) }
        let page = URL(string: "http://127.0.0.1:\(url.port ?? 0)/")
        let (_, response) = try await URLSession.shared.data(from: try #require(page))
        #expect((response as? HTTPURLResponse)?.statusCode == 426)
        #expect(try await tool.end() == 3)
        #expect(tool.errorText.contains("no testee connected to \(url) and answered within 3 s"))
    }

    @Test("A testee that does not reconnect ends the run with the verdicts so far (TST-134)")
    func leave() async throws {
        let (code, tool) = try await conform("ws", ["--wait", "2s"]) { $0.contains("-1804289383") ? .leave : .answer }
        #expect(code == 3)
        #expect(tool.errorText.contains("and answered within 2 s"), "\(tool.errorText)")
        #expect(tool.outputText.contains(" passed"), "\(tool.outputText)")
    }

    @Test("An invalid address and a wait without an address are usage errors")
    func usage() async throws {
        let memory = ["--testee-listen", "ws://127.0.0.1:0", "--max-memory", "1"]
        for options in [
            memory, ["--testee-listen", "http://127.0.0.1:1"], ["--wait", "3s"], ["--testee-listen", "ws://x"],
        ] {
            let tool = try LiveTool("imwire", ["conform"] + options)
            #expect(try await tool.end() == 2, "\(options)")
        }
    }
}

#endif
