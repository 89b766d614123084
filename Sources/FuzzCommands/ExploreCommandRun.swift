// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireFuzzing
import IMWireTestSupport
import Platform

/// One exploration of `imwire-fuzz explore`, with its output.
struct ExploreCommandRun {
    let pair: ExplorePair
    let fault: ExploreFault?
    let bounds: ExploreBounds
    let limits: ExploreLimits

    /// Explores, prints the numbers, and returns the shrunk scenario of a violation.
    func run() -> ExploreScenario? {
        let clock = ContinuousClock()
        let start = clock.now
        let busy = FuzzWorkerCommand.busySeconds
        let report = pair.explore(bounds, fault: fault, limits)
        let seconds = (clock.now - start) / .seconds(1)
        let scenario = report.violation.flatMap { pair.shrink(report.schedule, $0.kind, bounds, fault: fault) }
        var lines = ["\(pair.rawValue): \(pair.summary)\(fault.map { ", with the fault \($0.name)" } ?? "")"]
        lines.append("  bounds    \(bounds.text)")
        let runs = "and \(TextLayout.grouped(report.runs)) runs to the end"
        lines.append("  states    \(TextLayout.grouped(report.states)), \(runs)")
        lines.append("  steps     \(TextLayout.grouped(report.steps)), at most \(report.depth) in a schedule")
        lines.append("  faults    \(faults(report))")
        let spent = FuzzWorkerCommand.busySeconds - busy
        lines.append(
            "  time      \(text(seconds)) s, \(text(spent)) s of processor time, ended by \(report.ending.rawValue)")
        if let scenario {
            lines.append("  violation \(scenario.violation.kind.rawValue): \(scenario.violation.text)")
            lines.append("  schedule  \(report.schedule.count) steps, shrunk to \(scenario.steps.count):")
            lines += scenario.steps.map { "    \($0.text)" }
        } else if let violation = report.violation {
            // A copy of a machine that differs from the machine would cause this.
            lines.append("  violation \(violation.kind.rawValue): \(violation.text), which a new run does not show")
        } else {
            lines.append("  nothing found")
        }
        Output.emit(lines: lines.joined(separator: "\n"))
        return scenario
    }

    private func faults(_ report: ExploreReport) -> String {
        let counts = report.verbs.filter { $0.verb.isFault }
        if counts.isEmpty { return "none" }
        return counts.map { "\($0.verb.rawValue) \(TextLayout.grouped($0.count))" }.joined(separator: ", ")
    }

    private func text(_ seconds: Double) -> String {
        let tenths = Int(seconds * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}

#endif
