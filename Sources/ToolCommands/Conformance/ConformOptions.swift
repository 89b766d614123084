// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import RunSupport

/// The options that control how cases are run.
struct RunOptions: ParsableArguments {
    @Option(help: "Milliseconds that a testee may take for a request.")
    var timeout = 5_000
    @Option(help: "Milliseconds that a testee may take to start and answer hello.")
    var helloTimeout = 10_000
    @Option(help: ArgumentHelp("The most memory that a testee may take for a case (Linux).", valueName: "MiB"))
    var memory: Int?
    @Flag(help: "Ask each case once per mode: streams are not divided or cut, sessions not stopped early. Much faster.")
    var noReplays = false
    @Option(help: "Processes of a testee at once.")
    var jobs = 1
    @OptionGroup var length: RunLengthOptions

    func validate() throws {
        guard (1...3_600_000).contains(timeout) else { throw ValidationError("--timeout is 1 to 3600000 ms") }
        guard (1...3_600_000).contains(helloTimeout) else {
            throw ValidationError("--hello-timeout is 1 to 3600000 ms")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64") }
        if let memory, !(1...1 << 20).contains(memory) { throw ValidationError("--memory is 1 to 1048576 MiB") }
    }

    /// The run plan without a deadline.
    var plan: RunPlan {
        var plan = RunPlan(Runner(places: noReplays ? nil : 512))
        plan.runner.stopsAtFinding = length.failFast
        plan.runner.memoryLimit = memory.map { $0 * 1_024 }
        plan.timeout = timeout
        plan.helloTimeout = helloTimeout
        plan.jobs = jobs
        plan.repeats = length.repeats
        return plan
    }
}

#endif
