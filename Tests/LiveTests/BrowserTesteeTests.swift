// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import Testing

@Suite(
    "The testee in a browser", .enabled(if: ProcessInfo.processInfo.environment["IMWIRE_ALL"] == "1"),
    .timeLimit(.minutes(10)))
struct BrowserTesteeTests {
    @Test("The whole suite passes in Chromium, as in node")
    func suite() async throws {
        // The server ends with its input: `python3` may be a script that starts another process, which a signal would
        // not reach.
        let script = """
            import http.server, sys, threading
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            print(" port", server.server_port, flush=True)
            sys.stdin.read()
            """
        let input = Pipe()
        let server = try LiveTool("/usr/bin/env", ["python3", "-c", script], input: input)
        defer { try? input.fileHandleForWriting.close() }
        let port = try await server.wait { tool -> Int? in
            tool.outputText.hasSuffix("\n") ? Int(tool.outputText.dropFirst(6).dropLast()) : nil
        }
        let run = try LiveTool(
            "imwire", ["conform", "--testee-listen", "browser=ws://127.0.0.1:0", "--no-replays", "--wait", "2m"])
        let runner = try await run.wait { TesteeListenTests.url(in: $0.errorText) }
        let profile = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: profile) }
        let browser = try LiveTool(
            "/usr/bin/env",
            [
                "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile.path)",
                "http://127.0.0.1:\(port)/Examples/testees/browser/?runner=\(runner)",
            ])
        defer { browser.signal(SIGTERM) }
        #expect(try await run.end() == 0, "\(run.outputText)\(run.errorText)")
        let last = run.outputText.split(separator: "\n").last ?? ""
        #expect(last.hasSuffix(" passed") && !last.contains("skipped"), "\(last)")
    }
}

#endif
