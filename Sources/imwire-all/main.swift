// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers && Live
import ArgumentParser
import BenchCommands
import CommandSupport
import CompatCommands
import FuzzCommands
import LiveCommands
import ToolCommands

/// The root command of the executable that contains all commands.
struct AllCommand: AsyncParsableCommand {
    static let configuration = IMWireCommand.commands(
        and: [
            CompatCommand.self, BenchCommand.self, FuzzCommand.self, FuzzWorkerCommand.self, ExploreCommand.self,
            FixturesCommand.self,
        ], live: LiveRootCommand.commands)
}

// `conform` and `fuzz` have two implementations, and that of `LiveRootCommand` reaches peers on sockets.
if HandOver.needsSockets(CommandRunner.arguments) {
    await CommandRunner.run(LiveRootCommand.self)
} else {
    await HandOver.$isComplete.withValue(true) { () async -> Void in
        await CommandRunner.run(AllCommand.self, shown: IMWireCommand.shown)
    }
}
#else
print("this build has no commands; build it with --traits Tools,Peers,Live")
#endif
