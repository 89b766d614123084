// SPDX-License-Identifier: Apache-2.0

#if Tools && Live
import CommandSupport
import LiveCommands

await CommandRunner.run(LiveRootCommand.self)
#else
print("this build has no commands; build it with --traits Tools,Live")
#endif
