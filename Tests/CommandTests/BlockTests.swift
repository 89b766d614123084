// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import Foundation
import Testing

/// Tests of reading in blocks, with blocks of any size.
@Suite("Blocks of input")
struct BlockTests {
    private let tool = Tool()

    /// A converter whose output is long, and whose tally has an order.
    private struct Echo: LineConverter {
        private var numbers: [Int] = []

        mutating func convert(
            _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
        ) throws(LineError) {
            numbers.append(location.number)
            output.count += 1
            if location.number % 97 == 0 { throw LineError(.member, at: line.count, "every 97th line") }
            location.append(to: &output.text.bytes)
            for index in line.indices { output.text.bytes.append(line[index]) }
            output.text.endObject()
            if location.number % 89 == 0 { output.complain("line \(location.number)") }
        }

        mutating func drainTally() -> [Int] {
            defer { numbers = [] }
            return numbers
        }
    }

    /// Lines of random length, with both line ends, empty lines, and lines above the limit.
    private static func text(_ seed: UInt64, lines: Int) -> [UInt8] {
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var text: [UInt8] = []
        for _ in 0..<lines {
            let count = next(10) == 0 ? next(300) : next(40)
            for _ in 0..<count { text.append(UInt8(ascii: "a") + UInt8(next(26))) }
            if next(5) == 0 { text.append(UInt8(ascii: "\r")) }
            text.append(UInt8(ascii: "\n"))
        }
        if next(2) == 0 { text.removeLast() }
        return text
    }

    /// Returns the lines as the specification of the commands has them, or nil for a line above the limit.
    private static func lines(_ text: [UInt8], _ maximum: Int) -> [[UInt8]?] {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            return line.count > maximum ? nil : Array(line)
        }
    }

    @Test(
        "Lines are the same whatever the number of bytes read at once",
        arguments: [1, 2, 3, 7, 61, 997, 4_096, 1 << 18])
    func linesOfBlocks(most: Int) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let text = BlockTests.text(seed, lines: most < 10 ? 100 : 1_000)
            let path = try tool.file("lines", Data(text))
            var source = LineSource(BlockReader([path], most: most), maximum: 128)
            var block = LineBlock()
            var found: [[UInt8]?] = []
            while source.next(into: &block) {
                while let line = block.next(source.maximum) {
                    if case .line(let range) = line {
                        found.append(Array(block.bytes[range]))
                    } else {
                        found.append(nil)
                    }
                    #expect(block.location.number == found.count)
                }
            }
            #expect(found == BlockTests.lines(text, 128), "seed \(seed)")
        }
    }

    @Test("Output, messages, counts and exit code are the same for any number of jobs and any size of blocks")
    func pipelines() async throws {
        let text = BlockTests.text(99, lines: 3_000)
        let path = try tool.file("lines", Data(text))
        var expected: (output: Data?, tally: [Int], exit: ToolExit)?
        for (jobs, most) in [(1, 1 << 18), (2, 509), (7, 131), (3, 4_099), (16, 1_021)] {
            let target = tool.folder.appending(path: "output-\(jobs)").path
            let descriptor = open(target, O_WRONLY | O_CREAT, 0o600)
            try #require(descriptor >= 0)
            let out = Output(descriptor)
            var pipeline = BlockPipeline(jobs: jobs, to: out, LineProgress("lines", of: nil, beside: out))
            var tally: [Int] = []
            let exit = await pipeline.run(
                LineSource(BlockReader([path, path], most: most), maximum: 128), ItemOutput(for: out),
                { LineBlockConverter(Echo(), maximum: 128) }, { tally += $0 })
            close(descriptor)
            let output = FileManager.default.contents(atPath: target)
            if let expected {
                #expect(
                    output == expected.output && tally == expected.tally && exit == expected.exit, "\(jobs), \(most)")
            } else {
                expected = (output, tally, exit)
            }
        }
        #expect(expected?.exit == .findings)
    }

    @Test("The rest of the time follows from the size of the input")
    func rest() {
        #expect(LineProgress.rest(of: 400, after: 100, in: 30) == ", 25 %, 90 s left")
        #expect(LineProgress.rest(of: 400, after: 400, in: 30) == ", 100 %, 0 s left")
        #expect(LineProgress.rest(of: 400, after: 1, in: 0.1) == ", 0 %")
        #expect(LineProgress.rest(of: 400, after: 401, in: 30).isEmpty)
        #expect(LineProgress.rest(of: 0, after: 0, in: 30).isEmpty)
    }
}

#endif
