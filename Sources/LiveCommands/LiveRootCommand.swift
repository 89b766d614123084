// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import IMWireSpec

/// The root command of `imwire-live`, the executable for commands that use sockets; `imwire serve` and others run it.
package struct LiveRootCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "imwire", abstract: "Runs the commands of imwire that use sockets, such as `imwire serve`.",
        version: Suite.version,
        subcommands: [
            ServeCommand.self, LiveConformCommand.self, LiveFuzzCommand.self, DrivenClientCommand.self,
            ProxyCommand.self, TesteeBridgeCommand.self, LoadCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    package init() {}
}

#endif
