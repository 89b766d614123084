// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import Dispatch
import IMWire
import IMWireRMTP
import IMWireValues
import Platform
import RunSupport

/// The command `imwire proxy`, which relays between a client and a server and validates the data in both directions.
package struct ProxyCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "Forwards between clients and a server, and validates both directions.",
        usage: "imwire proxy --connect <url> [<options>]",
        discussion: """
            Forwards all bytes in both directions, and validates a copy: for tcp and tls socket \
            chat, whose framing is detected from the first bytes, or with --framing tcp \
            RongCloud's packets; for ws and wss RongCloud's navigation, polling and WebSocket. \
            Clients connect without TLS. The Host of a request is forwarded unchanged.

            The proxy makes one change: it removes the extensions from WebSocket requests, so \
            that nothing is compressed. It forwards other protocols without reading them, and \
            reports that.

            Navigation leads a RongCloud client to a server. It must name this proxy; \
            otherwise the client bypasses it.

            The report counts frames (lines, packets or WebSocket messages), errors and \
            deviations, each by direction, code and location. It is printed when a signal \
            ends the command (Control-C), or when --connections have ended.

            EXAMPLES
              imwire proxy --connect tcp://chat.example:9000 --listen 127.0.0.1:9000
              imwire proxy --connect tls://chat.example:9443 --inspect
              imwire proxy --connect ws://127.0.0.1:8080 --log wire.jsonl --format json
              imwire proxy --connect tcp://127.0.0.1:8072 --framing tcp --key 0102030405060708

            EXIT CODES
              0  there were no errors; there may be deviations
              1  there were errors; with --strict deviations are errors
              2  the command line is wrong, or the port cannot be opened
              3  the server could not be reached
            """)

    @Option(help: ArgumentHelp("The server: tcp, tls, ws or wss://HOST:PORT.", valueName: "url"))
    var connect: String

    @Option(
        help: ArgumentHelp(
            "The address for clients, with or without a scheme; port 0 means a free port.", valueName: "host:port"))
    var listen = "127.0.0.1:0"

    @Flag(name: .customLong("public"), help: "Allow addresses that other machines can reach.")
    var isPublic = false

    @Option(help: "auto for socket chat, or tcp for RongCloud's packets on TCP.")
    var framing = ProxyFraming.auto

    @OptionGroup var packets: PacketOptions

    @Option(help: ArgumentHelp("PEM certificates to verify the server with.", valueName: "file"))
    var trust: String?

    @Flag(help: "Accept any certificate of the server.")
    var insecure = false

    @Flag(help: "Print the traffic, annotated.")
    var inspect = false

    @Option(help: ArgumentHelp("Write a wire log, one JSON line an event.", valueName: "file"))
    var log: String?

    @Flag(help: "Count deviations from the canonical form as errors.")
    var strict = false

    @Option(help: ArgumentHelp("Exit when this many connections have ended.", valueName: "number"))
    var connections: Int?

    @OptionGroup var report: ReportOptions<OutputFormat>

    @Flag(help: "Do not print connections and errors as they occur.")
    var quiet = false

    package init() {}

    package func validate() throws {
        if inspect, report.format == .json { throw ValidationError("--inspect prints text; omit --format json") }
        if framing == .auto, packets.given != nil {
            throw ValidationError("--key and --protocol-version are for --framing tcp")
        }
        if let connections, connections < 1 { throw ValidationError("--connections is a number above 0") }
    }

    package func run() async throws {
        let settings = try settings()
        let server = try await ProxyServer.start(settings)
        Console.say("imwire: listening on \(server.url), forwarding to \(connect)")
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { server.end() }
            source.resume()
            return source
        }
        let report = try await server.report()
        for source in sources { source.cancel() }
        try self.report.emit { form, style in form == .json ? report.json.text + "\n" : report.text(style) }
        let found = report.errors + (strict ? report.deviations : 0)
        try (report.unreachable > 0 ? ToolExit.broken : found > 0 ? .findings : .clean).finish()
    }

    private func settings() throws -> ProxySettings {
        guard let target = ProxySettings.target(connect) else {
            throw CommandFailure.usage("--connect \(connect): expected tcp, tls, ws or wss://HOST:PORT")
        }
        let scheme = target.isWebSocket ? "ws://" : "tcp://"
        let text = listen.hasPrefix(scheme) ? String(listen.dropFirst(scheme.count)) : listen
        guard let address = LiveAddress(text) else {
            throw CommandFailure.usage("--listen \(listen): expected HOST:PORT, or \(scheme)HOST:PORT")
        }
        try address.check(isPublic: isPublic, listen)
        var settings = ProxySettings(target: target, listen: address)
        if framing == .tcp {
            if target.isWebSocket { throw CommandFailure.usage("--framing tcp is for tcp:// and tls://") }
            settings.rmtp = ProxyStreamSettings(packets.version, key: packets.keyBytes)
        }
        settings.trust = trust
        settings.isInsecure = insecure
        settings.inspects = inspect
        settings.logPath = log
        settings.mode = strict ? .strict : .lenient
        settings.connections = connections
        settings.isQuiet = quiet
        return settings
    }
}

/// The protocol of a TCP connection.
enum ProxyFraming: String, ExpressibleByArgument, CaseIterable {
    /// Socket chat, whose framing is detected.
    case auto
    /// RongCloud packets.
    case tcp
}

/// The settings of a proxy.
package struct ProxySettings: Sendable {
    /// Returns the target that a URL names, or nil if it is not a valid URL of a server, which has no path.
    package static func target(_ text: String) -> LiveTarget? {
        let target = try? LiveTarget(text.last == "/" ? String(text.dropLast()) : text)
        return target.flatMap { $0.target.isEmpty && $0.address.port > 0 ? $0 : nil }
    }

    package var target: LiveTarget
    package var listen: LiveAddress
    /// A file with the certificates that are trusted for the server; nil for those of the system.
    package var trust: String?
    package var isInsecure = false
    package var inspects = false
    package var logPath: String?
    package var mode = DecodingMode.lenient
    /// The settings of RongCloud packets on TCP; nil for socket chat.
    package var rmtp: ProxyStreamSettings?
    /// The number of connections after which the proxy ends; nil for no limit.
    package var connections: Int?
    package var isQuiet = false

    package init(target: LiveTarget, listen: LiveAddress) {
        (self.target, self.listen) = (target, listen)
    }
}

#endif
