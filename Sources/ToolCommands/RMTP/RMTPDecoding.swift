// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// A handler that decodes RongCloud's packets from WebSocket messages and replies to polls, one per line.
struct RMTPDecoding: LineConversion {
    let output: ItemOutput
    private let isPolling: Bool
    /// The direction of lines that do not state one.
    private let direction: RMTPDirection?
    private var form: LineBytes?
    private var reader: RMTPItemReader

    init(
        _ options: RMTPInspection.Options, _ direction: RMTPDirection?, _ form: LineBytes?, bodies: Bool,
        _ output: ItemOutput
    ) {
        self.output = output
        isPolling = options.framing == .xhr
        self.direction = direction
        self.form = form
        reader = RMTPItemReader(options, bodies: bodies)
    }

    mutating func handle(_ line: Span<UInt8>, at location: LineLocation) throws(LineError) {
        if isPolling {
            for item in reader.reply(line) { output.write(item, location) }
            return
        }
        let message = try MessageLine(line, &form)
        guard let way = message.direction ?? direction else {
            throw LineError(
                .member, at: 0,
                "the direction of the message is unknown; begin the line with up or down, or give --direction")
        }
        output.write(reader.message(message.bytes.span, way), location, message.direction)
    }
}

/// A decoder of RongCloud's packets in a TCP stream.
struct RMTPStreamDecoding: StreamDecoding {
    private let output: ItemOutput
    private let direction: RMTPDirection
    private var stream: RMTPStreamDecoder
    private var reader: RMTPItemReader
    private var location: LineLocation

    init(_ file: LineLocation, _ options: RMTPInspection.Options, bodies: Bool, _ output: ItemOutput) {
        self.output = output
        direction = options.format.direction
        // A key is only rejected for its length, which the command line has already validated.
        let key = options.key.flatMap { try? RMTPStreamKey($0) }
        stream = RMTPStreamDecoder(
            .tcp(key: key), options.format, mode: options.mode, limits: options.limits.packets)
        reader = RMTPItemReader(options, bodies: bodies)
        location = file
    }

    var isClosed: Bool { stream.isClosed }

    mutating func feed(_ bytes: Span<UInt8>) {
        stream.feed(bytes)
        writeItems()
    }

    mutating func finish() {
        stream.finish()
        writeItems()
    }

    private mutating func writeItems() {
        while let result = stream.nextResult() {
            switch result {
            case .success(.packet(let packet, let deviations)): write(reader.item(packet, deviations, direction))
            case .success(.polled): break  // a stream has no polls
            case .failure(let fault):
                write(reader.refused(fault))
                guard fault.scope == .connection else { break }
                output.report(fault, in: location, within: "packet", "check the framing and the direction")
            }
        }
    }

    private mutating func write(_ item: RMTPItemReader.Item) {
        location.number += 1
        output.write(item, location, as: "packetNumber")
    }
}

#endif
