// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// A line of a wire log: bytes that were sent over a connection, or another event of the connection.
///
/// A line has the form `{"at":12,"connection":1,"direction":"up","transport":"tcp","bytes":"…"}`, in which
/// `"event":"open"`, `"close"`, or `"error"` can replace `bytes`. On a WebSocket, an event is one message, and on other
/// transports it is a chunk of the stream.
package struct WireEvent: Hashable, Sendable {
    /// The transport of a connection.
    package enum Transport: String, Hashable, Sendable, CaseIterable {
        case tcp, tls, websocket, http
    }

    /// The content of an event.
    package enum Content: Hashable, Sendable {
        /// The bytes that were sent over the connection.
        case bytes([UInt8])
        /// Another event, by its name: `open`, `close`, or `error`.
        case event(String)
    }

    /// The time in milliseconds since the log began.
    package var at: Int
    package var connection: Int
    package var direction: RMTPDirection
    /// The transport; nil for an event that does not state it.
    package var transport: Transport?
    package var content: Content

    /// The latest time of a line, which is a hundred years.
    private static let latest = 100 * 366 * 86_400_000

    /// The bytes; nil for another event.
    package var bytes: [UInt8]? { if case .bytes(let bytes) = content { bytes } else { nil } }

    package init(
        at: Int, connection: Int, _ direction: RMTPDirection, _ transport: Transport?, _ content: Content
    ) {
        self.at = at
        self.connection = connection
        self.direction = direction
        self.transport = transport
        self.content = content
    }

    /// Creates an event by parsing a line.
    ///
    /// - Throws: ``WireLogFault`` that describes the error.
    package init(_ line: Span<UInt8>) throws(WireLogFault) {
        let json: RawJSON
        do throws(DecodeError) {
            json = try RawJSON(parsing: line)
        } catch {
            throw WireLogFault("byte \(error.offset) is not JSON (\(error.code.rawValue))")
        }
        guard json.kind == .object else { throw WireLogFault("is not a JSON object") }
        func integer(_ name: String) throws(WireLogFault) -> Int {
            guard let value = json[name]?.number?.int64, value >= 0, value <= WireEvent.latest else {
                throw WireLogFault("\(name) is not a non-negative number")
            }
            return Int(value)
        }
        let at = try integer("at")
        let connection = try integer("connection")
        let transport = json["transport"]?.string.flatMap(Transport.init(rawValue:))
        if json["transport"] != nil, transport == nil {
            throw WireLogFault("transport is none of tcp, tls, websocket and http")
        }
        let direction = json["direction"]?.string.flatMap(RMTPDirection.init(rawValue:))
        if let event = json["event"] {
            guard let name = event.string, json["bytes"] == nil else {
                throw WireLogFault("event is not a string, or occurs with bytes")
            }
            self.init(at: at, connection: connection, direction ?? .up, transport, .event(name))
            return
        }
        guard let direction else { throw WireLogFault("direction is neither up nor down") }
        guard let transport else { throw WireLogFault("there is no transport") }
        guard let bytes = json["bytes"]?.string.flatMap({ Base64.decode($0) }) else {
            throw WireLogFault("bytes is not Base64")
        }
        self.init(at: at, connection: connection, direction, transport, .bytes(bytes))
    }

    /// The JSON of the line, without the end of the line.
    package var json: RawJSON {
        var line = JSONBuilder()
        line.add("at", at)
        line.add("connection", connection)
        line.add("direction", direction.rawValue)
        line.add("transport", transport?.rawValue)
        switch content {
        case .bytes(let bytes): line.add("bytes", RawJSON.base64(bytes))
        case .event(let name): line.add("event", name)
        }
        return line.json
    }
}

/// An error in a wire log.
package struct WireLogFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the error, which does not contain the bytes.
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A complete wire log.
package struct WireLog: Sendable {
    /// The events, in the order of the lines.
    package let events: [WireEvent]
    /// The numbers of the connections, in the order in which they first occur.
    package let connections: [Int]
    /// The indices of each connection's events.
    private let places: [Int: [Int]]

    package init(_ events: [WireEvent]) {
        var connections: [Int] = []
        var places: [Int: [Int]] = [:]
        for (place, event) in events.enumerated() {
            if places[event.connection] == nil { connections.append(event.connection) }
            places[event.connection, default: []].append(place)
        }
        self.events = events
        self.connections = connections
        self.places = places
    }

    /// Creates a log by parsing one event per line; empty lines are skipped.
    ///
    /// - Throws: ``WireLogFault`` that describes the first line that is not an event, with its number, or times that go
    ///   back.
    package init(_ bytes: [UInt8]) throws(WireLogFault) {
        var events: [WireEvent] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            do {
                events.append(try WireEvent(Array(line).span))
            } catch {
                throw WireLogFault("line \(index + 1): \(error.description)")
            }
        }
        for (event, next) in zip(events, events.dropFirst()) where next.at < event.at {
            throw WireLogFault("the times decrease, from \(event.at) to \(next.at)")
        }
        self.init(events)
    }

    /// Returns whether a file is a wire log, which is the case if its first line is an event.
    package static func isLog(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first else { return false }
        let line = first.last == UInt8(ascii: "\r") ? first.dropLast() : first
        return (try? WireEvent(Array(line).span)) != nil
    }

    package func events(of connection: Int) -> [WireEvent] { (places[connection] ?? []).map { events[$0] } }
}
