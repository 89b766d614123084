// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform

/// How the cases are run.
struct RunOptions: ParsableArguments {
    @Option(help: "Milliseconds that a testee may take for a request.")
    var timeout = 5_000
    @Option(help: "Milliseconds that a testee may take to start and answer hello.")
    var helloTimeout = 10_000
    @Option(help: ArgumentHelp("The most memory that a testee may take for a case (Linux).", valueName: "MiB"))
    var memory: Int?
    @Flag(help: "Ask each case once per mode: streams are not divided or cut, sessions not stopped early. Much faster.")
    var noReplays = false
    @Flag(help: "Begin no further case behind the first finding.")
    var failFast = false
    @Option(name: .customLong("repeat"), help: "Ask each case so often, and tell flaky and slow ones.")
    var repeats = 1
    @Option(help: "Processes of a testee at once.")
    var jobs = 1
    @Option(help: "Run a part of the selected cases: 2/3 is the second of three.")
    var shard: ShardArgument?
    @Option(help: "Begin no case after this time: 60s, 5m. Cases that cover the most requirements come first.")
    var budget: TimeArgument?

    func validate() throws {
        guard (1...3_600_000).contains(timeout) else { throw ValidationError("--timeout is 1 to 3600000 ms") }
        guard (1...3_600_000).contains(helloTimeout) else {
            throw ValidationError("--hello-timeout is 1 to 3600000 ms")
        }
        guard (1...1_000).contains(repeats) else { throw ValidationError("--repeat is 1 to 1000") }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64") }
        if let memory, !(1...1 << 20).contains(memory) { throw ValidationError("--memory is 1 to 1048576 MiB") }
    }

    /// The plan, without the deadline.
    var plan: RunPlan {
        var plan = RunPlan(Runner(places: noReplays ? nil : 512))
        plan.runner.stopsAtFinding = failFast
        plan.runner.memoryLimit = memory.map { $0 * 1_024 }
        plan.timeout = timeout
        plan.helloTimeout = helloTimeout
        plan.jobs = jobs
        plan.repeats = repeats
        return plan
    }
}

/// A part of a list: `2/3`.
struct ShardArgument: ExpressibleByArgument, CustomStringConvertible {
    let number: Int
    let count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
            (1...count).contains(number)
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    var description: String { "\(number)/\(count)" }
}

/// A time: `500ms`, `60s`, `5m` or `2h`.
struct TimeArgument: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let factors = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000]
        guard let number = Int(digits), let factor = factors[String(argument.dropFirst(digits.count))],
            (1...100_000_000).contains(number)
        else { return nil }
        duration = .milliseconds(number * factor)
    }
}

#endif
