// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore

/// A message of a connection, as text for people.
struct ShownUnit: Sendable {
    var number: Int
    var time: Int64
    var connection: Int
    /// The user of the connection, or nil while unknown.
    var user: String?
    var direction: RMTPDirection
    /// The names of the conversations of its messages.
    var conversations: [String]
    /// A one-line description of the message.
    var title: String
    /// The annotated bytes of the message.
    var lines: [String]
}

/// An inspector that annotates messages for the status page and for standard output; only the newest are kept.
///
/// Messages for the page are annotated when the page asks for them, because annotating takes several times as long as
/// serving.
final class UnitInspector {
    /// A message that is still to be annotated.
    private struct WaitingUnit {
        var time: Int64
        var connection: LiveConnection
        var direction: RMTPDirection
        var format: UnitFormat
        /// The bytes of the message, or none if it is too large.
        var bytes: [UInt8]
    }

    private enum UnitFormat {
        case chat(StreamFraming)
        case packet(RMTPVersion)
        /// A message that is too large to annotate, with its number of bytes.
        case large(Int)
    }

    private var shown: [ShownUnit] = []
    private var waiting: [WaitingUnit] = []
    private var lastNumber = 0
    private let clock: SessionClock
    private let prints: Bool
    private let text = InspectionText(AnnotationText(width: 120))
    private static let kept = 200
    /// The maximum number of bytes that are annotated; only the size of larger messages is shown.
    private static let limit = 16_384
    /// The time for annotating that is left, in nanoseconds, so that a page that asks often does not stop the server.
    private var budget = UnitInspector.most
    private var measured = NIODeadline.now()
    private var skipped = 0
    /// The maximum time for annotating at once, in nanoseconds; later, a tenth of the time that passes is left for it.
    private static let most: Int64 = 500_000_000

    init(_ clock: SessionClock, prints: Bool) {
        self.clock = clock
        self.prints = prints
    }

    /// Annotates the messages that have arrived, and returns the newest, oldest first.
    func units() -> [ShownUnit] {
        let units = waiting.suffix(UnitInspector.kept)
        skipped += waiting.count - units.count
        waiting = []
        for unit in units { annotate(unit) }
        return shown
    }

    func chat(
        _ bytes: some Collection<UInt8>, _ framing: StreamFraming, _ direction: RMTPDirection,
        _ connection: LiveConnection
    ) {
        record(bytes, .chat(framing), direction, connection)
    }

    func packet(
        _ bytes: some Collection<UInt8>, _ version: RMTPVersion, _ direction: RMTPDirection,
        _ connection: LiveConnection
    ) {
        record(bytes, .packet(version), direction, connection)
    }

    private func record(
        _ bytes: some Collection<UInt8>, _ format: UnitFormat, _ direction: RMTPDirection, _ connection: LiveConnection
    ) {
        let isShown = bytes.count <= UnitInspector.limit
        let unit = WaitingUnit(
            time: clock.now, connection: connection, direction: direction,
            format: isShown ? format : .large(bytes.count), bytes: isShown ? Array(bytes) : [])
        if prints { return annotate(unit) }
        waiting.append(unit)
        // Several are removed at a time, because each removal moves all others.
        guard waiting.count >= 2 * UnitInspector.kept else { return }
        skipped += waiting.count - UnitInspector.kept
        waiting.removeFirst(waiting.count - UnitInspector.kept)
    }

    /// Annotates a message if there is time for it; for standard output, every message is annotated.
    private func annotate(_ unit: WaitingUnit) {
        let start = NIODeadline.now()
        budget = min(UnitInspector.most, budget + (start - measured).nanoseconds / 10)
        measured = start
        guard budget > 0 || prints else {
            skipped += 1
            return
        }
        if skipped > 0 {
            add("\(skipped) more messages passed too fast to be shown", [], unit)
            skipped = 0
        }
        inspect(unit)
        budget -= (NIODeadline.now() - start).nanoseconds
    }

    private func inspect(_ unit: WaitingUnit) {
        switch unit.format {
        case .large(let count): add("\(count) bytes, too large to be shown", [], unit)
        case .chat(let framing):
            _ = ChatInspection.inspect(unit.bytes, ChatInspection.Options(framing)) { add($0, unit) }
        case .packet(let version):
            let format = RMTPFormat(unit.direction, version)
            var options = RMTPInspection.Options(.websocket, format)
            options.listsConversations = true
            let inspection = unit.connection.inspection ?? ConnectionInspection(RMTPInspection(options))
            unit.connection.inspection = inspection
            add(inspection.packets.next(unit.bytes, unit.direction), unit)
        }
    }

    /// Prints a message that has already been inspected.
    func part(_ part: InspectedPart, _ bytes: [UInt8], _ direction: RMTPDirection, _ connection: LiveConnection) {
        let isShown = bytes.count <= UnitInspector.limit
        let unit = WaitingUnit(
            time: clock.now, connection: connection, direction: direction,
            format: isShown ? .packet(.three) : .large(bytes.count), bytes: isShown ? bytes : [])
        if isShown { add(part, unit) } else { inspect(unit) }
    }

    private func add(_ part: InspectedPart, _ unit: WaitingUnit) {
        var conversations: [String] = []
        for one in part.items.flatMap(\.conversations) {
            let name = one.name(owner: unit.connection.user)
            if !conversations.contains(name) { conversations.append(name) }
        }
        add(part.items.first?.text ?? part.title, text.lines(part, of: unit.bytes), unit, conversations)
    }

    private func add(_ title: String, _ lines: [String], _ unit: WaitingUnit, _ conversations: [String] = []) {
        lastNumber += 1
        shown.append(
            ShownUnit(
                number: lastNumber, time: unit.time, connection: unit.connection.number, user: unit.connection.user,
                direction: unit.direction, conversations: conversations, title: title, lines: lines))
        if shown.count > 2 * UnitInspector.kept { shown.removeFirst(shown.count - UnitInspector.kept) }
        guard prints else { return }
        Output.emit(
            lines: ("connection \(unit.connection.number), \(unit.direction.rawValue): \(title)\n"
                + lines.map { "  " + $0 }.joined(separator: "\n")))
    }
}

/// A handler that shows the lines and packets of a chat connection.
final class ChatInspector: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let inspector: UnitInspector
    private let connection: LiveConnection
    private let framing: StreamFraming

    /// Creates a handler, or returns nil if there is no inspector.
    init?(_ connections: LiveConnections, _ connection: LiveConnection, _ framing: ChatFraming) {
        guard let inspector = connections.inspector else { return nil }
        self.inspector = inspector
        self.connection = connection
        self.framing = framing.isPacket ? .packet : .line(framing.lines.delimiter, framing.lines.encoding)
    }

    /// A closure that shows a line or packet of the client.
    var up: (ByteBuffer) -> Void {
        { [inspector, framing, connection] in inspector.chat($0.readableBytesView, framing, .up, connection) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        inspector.chat(ChatInspector.unwrapOutboundIn(data).readableBytesView, framing, .down, connection)
        context.write(data, promise: promise)
    }
}

#endif
