// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers
import ArgumentParser
import BenchCommands
import CommandSupport
import FuzzCommands
import ToolCommands

/// All commands in one executable.
struct AllCommand: AsyncParsableCommand {
    static let configuration = IMWireCommand.commands(and: [
        BenchCommand.self, FuzzCommand.self, FuzzWorkerCommand.self, FixturesCommand.self,
    ])
}

await CommandRunner.run(AllCommand.self, shown: IMWireCommand.shown)
#else
print("this build has no commands; build it with --traits Tools,Peers")
#endif
