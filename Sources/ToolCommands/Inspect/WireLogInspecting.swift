// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import Platform

/// An inspection of a wire log, connection by connection, and for each its directions or its WebSocket messages in
/// order.
struct WireLogInspecting {
    private let log: WireLog
    private let choice: InspectCommand

    init(_ choice: InspectCommand) throws {
        self.choice = choice
        // Base64 and the surrounding members take about twice the space of the bytes.
        log = try InputFile.parsed(choice.file, maximum: choice.maxBytes * 2, kind: "jsonl") { try WireLog($0) }
        if log.events.isEmpty { throw CommandFailure.usage("\(InputError.title(choice.file)): there are no events") }
    }

    /// Returns whether the beginning of a file is that of a log.
    ///
    /// Only regular files are checked, since other inputs cannot be read a second time.
    static func isLog(_ name: String) -> Bool {
        var status = stat()
        guard name != InputFile.standardInput, stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        guard let file = try? InputFile(name) else { return false }
        let text = String(decoding: (try? file.read(upTo: 4096)) ?? [], as: UTF8.self)
        return text.hasPrefix("{\"at\":") && text.firstRange(of: "\"connection\":") != nil
    }

    /// Reports every connection and returns the exit code.
    func run() throws -> ToolExit {
        var exit = ToolExit.clean
        for number in log.connections where choice.connection.isEmpty || choice.connection.contains(number) {
            exit = .worse(exit, try connection(number, log.events(of: number)))
        }
        if let missing = choice.connection.first(where: { !log.connections.contains($0) }) {
            throw CommandFailure.usage("--connection \(missing): the log has no such connection")
        }
        return exit
    }

    private func connection(_ number: Int, _ events: [WireEvent]) throws -> ToolExit {
        let messages = events.compactMap { event in event.bytes.map { ($0, event.direction) } }
        guard !messages.isEmpty else { return .clean }
        if events.contains(where: { $0.transport == .websocket }) {
            heading(number, "websocket", nil)
            return try RMTPInspecting(messages: messages, choice.rmtp).run(choice, reasons: [])
        }
        let transport = events.compactMap(\.transport).first?.rawValue ?? "tcp"
        let streams = RMTPDirection.allCases.map { way in (way, messages.filter { $0.1 == way }.flatMap(\.0)) }
            .filter { !$0.1.isEmpty }
        let isRMTP =
            choice.isRMTP
            || choice.wire == .auto && choice.framing == .auto && streams.allSatisfy { RMTPDetection.isNoChat($0.1) }
        if isRMTP {
            heading(number, transport, nil)
            return try RMTPInspecting(streams: streams, choice.rmtp).run(choice, reasons: [])
        }
        var exit = ToolExit.clean
        for (direction, bytes) in streams {
            heading(number, transport, direction)
            exit = .worse(exit, try choice.inspectChat(StreamInput(bytes)))
        }
        return exit
    }

    private func heading(_ number: Int, _ transport: String, _ direction: RMTPDirection?) {
        let out = Output()
        if choice.format == .json {
            var members: [(name: String, value: RawJSON)] = [
                ("number", .integer(number)), ("transport", RawJSON(transport)),
            ]
            if let direction { members.append(("direction", RawJSON(direction.rawValue))) }
            out.record(RawJSON.object([("connection", .object(members))]).text)
        } else {
            let way = direction.map { $0 == .up ? ", up, from the client" : ", down, from the service" } ?? ""
            out.line(out.style.bold("Connection \(number), \(transport)\(way)"))
        }
        out.flush()
    }
}

#endif
