// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import IMWireSpec

/// The root command of the executable `imwire-bench`, which `imwire bench` runs.
package struct BenchRootCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "imwire", abstract: "Runs the commands of `imwire bench`.", version: Suite.version,
        subcommands: [BenchCommand.self], defaultSubcommand: BenchCommand.self)

    package init() {}
}

#endif
