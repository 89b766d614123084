// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The Swift of the reference, the README and the guides is compiled and run: each block stands in a test.
struct SnippetTests {
    /// Blocks that show a fragment for readers of the source, or need a network: the first line of each.
    static let exceptions: Set<String> = [
        "init(decoding reader: inout ContentDecoder) throws(DecodeError) {",
        "var buffer = StreamBuffer(limit: decoder.maximumPending + 65_536)", "guard queue.begin(event) else { return }",
        "for step in machine.handle(event, at: clock.now) { carryOut(step.action) }",
        "let drip = DripFeed { ChatLineDecoder() }",
    ]
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(arguments: ["IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireNIO", "IMWireTestSupport"])
    func blocksStandInTests(module: String) throws {
        let tests = try tests()
        for file in try files(below: "Sources/\(module)") {
            for block in blocks(file.lines) where !SnippetTests.exceptions.contains(block.first ?? "") {
                expect(block, in: tests, file.path)
            }
        }
    }

    /// `scripts/test-docs` checks the blocks that are quoted from a file.
    @Test func blocksOfGuidesStandInTests() throws {
        let tests = try tests()
        let guides = try files(below: "Docs").filter { $0.path.hasSuffix(".md") }
        let readme = try String(contentsOf: SnippetTests.root.appending(path: "README.md"), encoding: .utf8)
        var count = 0
        for file in guides + [("README.md", readme.components(separatedBy: "\n"))] {
            for block in blocks(file.lines) {
                let statements = block.drop { $0.hasPrefix("import ") || $0.isEmpty }
                expect(Array(statements), in: tests, file.path)
                count += 1
            }
        }
        #expect(count > 5)
    }

    /// Expects that a block stands in a test, without regard to indentation.
    private func expect(_ block: [String], in tests: [String], _ path: String) {
        let text = "\n\(block.joined(separator: "\n"))\n"
        #expect(tests.contains { $0.contains(text) }, "\(path): no test contains \(text)")
    }

    /// The texts of the tests with snippets.
    private func tests() throws -> [String] {
        try ["IMWireTests/Snippets", "IMWireRMTPTests/Snippets", "IMWireServerAPITests", "LiveTests/Snippets"]
            .flatMap { try files(below: "Tests/\($0)") }.map { "\n\(trimmed($0.lines).joined(separator: "\n"))\n" }
    }

    /// Returns the Swift blocks of comments and articles, without their indentation.
    private func blocks(_ lines: [String]) -> [[String]] {
        var blocks: [[String]] = []
        var isOpen = false, isElsewhere = false
        for line in trimmed(lines.map { $0.replacing(/^ *\/\/\/ ?/, with: "") }) {
            if line.hasPrefix("<!--") {
                isElsewhere = line.hasPrefix("<!-- from ") || line.hasPrefix("<!-- not run: ")
            } else if line == "```swift", !isElsewhere {
                isOpen = true
                blocks.append([])
            } else if line.hasPrefix("```") {
                (isOpen, isElsewhere) = (false, false)
            } else if isOpen {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    /// Returns lines without indentation, and with single spaces, because the formatter moves comments.
    private func trimmed(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces).replacing(/[ ]{2,}/, with: " ") }
    }

    private func files(below folder: String) throws -> [(path: String, lines: [String])] {
        let base = SnippetTests.root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path).sorted()
        return try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.map {
            ($0, try String(contentsOf: base.appending(path: $0), encoding: .utf8).components(separatedBy: "\n"))
        }
    }
}
