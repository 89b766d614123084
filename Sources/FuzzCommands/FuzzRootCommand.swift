// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWireSpec

/// The root command of the executable `imwire-fuzz`, which `imwire fuzz` and `imwire fixtures` run.
package struct FuzzRootCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "imwire", abstract: "Runs the commands of `imwire fuzz` and `imwire fixtures`.",
        version: Suite.version,
        subcommands: [FuzzCommand.self, FuzzWorkerCommand.self, ExploreCommand.self, FixturesCommand.self],
        defaultSubcommand: FuzzCommand.self)

    package init() {}
}

#endif
