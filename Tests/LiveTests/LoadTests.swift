// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import Testing

/// Small loads, so that `scripts/load` keeps working; what they measure is of no interest here.
@Suite("A load", .timeLimit(.minutes(2)))
struct LoadTests {
    /// Runs `imwire-live load`, and reads its report.
    private func load(_ arguments: String...) async throws -> (code: Int32, report: RawJSON?) {
        let run = try await ConformTool.run(["load", "--format", "json"] + arguments)
        return (run.code, RawJSON(line: Array(run.output.utf8)))
    }

    private func number(_ report: RawJSON?, _ path: String...) -> Double? {
        path.reduce(report) { $0?[$1] }?.number?.double
    }

    @Test("Everything that is sent arrives once")
    func arrives() async throws {
        let (code, report) = try await load("--connections", "20", "--rate", "5", "--seconds", "2")
        #expect(code == 0)
        for name in ["sent", "acknowledged", "delivered"] { #expect(number(report, name) == 200) }
        for name in ["lost", "doubled", "misdelivered", "failed", "open", "cuts"] { #expect(number(report, name) == 0) }
        #expect(try #require(number(report, "milliseconds", "p99")) > 0)
        #expect(try #require(number(report, "server", "loadedKiB")) > 0)
    }

    @Test("What was acknowledged arrives once, although the server is killed")
    func kill() async throws {
        let (code, report) = try await load("--connections", "20", "--rate", "20", "--seconds", "3", "--kill")
        #expect(code == 0)
        for name in ["sent", "acknowledged", "delivered"] { #expect(number(report, name) == 1_200) }
        for name in ["lost", "doubled", "open"] { #expect(number(report, name) == 0) }
        // Otherwise nothing was killed.
        #expect(try #require(number(report, "cuts")) >= 20)
    }

    @Test("Without its memory a server that is killed loses something, and the report says so")
    func detects() async throws {
        let (code, report) = try await load(
            "--connections", "20", "--rate", "100", "--seconds", "3", "--kill", "--memory", "/dev/null")
        #expect(code == 1)
        #expect(report?["findings"]?.elements?.isEmpty == false)
    }

    @Test(
        "A wrong command line is told", arguments: [["--connections", "0"], ["--find", "--kill"], ["--rate", "no"]])
    func usage(_ arguments: [String]) async throws {
        #expect(try await ConformTool.run(["load"] + arguments).code == 2)
    }
}

#endif
