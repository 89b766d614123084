// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import Platform

/// The option for the number of blocks that are converted at the same time.
package struct JobOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The number of parallel jobs, which does not change the output. Each needs up to 4 MiB of memory."
                + " (default: one for each core)",
            valueName: "number"))
    package var jobs: Int?

    package init() {}

    package func validate() throws {
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is 1 to 256") }
    }

    /// The number of jobs.
    package var count: Int { jobs ?? min(ProcessInfo.processInfo.activeProcessorCount, 256) }
}

#endif
