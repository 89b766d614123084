// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireValues
import Platform

/// A search for the load at which the 99th percentile of the delays exceeds a limit.
struct LoadSearch {
    /// A load and its result.
    private struct Step {
        var report: LoadReport
        /// The reason why the load is too high, or nil if it is not.
        var reason: String?

        var messages: Int { Int(Double(report.settings.connections) * report.settings.rate) }

        var line: String {
            let (delays, late) = (LoadTimes(report.tally.delays), LoadTimes(report.tally.lateness))
            let share = report.processorShare.map { "\(Int($0))" } ?? "?"
            return "\(report.settings.connections) connections, \(messages) messages/s: p50 \(delays.p50 / 1_000), "
                + "p99 \(delays.p99 / 1_000) ms, clients late by \(late.p99 / 1_000) ms, server \(share) % of a processor"
                + (reason.map { ": " + $0 } ?? "")
        }
    }

    private let settings: LoadSettings
    private let limit: Int
    private let most: Int

    init(_ settings: LoadSettings, limit: Int, most: Int) {
        self.settings = settings
        self.limit = limit
        self.most = most
    }

    /// Runs the search and prints the result; the exit code reports findings if no load was below the limit.
    func run(_ report: ReportOptions<OutputFormat>) async throws {
        var steps: [Step] = []
        var below: Double?
        var above: Double?
        var level = Double(settings.connections) * settings.rate
        // More than 2^11 times the initial load exceeds any machine.
        for _ in 0..<12 where above == nil {
            let step = try await step(level)
            steps.append(step)
            Console.say(step.line)
            if step.reason == nil { below = level } else { above = level }
            level *= 2
        }
        if let least = below, var top = above {
            var bottom = least
            for _ in 0..<3 {
                let step = try await step((bottom + top) / 2)
                steps.append(step)
                Console.say(step.line)
                if step.reason == nil { bottom = (bottom + top) / 2 } else { top = (bottom + top) / 2 }
            }
            (below, above) = (bottom, top)
        }
        let (least, most) = (below, above)
        try report.emit { form, _ in
            if form == .text {
                let least = least.map { "holds at \(Int($0)) messages/s" } ?? "does not hold at all"
                let most = most.map { ", and no more at \(Int($0))" } ?? ", and at everything that was tried"
                return "a p99 of \(limit) ms \(least)\(most)"
            }
            func number(_ level: Double?) -> RawJSON { level.map { .integer(Int($0)) } ?? .null }
            let rounds = steps.map(\.report.json)
            let found = RawJSON.object([
                ("below", number(least)), ("above", number(most)), ("limit", .integer(limit)),
                ("rounds", .array(rounds)),
            ])
            return found.text + "\n"
        }
        try (below == nil ? ToolExit.findings : .clean).finish()
    }

    private func step(_ level: Double) async throws -> Step {
        var settings = settings
        settings.connections = max(1, min(most, Int((level / settings.rate).rounded())))
        settings.rate = level / Double(settings.connections)
        let report = try await LoadRound(settings).run()
        let threshold = UInt32(clamping: limit * 1_000)
        var reason = report.findings.first
        if LoadTimes(report.tally.lateness).p99 > threshold { reason = reason ?? "the clients are the limit" }
        if LoadTimes(report.tally.delays).p99 > threshold { reason = reason ?? "above the limit" }
        return Step(report: report, reason: reason)
    }
}

#endif
