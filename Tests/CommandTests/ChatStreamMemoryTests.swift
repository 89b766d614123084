// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Foundation
import Testing

/// A small `scripts/prove-memory`: hostile streams and long ones, within 64 MiB of data.
///
/// The streams come from a generator in another language; a sanitizer reserves more address space than these tests allow.
@Suite(.enabled(if: imwire_counts_allocations() && StreamGenerator.python != nil, "needs python3"))
struct ChatStreamMemoryTests {
    /// A debug build takes seconds for a MiB; `scripts/test` runs this suite in an optimised build too.
    private static let longBytes: Int = {
        #if DEBUG
        1 << 20
        #else
        1 << 28
        #endif
    }()

    @Test(arguments: [
        (["bomb", "1048576"], "frame.inflateRatio", 1), (["bomb", "8388608"], "frame.inflateSize", 1),
        (["bomb", "8388608", "allowed"], "frame.inflateLength", 1), (["claim", "4294967295"], "frame.length", 1),
        (["fragments", "500"], "frame.fragmentLimit", 500 - 16),
        (["noise", "8388608"], "frame.magic", 1), (["noisy-packets", "524288"], "json.", 64),
    ])
    func hostilePackets(stream: [String], code: String, errors: Int) throws {
        let run = try decode(stream, ["--framing", "packet"])
        #expect(run.code == 1)
        #expect(run.lines.count == errors)
        #expect(run.lines.allSatisfy { $0.hasPrefix(#"{"error":{"code":"\#(code)"#) })
    }

    @Test func aLineWithoutAnEnd() throws {
        let run = try decode(["endless", "2097152"], [])
        #expect(run.code == 1)
        #expect(run.lines == [#"{"error":{"code":"frame.line","offset":0,"scope":"message"}}"#])
    }

    @Test(arguments: [("packets", ["--framing", "packet"]), ("base64", []), ("json", ["--encoding", "json"])])
    func goodFrames(kind: String, options: [String]) throws {
        let run = try decode([kind, String(Self.longBytes), "60000"], options, keepsOutput: false)
        #expect(run.code == 0 && run.errors.isEmpty)
    }

    private func decode(_ stream: [String], _ options: [String], keepsOutput: Bool = true) throws -> ToolRun {
        let tool = try Tool()
        defer { tool.remove() }
        let file = try StreamGenerator.write(stream, to: tool)
        let arguments = ["decode", "--protocol", "chat"] + options
        if keepsOutput { return try tool.run(arguments, inputFile: file, memory: 64 * 1024) }
        let errors = tool.folder.appending(path: "errors").path
        let child = try Child(arguments, memory: 64 * 1024) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, file, O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        }
        let code = child.wait()
        let said = FileManager.default.contents(atPath: errors) ?? Data()
        return ToolRun(code: code, output: "", errors: String(decoding: said, as: UTF8.self))
    }
}

/// The generator of `scripts/prove-memory`.
enum StreamGenerator {
    /// Where Python is.
    static let python: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin:/bin"
        return path.split(separator: ":").map { "\($0)/python3" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Writes a stream into a file of the tool's folder.
    static func write(_ stream: [String], to tool: Tool) throws -> String {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "scripts/hostile-streams.py")
        let path = try tool.file("stream", "")
        let process = Process()
        process.executableURL = URL(filePath: try #require(python))
        process.arguments = [script.path] + stream
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: path))
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "the generator failed")
        return path
    }
}
