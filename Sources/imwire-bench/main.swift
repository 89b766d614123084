// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers
import BenchCommands
import CommandSupport

await CommandRunner.run(BenchRootCommand.self)
#else
print("this build has no commands; build it with --traits Tools,Peers")
#endif
