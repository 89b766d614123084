// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// `imwire report`: what other commands have written for programs.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Joins what other commands have written in parts.",
        discussion: """
            EXAMPLES
              imwire compat payloads --platform web-v2 --partial dump.jsonl > part.json
              imwire report merge part.json
            """,
        subcommands: [ReportMergeCommand.self])
}

#endif
