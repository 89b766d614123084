// SPDX-License-Identifier: Apache-2.0

#if Tools
import CommandSupport
import ToolCommands

await CommandRunner.run(IMWireCommand.self, shown: IMWireCommand.shown)
#else
print("this build has no commands; build it with --traits Tools")
#endif
