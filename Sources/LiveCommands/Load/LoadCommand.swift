// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWireValues
import Platform

/// The command `imwire load`, which loads `imwire serve` with many socket chat connections.
package struct LoadCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Loads `imwire serve` with many socket chat connections, and measures delivery.",
        discussion: """
            Starts a server in a separate process, and connects clients of this package to \
            it over loopback: packets, with heartbeats and receipts. Each client sends to the \
            next one, evenly over time. The delay of a message is measured from its hand-over \
            to the sender's session to its delivery by the receiver's session. Both processes \
            share the machine: the report has the processor time of each, and the delay of \
            the hand-over.

            --kill ends the server with SIGKILL during the run, and restarts it with the same \
            memory. Acknowledged messages must arrive exactly once.

            --find doubles the messages a second, first by connections (up to the limit of \
            descriptors, at most 9000), then by the rate, until the p99 or the delay of the \
            hand-over exceeds --p99, or an error occurs; then it halves the interval three \
            times.

            EXAMPLES
              scripts/load
              scripts/load --connections 500 --rate 4 --time 20s --format json
              scripts/load --kill
              scripts/load --find --time 10s

            EXIT CODES
              0  no message or connection was lost, and no message was duplicated
              1  at least one was
              2  the command line is wrong
              3  the server did not start
            """, shouldDisplay: false)

    @Option(help: ArgumentHelp("The number of connections.", valueName: "number"))
    var connections = 2_000

    @Option(help: ArgumentHelp("Messages a second of each connection.", valueName: "number"))
    var rate = 1.0

    @Option(help: "The duration of sending, in whole seconds: 60s, 5m.")
    var time = TimeArgument(seconds: 60)

    @Flag(help: "Kill the server during the run, and restart it.")
    var kill = false

    @Option(help: ArgumentHelp("The server's memory file; --kill creates one by default.", valueName: "file"))
    var memory: String?

    @Flag(help: "Find the load at which the p99 exceeds the limit of --p99.")
    var find = false

    @Option(help: ArgumentHelp("The p99 for --find, in milliseconds.", valueName: "ms"))
    var p99 = 50

    @OptionGroup var report: ReportOptions<OutputFormat>

    package init() {}

    package func validate() throws {
        guard (1...9_000).contains(connections) else { throw ValidationError("--connections is from 1 to 9000") }
        guard (0.01...1_000).contains(rate) else { throw ValidationError("--rate is from 0.01 to 1000") }
        guard (1...3_600).contains(time.seconds) else { throw ValidationError("--time is from 1s to 1h") }
        guard (1...60_000).contains(p99) else { throw ValidationError("--p99 is from 1 to 60000") }
        guard Double(connections) * rate * time.seconds <= 50_000_000 else {
            throw ValidationError("that is more than 50000000 messages")
        }
        if find, kill { throw ValidationError("--find and --kill exclude each other") }
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
        settings.seconds = Int(time.seconds)
        settings.kills = kill
        settings.memory = memory
        if find {
            return try await LoadSearch(settings, limit: p99, most: LoadCommand.mostConnections).run(self.report)
        }
        var temporary: String?
        if kill, memory == nil {
            let path = FileManager.default.temporaryPath("imwire-load-\(UInt64.random(in: .min ... .max)).memory")
            (settings.memory, temporary) = (path, path)
        }
        defer { if let temporary { unlink(temporary) } }
        let report = try await LoadRound(settings).run()
        try self.report.emit { form, style in form == .json ? report.json.text + "\n" : report.text(style) }
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
