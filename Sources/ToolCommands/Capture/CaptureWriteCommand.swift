// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import IMWireRMTP
import LiveReaders

extension PcapWriter.Link: ExpressibleByArgument {}

struct CaptureWriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Writes a wire log as a capture file, which Wireshark and tcpdump read.",
        usage: "imwire capture write [<options>] --output <file> [<log>]",
        discussion: """
            A wire log has one JSON object a line:
              {"at":0,"connection":1,"direction":"up","transport":"tcp",
               "bytes":"<base64>"}
            direction is up (from the client) or down; transport is tcp, tls, websocket \
            or http; event (open, close, error) may stand in the place of bytes. On a \
            WebSocket each event is one message, elsewhere a piece of the stream. What \
            went over TLS is written decrypted.

            Each connection gets its three-way handshake, acknowledgements, its end, and \
            on a WebSocket the upgrade and masks. The same log always gives the same \
            file: addresses are from documentation ranges, and time 0 is fixed. \
            Bindings/wireshark has a dissector.

            EXAMPLES
              imwire capture write wire.log --output wire.pcap
              imwire capture write --segment 7 wire.log --output split.pcap
              imwire capture write --joined wire.log --output joined.pcap

            EXIT CODES
              0  the file is written
              2  the command line is wrong, or a file cannot be used
            """)

    @Argument(help: "The wire log; standard input if absent or -.", completion: .file())
    var log = InputFile.standardInput
    @Option(
        help: ArgumentHelp("The capture file to write.", valueName: "file"), completion: .file(extensions: ["pcap"]))
    var output: String
    @Option(help: "The link layer: ethernet, or raw for bare IP.")
    var link = PcapWriter.Link.ethernet
    @Option(help: ArgumentHelp("The largest TCP segment, 1 to 65495 bytes.", valueName: "bytes"))
    var segment = 1460
    @Flag(help: "Join consecutive chunks of one direction into segments.")
    var joined = false
    @Option(help: ArgumentHelp("The largest WebSocket frame, in bytes.", valueName: "bytes"))
    var frame = 1 << 20
    @Option(help: ArgumentHelp("The server's port for all connections, or for one as 2=443.", valueName: "port"))
    var port: [PortChoice] = []
    @Option(help: "The path of the WebSocket request.")
    var path = "/websocket"

    func validate() throws {
        guard (1...65_495).contains(segment) else { throw ValidationError("--segment takes 1 to 65495 bytes") }
        guard frame > 0 else { throw ValidationError("--frame takes numbers from 1") }
        guard path.hasPrefix("/"), path.utf8.allSatisfy((UInt8(ascii: "!")...UInt8(ascii: "~")).contains) else {
            throw ValidationError("--path begins with / and has no spaces")
        }
    }

    func run() throws {
        let events = try InputFile.parsed(log, maximum: 256 << 20, kind: "jsonl") { try WireLog($0).events }
        if events.isEmpty { throw CommandFailure.usage("\(InputError.title(log)): there are no events") }
        var file = PcapWriter(link)
        write(joined ? CaptureWriteCommand.joined(events) : events, into: &file)
        try OutputFile.write(file.bytes, to: output)
    }

    private func write(_ events: [WireEvent], into file: inout PcapWriter) {
        var connections: [Int: CapturedConnection] = [:]
        var frames: [Int: WebSocketFrames] = [:]
        // An event without a transport uses the first transport that its connection names.
        let named = events.compactMap { event in event.transport.map { (event.connection, $0) } }
        let transports = Dictionary(named) { first, _ in first }
        for event in events {
            let number = event.connection
            let transport = event.transport ?? transports[number] ?? .tcp
            var connection = connections[number] ?? CapturedConnection(number, port: port(of: number, transport))
            defer { connections[number] = connection }
            switch event.content {
            case .event("close"): connection.close(event.direction, at: event.at, into: &file)
            case .event("open"): connection.open(at: event.at, into: &file)
            case .event: continue
            case .bytes(let bytes):
                guard transport == .websocket else {
                    connection.send(event.direction, bytes, size: segment, at: event.at, into: &file)
                    continue
                }
                var socket = frames[number] ?? WebSocketFrames()
                if frames[number] == nil {
                    let (request, answer) = socket.handshake(path: path)
                    connection.send(.up, request, size: 1460, at: event.at, into: &file)
                    connection.send(.down, answer, size: 1460, at: event.at, into: &file)
                }
                let message = socket.message(bytes, event.direction, size: frame)
                frames[number] = socket
                connection.send(event.direction, message, size: segment, at: event.at, into: &file)
            }
        }
        for number in connections.keys.sorted() {
            connections[number]?.close(.up, at: events.last?.at ?? 0, into: &file)
        }
    }

    private func port(of connection: Int, _ transport: WireEvent.Transport) -> UInt16 {
        if let own = port.last(where: { $0.connection == connection }) { return own.port }
        if let all = port.last(where: { $0.connection == nil }) { return all.port }
        return transport == .websocket || transport == .http ? 8080 : 7100
    }

    /// Returns the events, with consecutive events of the same stream and direction joined.
    private static func joined(_ events: [WireEvent]) -> [WireEvent] {
        var joined: [WireEvent] = []
        var bytes: [UInt8] = []
        for event in events {
            if let last = joined.last, last.bytes != nil, let new = event.bytes, last.connection == event.connection,
                last.direction == event.direction, event.transport != .websocket
            {
                bytes += new
                continue
            }
            finish()
            joined.append(event)
            bytes = event.bytes ?? []
        }
        finish()
        return joined

        // The joined bytes are assigned once per run of events, so that they are not copied for each event.
        func finish() {
            if let last = joined.last, last.bytes != nil { joined[joined.count - 1].content = .bytes(bytes) }
        }
    }
}

/// A port for all connections or for one.
struct PortChoice: ExpressibleByArgument {
    /// The connection number, or nil for all connections.
    let connection: Int?
    let port: UInt16

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, let port = UInt16(last), port > 0, parts.count <= 2 else { return nil }
        if parts.count == 2 {
            guard let number = Int(parts[0]), number >= 0 else { return nil }
            connection = number
        } else {
            connection = nil
        }
        self.port = port
    }
}

#endif
