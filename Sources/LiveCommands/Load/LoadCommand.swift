// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWireValues
import Platform

/// The command `imwire-live load`, which loads `imwire serve` with many socket chat connections.
package struct LoadCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Loads `imwire serve` with many socket chat connections, and counts what comes through.",
        discussion: """
            Starts a server in a process of its own, and connects clients of this package to \
            it over loopback: packets, with heartbeats and receipts. Each sends to the next \
            one, evenly over time. The time of a message is from its hand-over to the \
            sender's session to its delivery by the receiver's. Both processes share the \
            machine: the report says what each took, and how late the clients were with \
            handing over.

            --kill ends the server with SIGKILL in the middle, and starts it again with the \
            same memory. What was acknowledged has to arrive, once.

            --find doubles the messages a second, first by connections (up to what the limit \
            of descriptors allows, and 9000), then by the rate, until the p99 is above \
            --limit, the clients are that late, or something is wrong; then it halves the gap \
            three times.

            EXAMPLES
              scripts/load
              scripts/load --connections 500 --rate 4 --seconds 20 --format json
              scripts/load --kill
              scripts/load --find --seconds 10

            EXIT CODES
              0  nothing was lost, doubled, given up or cut
              1  something was
              2  the command line is wrong
              3  the server did not start
            """)

    @Option(help: ArgumentHelp("How many connections.", valueName: "number"))
    var connections = 2_000

    @Option(help: ArgumentHelp("Messages of each connection in a second.", valueName: "number"))
    var rate = 1.0

    @Option(help: ArgumentHelp("How long messages are sent.", valueName: "seconds"))
    var seconds = 60

    @Flag(help: "Kill the server in the middle, and start it again.")
    var kill = false

    @Option(help: ArgumentHelp("What the server keeps its memory in; --kill makes one.", valueName: "file"))
    var memory: String?

    @Flag(help: "Find the load at which the p99 passes --limit.")
    var find = false

    @Option(help: ArgumentHelp("The p99 that --find looks for, in milliseconds.", valueName: "ms"))
    var limit = 50

    @Option(help: "text or json: the report, on standard output.")
    var format = OutputFormat.text

    package init() {}

    package func validate() throws {
        guard (1...9_000).contains(connections) else { throw ValidationError("--connections is from 1 to 9000") }
        guard (0.01...1_000).contains(rate) else { throw ValidationError("--rate is from 0.01 to 1000") }
        guard (1...3_600).contains(seconds) else { throw ValidationError("--seconds is from 1 to 3600") }
        guard (1...60_000).contains(limit) else { throw ValidationError("--limit is from 1 to 60000") }
        guard Double(connections) * rate * Double(seconds) <= 50_000_000 else {
            throw ValidationError("that is more than 50000000 messages")
        }
        if find, kill { throw ValidationError("--find and --kill do not go together") }
    }

    package func run() async throws {
        guard connections <= LoadCommand.mostConnections else {
            throw CommandFailure.usage(
                "--connections \(connections): only \(LoadCommand.mostConnections) fit in the limit of descriptors; "
                    + "raise it with ulimit -n")
        }
        var settings = LoadSettings()
        settings.connections = connections
        settings.rate = rate
        settings.seconds = seconds
        settings.kills = kill
        settings.memory = memory
        if find { return try await LoadSearch(settings, limit: limit, most: LoadCommand.mostConnections).run(format) }
        var temporary: String?
        if kill, memory == nil {
            let path = FileManager.default.temporaryPath("imwire-load-\(UInt64.random(in: .min ... .max)).memory")
            (settings.memory, temporary) = (path, path)
        }
        defer { if let temporary { unlink(temporary) } }
        let report = try await LoadRound(settings).run()
        switch format {
        case .json: Output.emit(document: report.json.text + "\n")
        case .text: Output.emit(lines: report.text(Style(STDOUT_FILENO)))
        }
        try (report.findings.isEmpty ? ToolExit.clean : .findings).finish()
    }

    /// The number of connections that the descriptor limit allows, after raising it to its maximum; the server inherits
    /// it.
    private static var mostConnections: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 9_000 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return min(9_000, Int(clamping: limit.rlim_cur) - 100)
    }
}

#endif
