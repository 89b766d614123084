// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import Platform

/// The options for which of the selected cases a run asks, how often, and when the run ends.
package struct RunLengthOptions: ParsableArguments {
    @Flag(help: "Stop after the first finding.")
    package var failFast = false
    @Option(name: .customLong("repeat"), help: "Ask each case this many times, and report flaky and slow cases.")
    package var repeats = 1
    @Option(help: "Run a part of the selected cases: 2/3 is the second of three parts.")
    package var shard: ShardArgument?
    @Option(help: "Start no case after this time: 60s, 5m. Cases that cover the most requirements run first.")
    package var time: TimeArgument?

    package init() {}

    package func validate() throws {
        guard (1...1_000).contains(repeats) else { throw ValidationError("--repeat is 1 to 1000") }
    }
}

/// A part of a list, such as `2/3`.
package struct ShardArgument: ExpressibleByArgument, CustomStringConvertible, Sendable {
    package let number: Int
    package let count: Int

    package init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
            (1...count).contains(number)
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    package var description: String { "\(number)/\(count)" }
}

#endif
