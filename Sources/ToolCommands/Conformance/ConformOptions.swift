// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import RunSupport

/// The options that control how cases are run.
struct RunOptions: ParsableArguments {
    @Option(help: "The time limit of a request, in milliseconds.")
    var timeout = 5_000
    @Option(help: "The time limit for the start and the answer to hello, in milliseconds.")
    var helloTimeout = 10_000
    @Option(help: ArgumentHelp("The memory limit of a testee for a case (Linux).", valueName: "MiB"))
    var maxMemory: Int?
    @Flag(help: "Ask each case once per mode, without splitting or truncating streams and sessions. Much faster.")
    var noReplays = false
    @Option(help: ArgumentHelp("The number of parallel processes of a testee.", valueName: "number"))
    var jobs = 1
    @OptionGroup var length: RunLengthOptions

    func validate() throws {
        guard (1...3_600_000).contains(timeout) else { throw ValidationError("--timeout is 1 to 3600000 ms") }
        guard (1...3_600_000).contains(helloTimeout) else {
            throw ValidationError("--hello-timeout is 1 to 3600000 ms")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64") }
        if let maxMemory, !(1...1 << 20).contains(maxMemory) {
            throw ValidationError("--max-memory is 1 to 1048576 MiB")
        }
    }

    /// The run plan without a deadline.
    var plan: RunPlan {
        var plan = RunPlan(Runner(places: noReplays ? nil : 512))
        plan.runner.stopsAtFinding = length.failFast
        plan.runner.memoryLimit = maxMemory.map { $0 * 1_024 }
        plan.timeout = timeout
        plan.helloTimeout = helloTimeout
        plan.jobs = jobs
        plan.repeats = length.repeats
        return plan
    }
}

#endif
