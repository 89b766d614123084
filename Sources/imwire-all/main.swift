// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers
import ArgumentParser
import BenchCommands
import CommandSupport
import CompatCommands
import FuzzCommands
import ToolCommands

/// The root command of the executable that contains all commands.
struct AllCommand: AsyncParsableCommand {
    static let configuration = IMWireCommand.commands(and: [
        CompatCommand.self, BenchCommand.self, FuzzCommand.self, FuzzWorkerCommand.self, FixturesCommand.self,
    ])
}

await CommandRunner.run(AllCommand.self, shown: IMWireCommand.shown)
#else
print("this build has no commands; build it with --traits Tools,Peers")
#endif
