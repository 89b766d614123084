// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of the complete output of each command: a session in a shell is replayed and compared with its transcript.
///
/// With `IMWIRE_WRITE_TRANSCRIPTS=1` a test writes its transcript, which shows a change of output as a difference.
@Suite("Transcripts")
struct TranscriptTests {
    private static let folder = Tool.root.appending(path: "Fixtures/transcripts")
    private static let names = [
        "api", "bench", "capture", "compat", "conform", "decode", "doctor", "encode", "explain", "fixtures", "fuzz",
        "inspect", "report", "testee", "types", "validate",
    ]
    /// The transcripts of the commands of `imwire-live`, which is built with the tests over sockets.
    private static let live = ["proxy", "serve"]
    private static let isLive = ProcessInfo.processInfo.environment["IMWIRE_LIVE"] == "1"
    private let tool = Tool()

    @Test("A command prints what its transcript shows", arguments: names + (isLive ? live : []))
    func replay(_ name: String) throws {
        let file = Self.folder.appending(path: "\(name).txt")
        let expected = try String(contentsOf: file, encoding: .utf8)
        let replayed = try commands(expected).map(run).joined(separator: "\n")
        if ProcessInfo.processInfo.environment["IMWIRE_WRITE_TRANSCRIPTS"] == "1" {
            try Data(replayed.utf8).write(to: file)
        }
        let lines = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let found = replayed.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, (line, other)) in zip(lines, found).enumerated() where line != other {
            Issue.record("\(name).txt:\(number + 1):\n\(line)\nand now:\n\(other)")
            return
        }
        #expect(lines.count == found.count)
    }

    @Test("Every transcript is replayed")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.sorted() == (Self.names + Self.live).sorted().map { "\($0).txt" })
    }

    /// Returns the commands of a transcript: the lines after `$`, with those after `>` that continue them.
    private func commands(_ transcript: String) -> [[String]] {
        var commands: [[String]] = []
        for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("$ ") {
                commands.append([String(line.dropFirst(2))])
            } else if line.hasPrefix(">"), let last = commands.indices.last {
                commands[last].append(String(line.dropFirst(2)))
            }
        }
        return commands
    }

    /// Runs a command in the package's root, and returns it with its output, its errors and its exit code.
    private func run(_ command: [String]) throws -> String {
        let path = try #require(Tool.path, "build the product imwire first")
        let script =
            "cd \"$1\" && PATH=\"$2:$PATH\" TMP=\"$3\" && set -o pipefail\n"
            + "{ \(command.joined(separator: "\n"))\n} 2>&1"
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let run = try tool.shell(script, [Tool.root.path, folder, tool.folder.path])
        let more = command.dropFirst().map { $0.isEmpty ? ">\n" : "> \($0)\n" }.joined()
        let end = run.output.isEmpty || run.output.hasSuffix("\n") ? "" : "\n"
        return "$ \(command[0])\n\(more)\(run.output)\(end)" + (run.code == 0 ? "" : "[\(run.code)]\n")
    }
}
