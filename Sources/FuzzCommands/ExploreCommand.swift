// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireFuzzing
import IMWireTestSupport
import Platform

/// A command that enumerates all schedules of session machines within bounds.
package struct ExploreCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Enumerates all schedules of session machines within bounds, and checks every state.",
        usage: "imwire explore [<options>]",
        discussion: """
            Follows every schedule of clients, a server and a network that loses, doubles \
            and breaks, up to the numbers in --bounds, and visits no state twice \
            (Spec/fuzzing.md). From every state it also runs to the end without faults. A \
            violation is shrunk and written to the folder of findings.

            --bounds changes some of the numbers: messages, posts, recalls, losses, \
            duplicates, reorderings, blocks, cuts, restarts, kills, connects, delays. \
            --fault gives the machines a fault, which has to be found, and has smaller \
            bounds, within which it shows. Each fault belongs to one set of machines.

            EXAMPLES
              imwire explore --machines chat --bounds recalls=0,kills=0 --time 5s
              imwire explore --machines chat --fault all --findings findings

            EXIT CODES
              0  no violations
              1  a violation, or with --fault a fault that was not found
              2  the command line is wrong
              3  the tool failed
            """)

    @Option(help: "The machines: \(ExplorePair.allCases.map(\.rawValue).joined(separator: ", ")), or all.")
    var machines = "all"
    @Option(help: "Bounds of each schedule that differ from those of the nightly run, such as messages=3,cuts=2.")
    var bounds = ""
    @Option(help: "A fault of the machines, or all, one after the other.")
    var fault: String?
    @Option(help: "The duration for each set of machines: 90, 60s, 10m or 2h.")
    var time = TimeArgument(seconds: 600)
    @Option(help: ArgumentHelp("The number of threads.", valueName: "number"))
    var jobs = 1
    @Option(help: "The memory for the hashes of states in MiB.")
    var memory = 1_024
    @Option(help: "The folder to write scenarios to.")
    var findings = "findings"
    @Option(help: "A scenario to run again.")
    var scenario: String?

    package func validate() throws {
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64") }
        guard (1...1 << 20).contains(memory) else { throw ValidationError("--memory is 1 to 1048576") }
        var changed = ExploreBounds()
        guard changed.change(bounds) else {
            throw ValidationError("--bounds is a list such as messages=2,cuts=1, with numbers up to 250")
        }
        guard machines == "all" || ExplorePair(rawValue: machines) != nil else {
            throw ValidationError("--machines is all or one of \(ExplorePair.allCases.map(\.rawValue))")
        }
        guard fault == nil || fault == "all" || fault.flatMap(ExploreFault.init(name:)) != nil else {
            throw ValidationError("--fault is all or one of \(ExploreFault.allCases.map(\.name))")
        }
        guard fault == nil || pairs.contains(where: { !faults(of: $0).isEmpty }) else {
            throw ValidationError("no exploration of these machines has this fault")
        }
    }

    private var pairs: [ExplorePair] {
        ExplorePair.allCases.filter { machines == "all" || machines == $0.rawValue }
    }

    package func run() throws {
        if let scenario { return try replayScenario(scenario) }
        var limits = ExploreLimits()
        limits.jobs = jobs
        limits.seconds = time.seconds
        limits.memory = memory << 20
        var isClean = true
        for pair in pairs {
            for fault in faults(of: pair) {
                var bounds = fault?.bounds ?? pair.bounds
                _ = bounds.change(self.bounds)
                let found = ExploreCommandRun(pair: pair, fault: fault, bounds: bounds, limits: limits).run()
                if let found {
                    try OutputFile.makeFolder(findings)
                    try OutputFile.write(found.text, to: "\(findings)/\(found.fileName)")
                }
                isClean = isClean && (found == nil) == (fault == nil)
            }
        }
        if !isClean { throw ToolExit.findings }
    }

    /// The faults to explore the machines with, or nil alone for none.
    private func faults(of pair: ExplorePair) -> [ExploreFault?] {
        fault == nil ? [nil] : pair.faults.filter { fault == "all" || fault == $0.name }
    }

    private func replayScenario(_ path: String) throws {
        guard let bytes = try? Data(contentsOf: URL(filePath: path)), let scenario = ExploreScenario(file: Array(bytes))
        else { throw CommandFailure.usage("\(path) is not a scenario of an exploration") }
        guard let violation = scenario.replay() else {
            Output.emit(lines: "\(scenario.steps.count) steps, nothing found")
            return
        }
        Output.emit(lines: "\(violation.kind.rawValue): \(violation.text)")
        throw ToolExit.findings
    }

    package init() {}
}

#endif
