// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import LiveCommands
import Testing

/// Small loads that check that `scripts/load` works; the measured values are irrelevant here.
@Suite("Load runs", .timeLimit(.minutes(2)))
struct LoadTests {
    /// Runs `imwire-live load` and reads its report.
    private func load(_ arguments: String...) async throws -> (code: Int32, report: RawJSON?) {
        let run = try await LiveTool.run(["load", "--format", "json"] + arguments)
        return (run.code, RawJSON(line: Array(run.output.utf8)))
    }

    private func number(_ report: RawJSON?, _ path: String...) -> Double? {
        path.reduce(report) { $0?[$1] }?.number?.double
    }

    @Test("Every sent message arrives once")
    func arrives() async throws {
        let (code, report) = try await load("--connections", "20", "--rate", "5", "--time", "2s")
        #expect(code == 0)
        for name in ["sent", "acknowledged", "delivered"] { #expect(number(report, name) == 200) }
        for name in ["lost", "doubled", "misdelivered", "failed", "open", "cuts"] { #expect(number(report, name) == 0) }
        #expect(try #require(number(report, "milliseconds", "p99")) > 0)
        #expect(try #require(number(report, "server", "loadedKiB")) > 0)
    }

    @Test("Every acknowledged message arrives once, even if the server is killed")
    func kill() async throws {
        let (code, report) = try await load("--connections", "20", "--rate", "20", "--time", "3s", "--kill")
        #expect(code == 0)
        for name in ["sent", "acknowledged", "delivered"] { #expect(number(report, name) == 1_200) }
        for name in ["lost", "doubled", "open"] { #expect(number(report, name) == 0) }
        // Fewer cuts would mean that the server was not killed.
        #expect(try #require(number(report, "cuts")) >= 20)
    }

    @Test("Lost, repeated, open and abandoned messages are counted")
    func counts() {
        var tally = LoadTally(count: 5)
        for number in 0..<4 { tally.send(number, at: 5_000, due: 3_000) }
        for number in [0, 0, 1, 2] { tally.acknowledge(number) }
        for number in [0, 2, 2] { tally.deliver(number, at: 10_000) }
        #expect((tally.sent, tally.acknowledged, tally.delivered) == (4, 3, 2))
        #expect((tally.lost, tally.doubled, tally.open) == (1, 1, 1))
        #expect(!tally.isSettled)
        for number in [4, 5, nil] { tally.deliver(number, at: 10_000) }
        #expect(tally.misdelivered == 3)
        tally.fail(3)
        tally.deliver(1, at: 1_005_000)
        #expect((tally.lost, tally.open, tally.failed) == (0, 0, 1))
        #expect(tally.isSettled)
        #expect(LoadTimes(tally.delays).p50 == 5 && LoadTimes(tally.delays).max == 1_000)
        #expect(LoadTimes([]).max == 0 && LoadTimes((1...200).map { $0 }).p99 == 198)
    }

    @Test(
        "Wrong options are reported", arguments: [["--connections", "0"], ["--find", "--kill"], ["--rate", "no"]])
    func usage(_ arguments: [String]) async throws {
        #expect(try await LiveTool.run(["load"] + arguments).code == 2)
    }
}

#endif
