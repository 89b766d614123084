// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import IMWireSpec

/// The root command of `imwire-live`, the executable for commands that use sockets; `imwire serve` and others run it.
package struct LiveRootCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "imwire", abstract: "Runs the commands of imwire that use sockets, such as `imwire serve`.",
        version: Suite.version,
        subcommands: commands + [LiveConformCommand.self, LiveFuzzCommand.self], defaultSubcommand: ServeCommand.self)

    /// The commands of which no other executable has an implementation.
    package static let commands: [any ParsableCommand.Type] = [
        ServeCommand.self, ProxyCommand.self, DrivenClientCommand.self, LoadCommand.self, TesteeBridgeCommand.self,
    ]

    package init() {}
}

#endif
