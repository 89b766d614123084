// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore

/// Reads a copy of what goes over one connection; confined to the loop.
final class ProxyWatch {
    private let state: ProxyState
    private var connection: LiveConnection
    private let chat: [RMTPDirection: ProxyChatReader]
    private let socket: ProxySocketReader?
    private let text = InspectionText(AnnotationText(width: 120))
    private var frames: [RMTPDirection: Int] = [:]
    private var isClosed = false
    /// Bytes of a frame that are annotated; of larger ones only the size is shown.
    private static let shown = 16_384

    /// Nil where too many connections are open.
    init?(_ state: ProxyState, peer: String) {
        let target = state.settings.target
        let detail = target.isWebSocket ? "HTTP" : "socket chat"
        guard
            let connection = state.connections.open(
                target.isWebSocket ? .http : target.isSecure ? .tls : .tcp, peer: peer, detail)
        else { return nil }
        self.state = state
        self.connection = connection
        let mode = state.settings.mode
        socket = target.isWebSocket ? ProxySocketReader(mode) : nil
        chat = target.isWebSocket ? [:] : [.up: ProxyChatReader(mode), .down: ProxyChatReader(mode)]
    }

    /// Bytes that go by.
    func take(_ buffer: ByteBuffer, _ direction: RMTPDirection) {
        state.report[direction].bytes += buffer.readableBytes
        if direction == .up {
            connection.bytesUp += buffer.readableBytes
        } else {
            connection.bytesDown += buffer.readableBytes
        }
        if let socket {
            if !socket.isOpen { logBytes(buffer, direction) }
            for arrival in socket.take(buffer, direction) { take(arrival, direction) }
        } else if let reader = chat[direction] {
            logBytes(buffer, direction)
            reader.take(buffer) { take($0, reader, direction) }
        }
    }

    private func logBytes(_ buffer: ByteBuffer, _ direction: RMTPDirection) {
        guard state.connections.wireLog != nil else { return }
        state.connections.bytes(Array(buffer.readableBytesView), direction, connection)
    }

    /// One side sends no more.
    func end(_ direction: RMTPDirection) {
        guard let reader = chat[direction] else { return }
        reader.end { take($0, reader, direction) }
    }

    func fail(_ what: String) {
        state.connections.fail(connection, what)
    }

    func close() {
        if isClosed { return }
        isClosed = true
        state.connections.close(connection)
    }

    // MARK: What was read

    private func take(_ unit: ProxyChatReader.Unit, _ reader: ProxyChatReader, _ direction: RMTPDirection) {
        count(direction, messages: unit.unit.messages.count)
        for item in unit.unit.items {
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
        guard state.settings.inspects, let framing = reader.framing else { return }
        guard unit.bytes.count <= ProxyWatch.shown else { return show("\(unit.bytes.count) bytes", [], direction) }
        _ = ChatInspection.inspect(unit.bytes, ChatInspection.Options(framing)) { part in
            show(part.items.first?.text ?? part.title, text.lines(part, of: unit.bytes), direction)
        }
    }

    private func take(_ arrival: ProxySocketReader.Arrival, _ direction: RMTPDirection) {
        switch arrival {
        case .opened:
            state.connections.close(connection)
            connection = state.connections.open(.websocket, peer: connection.peer, "WebSocket") ?? connection
        case .unread(let reason): state.report.pass(reason)
        case .wrong(let code, let place):
            count(direction, messages: 0)
            note(code, place, isError: true, direction)
            state.connections.fail(connection, "\(direction.rawValue): \(code)")
        case .message(let bytes, let part):
            state.connections.bytes(bytes, direction, connection)
            count(direction, messages: part.items.count)
            for finding in part.findings {
                let isError = finding.severity == .fault
                let place = [
                    part.items.first?.kind ?? "", finding.path.isEmpty ? finding.field.last ?? "" : finding.path,
                ]
                note(finding.code, place.filter { !$0.isEmpty }.joined(separator: " "), isError: isError, direction)
                if isError { state.connections.fail(connection, "\(direction.rawValue): \(finding.code)") }
            }
            guard state.settings.inspects else { return }
            let isShort = bytes.count <= ProxyWatch.shown
            show(
                isShort ? part.items.first?.text ?? part.title : "\(bytes.count) bytes",
                isShort ? text.lines(part, of: bytes) : [], direction)
        }
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

    private func show(_ title: String, _ lines: [String], _ direction: RMTPDirection) {
        let head = "connection \(connection.number), \(direction.rawValue): \(title)"
        Output.emit(lines: ([head] + lines.map { "  " + $0 }).joined(separator: "\n"))
    }
}

/// Reads one direction of a socket chat connection, whose framing its first bytes tell (FRM-008).
final class ProxyChatReader {
    /// A line or packet, and what it has given.
    struct Unit {
        var unit: ChatUnit
        var bytes: [UInt8]
    }

    /// The framing, once it is known.
    private(set) var framing: StreamFraming?
    private let mode: DecodingMode
    private var first = ByteBuffer()
    private var decoder: ChatUnitDecoder?
    private var processor: NIOSingleStepByteToMessageProcessor<ChatUnitDecoder>?
    private var unitBytes: [UInt8] = []
    private static let limit = 65_536

    init(_ mode: DecodingMode) {
        self.mode = mode
    }

    func take(_ buffer: ByteBuffer, _ body: (Unit) -> Void) {
        if processor != nil { return read(buffer, body) }
        first.writeImmutableBuffer(buffer)
        let bytes = Array(first.readableBytesView)
        if FramingDetection.isEnough(bytes) || bytes.count > ProxyChatReader.limit { decide(bytes, body) }
    }

    func end(_ body: (Unit) -> Void) {
        if processor == nil, first.readableBytes > 0 { decide(Array(first.readableBytesView), body) }
        try? processor?.finishProcessing(seenEOF: true) { give($0, body) }
        processor = nil
    }

    private func decide(_ bytes: [UInt8], _ body: (Unit) -> Void) {
        let found = FramingDetection(bytes).framing
        framing = found
        let chat: ChatFraming =
            switch found {
            case .packet: .packets
            case .line(let delimiter, let encoding): .lines(delimiter, encoding)
            }
        let decoder = ChatUnitDecoder(chat, mode: mode)
        decoder.onUnit = { [unowned self] in self.unitBytes = Array($0.readableBytesView) }
        processor = NIOSingleStepByteToMessageProcessor(decoder)
        let buffer = first
        first = ByteBuffer()
        read(buffer, body)
    }

    private func read(_ buffer: ByteBuffer, _ body: (Unit) -> Void) {
        // The decoder's faults are values, and so nothing is thrown.
        try? processor?.process(buffer: buffer) { give($0, body) }
    }

    private func give(_ unit: ChatUnit, _ body: (Unit) -> Void) {
        body(Unit(unit: unit, bytes: unitBytes))
        unitBytes = []
    }
}

#endif
