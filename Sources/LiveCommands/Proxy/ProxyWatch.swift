// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import LiveReaders
import NIOCore

/// An observer that reads a copy of one connection's data; confined to its event loop.
package final class ProxyWatch {
    private let state: ProxyState
    private var connection: LiveConnection
    private let reader: any ProxyReader
    private var frames: [RMTPDirection: Int] = [:]
    /// The number of bytes that the reader keeps until more arrive.
    package var pending: Int { reader.pending }
    private var isClosed = false
    private var hasWaited = false

    /// Creates an observer, or returns nil if too many connections are open.
    package init?(_ state: ProxyState, peer: String) {
        let target = state.settings.target
        let detail = target.isWebSocket ? "HTTP" : state.settings.rmtp == nil ? "socket chat" : "packets on TCP"
        guard
            let connection = state.connections.open(
                target.isWebSocket ? .http : target.isSecure ? .tls : .tcp, peer: peer, detail)
        else { return nil }
        self.state = state
        self.connection = connection
        reader = state.settings.reader()
    }

    /// Reads forwarded bytes.
    package func read(_ buffer: ByteBuffer, _ direction: RMTPDirection) {
        state.report[direction].bytes += buffer.readableBytes
        if direction == .up {
            connection.bytesUp += buffer.readableBytes
        } else {
            connection.bytesDown += buffer.readableBytes
        }
        if !reader.logsParts, state.connections.wireLog != nil {
            state.connections.bytes(Array(buffer.readableBytesView), direction, connection)
        }
        for found in reader.read(buffer, direction) { handle(found.arrival, found.direction) }
    }

    /// Returns whether more data of a direction may be read (LIV-132), and logs the first time that it may not.
    func isReady(for direction: RMTPDirection) -> Bool {
        if reader.isReady(for: direction) { return true }
        if !hasWaited {
            let text = "is not read while \(reader.unanswered) requests have no answer"
            state.connections.log.record(text, connection.number)
        }
        hasWaited = true
        return false
    }

    /// Reports that one side sends no more.
    package func end(_ direction: RMTPDirection) {
        for found in reader.end(direction) { handle(found.arrival, found.direction) }
    }

    func fail(_ what: String) {
        state.connections.fail(connection, what)
    }

    func close() {
        if isClosed { return }
        isClosed = true
        state.connections.close(connection)
    }

    // MARK: Results of reading

    private func handle(_ unit: ChatUnit, _ bytes: [UInt8], _ framing: StreamFraming, _ direction: RMTPDirection) {
        count(direction, messages: unit.messages.count)
        for item in unit.items {
            switch item {
            case .failure(let fault):
                record(fault.error.code.rawValue, fault.error.path, isError: true, direction)
                state.connections.fail(connection, "\(direction.rawValue): \(fault)")
            case .success(let item):
                for deviation in item.deviations {
                    record("\(deviation.id)", "\(item.kind.rawValue) \(deviation.path)", isError: false, direction)
                }
            }
        }
        state.connections.inspector?.chat(bytes, framing, direction, connection)
    }

    private func handle(_ arrival: ProxyArrival, _ direction: RMTPDirection) {
        switch arrival {
        case .packets(.opened):
            state.connections.close(connection)
            connection = state.connections.open(.websocket, peer: connection.peer, "WebSocket") ?? connection
        case .packets(.unread(let reason)): state.report.pass(reason)
        case .packets(.wrong(let code, let place)):
            count(direction, messages: 0)
            record(code, place, isError: true, direction)
            state.connections.fail(connection, "\(direction.rawValue): \(code)")
        case .chat(let unit, let bytes, let framing): handle(unit, bytes, framing, direction)
        case .packets(.part(let bytes, let part)): handle(part, bytes, direction)
        }
    }

    private func handle(_ part: InspectedPart, _ bytes: [UInt8], _ direction: RMTPDirection) {
        if reader.logsParts { state.connections.bytes(bytes, direction, connection) }
        count(direction, messages: part.items.count)
        for finding in part.findings {
            let isError = finding.severity == .fault
            let place = [
                part.items.first?.kind ?? "", finding.path.isEmpty ? finding.field.last ?? "" : finding.path,
            ]
            record(finding.code, place.filter { !$0.isEmpty }.joined(separator: " "), isError: isError, direction)
            if isError { state.connections.fail(connection, "\(direction.rawValue): \(finding.code)") }
        }
        state.connections.inspector?.part(part, bytes, direction, connection)
    }

    private func count(_ direction: RMTPDirection, messages: Int) {
        frames[direction, default: 0] += 1
        state.report[direction].parts += 1
        state.report[direction].messages += messages
    }

    private func record(_ code: String, _ name: String, isError: Bool, _ direction: RMTPDirection) {
        state.report.add(
            code, name.isEmpty ? "the frame" : name, isError: isError, direction, connection: connection.number,
            frame: frames[direction] ?? 0)
    }
}

#endif
