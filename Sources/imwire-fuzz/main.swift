// SPDX-License-Identifier: Apache-2.0

#if Tools
import CommandSupport
import FuzzCommands

// Its commands are called through `imwire`, and advice names them so.
await CommandRunner.run(FuzzRootCommand.self) { $0.replacing("'imwire-fuzz ", with: "'imwire ") }
#else
print("this build has no commands; build it with --traits Tools,Peers")
#endif
