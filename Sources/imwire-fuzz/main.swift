// SPDX-License-Identifier: Apache-2.0

#if Tools
import CommandSupport
import FuzzCommands

// Users run these commands through `imwire`, so messages refer to them by that name.
await CommandRunner.run(FuzzRootCommand.self) { $0.replacing("'imwire-fuzz ", with: "'imwire ") }
#else
print("this build has no commands; build it with --traits Tools,Peers")
#endif
