// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CommandSupport

struct BenchOptions: ParsableArguments {
    @Option(help: "text or json.")
    var format = OutputFormat.text

    @Option(help: "The number of rounds; more rounds give more stable results.")
    var turns = 15

    func validate() throws {
        guard (1...1_000).contains(turns) else { throw ValidationError("--turns is 1 to 1000") }
    }

    /// Warns if the build makes the times meaningless.
    func warn() {
        #if DEBUG
        Console.complain("this is a debug build; its times are meaningless")
        #endif
    }
}

#endif
