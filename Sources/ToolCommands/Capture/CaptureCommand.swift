// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// The `imwire capture` command, which writes files for Wireshark.
struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Writes capture files for Wireshark.",
        discussion: """
            EXAMPLES
              imwire capture write wire.log --output wire.pcap
            """,
        subcommands: [CaptureWriteCommand.self])
}

#endif
