// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser

/// The options of `imwire conform` that apply to testee processes, and are usage errors for a peer on a socket.
struct ProcessOnlyOptions: ParsableArguments {
    @Option var jobs: Int?
    @Option var maxMemory: Int?
    @Option var helloTimeout: Int?
    @Flag var noReplays = false

    func validate() throws {
        if jobs != nil {
            throw ValidationError(
                "--jobs is for testee processes; the scenarios of a peer on a socket are played one after the other. "
                    + "--shard splits them between several peers")
        }
        if maxMemory != nil {
            throw ValidationError("--max-memory is for testee processes, not for a peer on a socket")
        }
        if helloTimeout != nil {
            throw ValidationError("--hello-timeout is for the testee protocol, not for a peer on a socket")
        }
        if noReplays {
            throw ValidationError("--no-replays has no effect on a peer on a socket: each scenario is played once")
        }
    }
}

#endif
