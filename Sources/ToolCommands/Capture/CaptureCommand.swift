// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

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
