// SPDX-License-Identifier: Apache-2.0

#if Tools
import CommandSupport
import CompatCommands

await CommandRunner.run(CompatRootCommand.self)
#else
print("this build has no commands; build it with --traits Tools")
#endif
