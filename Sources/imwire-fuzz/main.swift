// SPDX-License-Identifier: Apache-2.0

#if Tools
import CommandSupport
import FuzzCommands

await CommandRunner.run(FuzzRootCommand.self)
#else
print("this build has no commands; build it with --traits Tools,Peers")
#endif
