// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWireSpec

/// `imwire compat`, which reports where platforms differ.
package struct CompatCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "compat",
        abstract: "Compares the declarations and the traffic of platforms.",
        discussion: """
            The declarations of a platform are in a manifest: the message types that it \
            knows, with their flags and members (Spec/compat.md). Traffic is JSON lines, \
            as imwire validate reads them. Without a subcommand, it scans and checks the \
            platforms in the project file .imwire.json, or those in the current folder.

            EXAMPLES
              imwire compat init --dry-run Examples/compat/shop
              imwire compat --project Examples/compat/shop/.imwire.json
              imwire compat check ios.json android.json
              imwire compat check --report matrix.html \\
                Fixtures/platforms/*.json
              imwire compat scan Examples/compat/shop/ios
              imwire compat payloads --platform web-v2 < messages.jsonl
            """,
        subcommands: [
            CompatProjectCommand.self, CompatInitCommand.self, CompatCheckCommand.self, CompatScanCommand.self,
            CompatPayloadsCommand.self,
            CompatMergeCommand.self,
        ],
        defaultSubcommand: CompatProjectCommand.self)

    package init() {}
}

/// The executable `imwire-compat`, which `imwire compat` runs.
package struct CompatRootCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "imwire", abstract: "Runs the commands of `imwire compat`.",
        version: Suite.version, subcommands: [CompatCommand.self], defaultSubcommand: CompatCommand.self)

    package init() {}
}

#endif
