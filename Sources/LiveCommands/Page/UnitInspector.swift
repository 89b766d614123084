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
    var direction: RMTPDirection
    /// A one-line description of the message.
    var title: String
    /// The annotated bytes of the message.
    var lines: [String]
}

/// An inspector that annotates messages for the status page and for standard output; only the newest are kept.
final class UnitInspector {
    private(set) var units: [ShownUnit] = []
    private var lastNumber = 0
    private let clock: SessionClock
    private let prints: Bool
    private let text = InspectionText(AnnotationText(width: 120))
    private static let kept = 200
    /// The maximum number of bytes that are annotated; only the size of larger messages is shown.
    private static let limit = 16_384
    /// The time for annotating that is left, in nanoseconds: annotating takes longer than serving (LIV-101).
    private var time = UnitInspector.most
    private var measured = NIODeadline.now()
    private var skipped = 0
    /// The maximum time for annotating at once, in nanoseconds; later, a tenth of the time that passes is left for it.
    private static let most: Int64 = 500_000_000

    init(_ clock: SessionClock, prints: Bool) {
        self.clock = clock
        self.prints = prints
    }

    /// Annotates a message if there is time for it; for standard output, every message is annotated.
    private func annotate(
        _ bytes: [UInt8], _ direction: RMTPDirection, _ connection: LiveConnection, _ then: () -> Void
    ) {
        let start = NIODeadline.now()
        time = min(UnitInspector.most, time + (start - measured).nanoseconds / 10)
        measured = start
        guard time > 0 || prints else {
            skipped += 1
            return
        }
        if skipped > 0 {
            add("\(skipped) more messages passed too fast to be shown", [], direction, connection)
            skipped = 0
        }
        if bytes.count <= UnitInspector.limit {
            then()
        } else {
            add("\(bytes.count) bytes, too large to be shown", [], direction, connection)
        }
        time -= (NIODeadline.now() - start).nanoseconds
    }

    func chat(_ bytes: [UInt8], _ framing: StreamFraming, _ direction: RMTPDirection, _ connection: LiveConnection) {
        annotate(bytes, direction, connection) {
            _ = ChatInspection.inspect(bytes, ChatInspection.Options(framing)) { add($0, bytes, direction, connection) }
        }
    }

    func packet(_ bytes: [UInt8], _ version: RMTPVersion, _ direction: RMTPDirection, _ connection: LiveConnection) {
        annotate(bytes, direction, connection) {
            let format = RMTPFormat(direction, version)
            // A connection has one inspection, because the topic of a query determines how its answer is decoded.
            var inspection = connection.inspection ?? RMTPInspection(RMTPInspection.Options(.websocket, format))
            connection.inspection = nil
            add(inspection.next(bytes, direction), bytes, direction, connection)
            connection.inspection = inspection
        }
    }

    /// Shows a message that has already been inspected.
    func part(_ part: InspectedPart, _ bytes: [UInt8], _ direction: RMTPDirection, _ connection: LiveConnection) {
        annotate(bytes, direction, connection) { add(part, bytes, direction, connection) }
    }

    private func add(_ part: InspectedPart, _ bytes: [UInt8], _ direction: RMTPDirection, _ connection: LiveConnection)
    {
        let title = part.items.first?.text ?? part.title
        add(title, text.lines(part, of: bytes), direction, connection)
    }

    private func add(_ title: String, _ lines: [String], _ direction: RMTPDirection, _ connection: LiveConnection) {
        lastNumber += 1
        units.append(
            ShownUnit(
                number: lastNumber, time: clock.now, connection: connection.number, direction: direction, title: title,
                lines: lines))
        if units.count > 2 * UnitInspector.kept { units.removeFirst(units.count - UnitInspector.kept) }
        guard prints else { return }
        Output.emit(
            lines: ("connection \(connection.number), \(direction.rawValue): \(title)\n"
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
        { [inspector, framing, connection] in inspector.chat(Array($0.readableBytesView), framing, .up, connection) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        inspector.chat(Array(ChatInspector.unwrapOutboundIn(data).readableBytesView), framing, .down, connection)
        context.write(data, promise: promise)
    }
}

#endif
