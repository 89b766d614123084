// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser

/// The options of `imwire conform` that apply to testee processes, and are usage errors for a peer on a socket.
struct ProcessOnlyOptions: ParsableArguments {
    @Option var jobs: Int?
    @Option var memory: Int?
    @Option var helloTimeout: Int?
    @Flag var noReplays = false

    func validate() throws {
        if jobs != nil {
            throw ValidationError(
                "--jobs starts testee processes; a peer on a socket is one, and its scenarios are played one by one. "
                    + "--shard divides them between several peers")
        }
        if memory != nil { throw ValidationError("--memory measures a testee process; a peer on a socket is none") }
        if helloTimeout != nil {
            throw ValidationError("--hello-timeout is about the testee protocol; a peer on a socket does not speak it")
        }
        if noReplays {
            throw ValidationError("--no-replays has no effect on a peer on a socket: each scenario is played once")
        }
    }
}

#endif
