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
final class ProxyWatch {
    private let state: ProxyState
    private var connection: LiveConnection
    private let reader: any ProxyReader
    private var frames: [RMTPDirection: Int] = [:]
    /// The number of bytes that the reader keeps until more arrive.
    var pending: Int { reader.pending }
    private var isClosed = false
    private var hasWaited = false

    /// Creates an observer, or returns nil if too many connections are open.
    init?(_ state: ProxyState, peer: String) {
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
    func take(_ buffer: ByteBuffer, _ direction: RMTPDirection) {
        state.report[direction].bytes += buffer.readableBytes
        if direction == .up {
            connection.bytesUp += buffer.readableBytes
        } else {
            connection.bytesDown += buffer.readableBytes
        }
        if !reader.logsParts { logBytes(buffer, direction) }
        for found in reader.take(buffer, direction) { take(found.arrival, found.direction) }
    }

    /// Returns whether more data of a direction may be read (LIV-132), and logs the first time that it may not.
    func isReady(for direction: RMTPDirection) -> Bool {
        if reader.isReady(for: direction) { return true }
        if !hasWaited {
            state.connections.log.note(
                "is not read while \(reader.unanswered) requests have no answer", connection.number)
        }
        hasWaited = true
        return false
    }

    private func logBytes(_ buffer: ByteBuffer, _ direction: RMTPDirection) {
        guard state.connections.wireLog != nil else { return }
        state.connections.bytes(Array(buffer.readableBytesView), direction, connection)
    }

    /// Reports that one side sends no more.
    func end(_ direction: RMTPDirection) {
        for found in reader.end(direction) { take(found.arrival, found.direction) }
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

    private func take(_ unit: ChatUnit, _ bytes: [UInt8], _ framing: StreamFraming, _ direction: RMTPDirection) {
        count(direction, messages: unit.messages.count)
        for item in unit.items {
            switch item {
            case .failure(let fault):
                note(fault.error.code.rawValue, fault.error.path, isError: true, direction)
                state.connections.fail(connection, "\(direction.rawValue): \(fault)")
            case .success(let item):
                for deviation in item.deviations {
                    note("\(deviation.id)", "\(item.kind.rawValue) \(deviation.path)", isError: false, direction)
                }
            }
        }
        state.connections.inspector?.chat(bytes, framing, direction, connection)
    }

    private func take(_ arrival: ProxyArrival, _ direction: RMTPDirection) {
        switch arrival {
        case .web(.opened):
            state.connections.close(connection)
            connection = state.connections.open(.websocket, peer: connection.peer, "WebSocket") ?? connection
        case .web(.unread(let reason)), .unread(let reason): state.report.pass(reason)
        case .web(.wrong(let code, let place)), .wrong(let code, let place):
            count(direction, messages: 0)
            note(code, place, isError: true, direction)
            state.connections.fail(connection, "\(direction.rawValue): \(code)")
        case .chat(let unit, let bytes, let framing): take(unit, bytes, framing, direction)
        case .web(.part(let bytes, let part)), .part(let bytes, let part): take(part, bytes, direction)
        }
    }

    private func take(_ part: InspectedPart, _ bytes: [UInt8], _ direction: RMTPDirection) {
        if reader.logsParts { state.connections.bytes(bytes, direction, connection) }
        count(direction, messages: part.items.count)
        for finding in part.findings {
            let isError = finding.severity == .fault
            let place = [
                part.items.first?.kind ?? "", finding.path.isEmpty ? finding.field.last ?? "" : finding.path,
            ]
            note(finding.code, place.filter { !$0.isEmpty }.joined(separator: " "), isError: isError, direction)
            if isError { state.connections.fail(connection, "\(direction.rawValue): \(finding.code)") }
        }
        state.connections.inspector?.part(part, bytes, direction, connection)
    }

    private func count(_ direction: RMTPDirection, messages: Int) {
        frames[direction, default: 0] += 1
        state.report[direction].frames += 1
        state.report[direction].messages += messages
    }

    private func note(_ code: String, _ name: String, isError: Bool, _ direction: RMTPDirection) {
        state.report.add(
            code, name.isEmpty ? "the frame" : name, isError: isError, direction, connection: connection.number,
            frame: frames[direction] ?? 0)
    }
}

#endif
