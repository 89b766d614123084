// SPDX-License-Identifier: Apache-2.0

import IMWire

/// How chat messages travel.
package struct ChatFraming: Hashable, Sendable {
    /// Whether they stand in packets, otherwise in lines.
    package var isPacket: Bool
    /// What both sides have agreed on about lines; the heartbeat's body counts for packets too.
    package var lines: LineFraming

    package init(isPacket: Bool, lines: LineFraming) {
        self.isPacket = isPacket
        self.lines = lines
    }
}

/// What a stream of chat messages gives out.
package enum ChatStreamItem {
    /// A message or a heartbeat.
    case message(ChatMessage, MessageKind, deviations: [Deviation], place: ChatItem.Place?)
    /// An error, and where its message stands in a batch or an array.
    case fault(StreamFault, place: ChatItem.Place?)
}

/// Reads a stream of chat messages chunk by chunk; it keeps no more than the decoders' limits allow (FRM-081).
package struct ChatStreamReader: ~Copyable {
    private let framing: ChatFraming
    private var lines: LineDecoder
    private var packets: PacketUnitDecoder
    private var reader: ChatReader
    private var pending: StreamBuffer
    /// The most bytes that are put in at once.
    private static let piece = 65_536
    /// What nobody has memory for; limits above it are taken for it, so that sums of them do not overflow.
    private static let most = 1 << 40

    /// Starts at the first byte of a stream.
    package init(
        _ framing: ChatFraming, mode: DecodingMode, limits: FramingLimits, contentLimits: DecodingLimits
    ) {
        var limits = limits
        limits.lineBytes = min(limits.lineBytes, ChatStreamReader.most)
        limits.packetBytes = min(limits.packetBytes, ChatStreamReader.most)
        self.framing = framing
        lines = LineDecoder(framing.lines, mode: mode, limits: limits)
        packets = PacketUnitDecoder(limits: limits)
        reader = ChatReader(mode: mode, limits: contentLimits, heartbeat: framing.lines.heartbeat)
        reader.messageBytes = limits.messageBytes
        reader.batchMessages = limits.batchMessages
        let left = framing.isPacket ? packets.maximumPending : lines.maximumPending
        pending = StreamBuffer(limit: left + ChatStreamReader.piece)
    }

    /// Whether an error has ended the stream (FRM-005).
    package var isClosed: Bool { framing.isPacket ? packets.isClosed : lines.isClosed }
    /// How many bytes are kept of an incomplete line or packet.
    package var pendingBytes: Int { pending.count }
    /// How many empty lines and arrays have been passed over (FRM-013, CHT-062).
    package var emptyLines: Int { lines.emptyLines + reader.emptyArrays }
    /// How many sets of fragments are open.
    package var openFragmentSets: Int { packets.openFragmentSets }

    /// Reads bytes that came at `time` (ms), and hands out the items that are complete with them.
    package mutating func feed(_ chunk: Span<UInt8>, at time: Int64 = 0, _ take: (ChatStreamItem) -> Void) {
        var start = 0
        // An empty chunk still lets time pass (FRM-058).
        repeat {
            if isClosed { return }
            let end = min(start + ChatStreamReader.piece, chunk.count)
            // There is always room: a decoder leaves no more pending than it says.
            guard pending.append(chunk.extracting(start..<end)) else { return }
            start = end
            if framing.isPacket {
                ChatStreamReader.drain(&packets, &pending, time, &reader, take)
            } else {
                ChatStreamReader.drain(&lines, &pending, &reader, take)
            }
        } while start < chunk.count
    }

    /// Says that the stream has ended (FRM-006).
    package mutating func finish(_ take: (ChatStreamItem) -> Void) {
        let fault =
            framing.isPacket
            ? ChatStreamReader.finish(&packets, &pending) : ChatStreamReader.finish(&lines, &pending)
        if let fault { take(.fault(fault, place: nil)) }
    }
}

// MARK: - From bytes to items

extension ChatStreamReader {
    private static func drain(
        _ decoder: inout LineDecoder, _ pending: inout StreamBuffer, _ reader: inout ChatReader,
        _ take: (ChatStreamItem) -> Void
    ) {
        var position = 0
        reading: while !decoder.isClosed {
            switch decoder.next(in: pending.bytes, from: &position) {
            case .needMore: break reading
            case .fault(let fault): take(.fault(fault, place: nil))
            case .heartbeat: heartbeat(reader, take)
            case .unit(let unit): read(unit, &reader, take)
            }
        }
        pending.removeFirst(position)
    }

    private static func drain(
        _ decoder: inout PacketUnitDecoder, _ pending: inout StreamBuffer, _ time: Int64,
        _ reader: inout ChatReader, _ take: (ChatStreamItem) -> Void
    ) {
        var position = 0
        reading: while !decoder.isClosed {
            switch decoder.next(in: pending.bytes, from: &position, at: time) {
            case .needMore: break reading
            case .fault(let fault): take(.fault(fault, place: nil))
            case .heartbeat: heartbeat(reader, take)
            case .unit(let unit): read(unit, &reader, take)
            }
        }
        pending.removeFirst(position)
    }

    private static func finish(_ decoder: inout LineDecoder, _ pending: inout StreamBuffer) -> StreamFault? {
        defer { pending.removeFirst(pending.count) }
        return decoder.finish(pending.bytes)
    }

    private static func finish(_ decoder: inout PacketUnitDecoder, _ pending: inout StreamBuffer) -> StreamFault? {
        defer { pending.removeFirst(pending.count) }
        return decoder.finish(pending.bytes)
    }

    /// A packet that is a heartbeat shows as the object that would be one (CHT-031).
    private static func heartbeat(_ reader: ChatReader, _ take: (ChatStreamItem) -> Void) {
        take(.message(ChatMessage(heartbeat: reader.heartbeat), .heartbeat, deviations: [], place: nil))
    }

    private static func read(
        _ unit: borrowing StreamUnit, _ reader: inout ChatReader, _ take: (ChatStreamItem) -> Void
    ) {
        let deviations = unit.deviations
        if unit.isBatch {
            var messages = unit.messages
            while let message = messages.next() {
                let place = ChatItem.Place(index: message.index, count: message.count)
                give(reader.item(of: message.bytes, offset: message.offset, place: place), unit, deviations, take)
            }
        } else if unit.bytes.count > 0, unit.bytes[0] == 0x7b {
            give(reader.item(of: unit.bytes), unit, deviations, take)
        } else {
            var found: [ChatItem] = []
            reader.read(unit.bytes) { found.append($0) }
            for item in found { give(item, unit, deviations, take) }
        }
    }

    private static func give(
        _ item: ChatItem, _ unit: borrowing StreamUnit, _ line: [Deviation], _ take: (ChatStreamItem) -> Void
    ) {
        if let error = item.error {
            take(.fault(unit.fault(error), place: item.place))
        } else if let message = item.message, let kind = item.kind {
            take(.message(message, kind, deviations: line + item.deviations, place: item.place))
        }
    }
}
