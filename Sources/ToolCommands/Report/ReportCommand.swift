// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Joins and compares reports.",
        discussion: """
            EXAMPLES
              imwire report merge part-1.json part-2.json --report all.html
              imwire report diff old.json new.json
            """,
        subcommands: [ReportMergeCommand.self, ReportDiffCommand.self])
}

#endif
