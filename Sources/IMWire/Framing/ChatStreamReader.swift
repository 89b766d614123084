// SPDX-License-Identifier: Apache-2.0

/// Reads chat messages from the bytes of a connection: bytes go in as they come, and messages come out.
///
/// ```swift
/// var reader = ChatStreamReader(.packets)
/// reader.feed(bytes, at: now)
/// while let item = try reader.next() { handle(item.message) }
/// ```
/// Lines and packets are found however the stream is divided, fragments are joined, deflate is undone, and batches and
/// arrays are followed. Of an incomplete line or packet no more is kept than the limits allow (FRM-081), and of bytes that
/// were fed what has not been asked for yet. An error of scope `message` costs one line, packet or message: the next call
/// goes on behind it. After one of scope `connection` nothing more comes (FRM-005).
public struct ChatStreamReader: ~Copyable, Sendable {
    private let framing: ChatFraming
    private var lines: LineDecoder
    private var packets: PacketUnitDecoder
    private var reader: ChatReader
    private var pending = StreamBuffer(limit: .max)
    /// When the last bytes came.
    private var time: Int64 = 0
    /// Whether no more bytes come; the decoder learns it when it has read those that are there.
    private var isEnding = false
    private var isEnded = false
    /// What the last unit gave, the first of it at the end.
    private var ready: [Result<ChatStreamItem, StreamFault>] = []

    /// Starts at the first byte of a stream.
    ///
    /// - Parameters:
    ///   - limits: how much a peer may send at once.
    ///   - contentLimits: how much one message may make the reader do.
    public init(
        _ framing: ChatFraming, mode: DecodingMode = .lenient, limits: FramingLimits = FramingLimits(),
        contentLimits: DecodingLimits = DecodingLimits()
    ) {
        self.framing = framing
        lines = LineDecoder(framing.lines, mode: mode, limits: limits)
        packets = PacketUnitDecoder(limits: limits)
        reader = ChatReader(mode: mode, limits: contentLimits, heartbeat: framing.heartbeat)
        reader.messageBytes = limits.messageBytes
        reader.batchMessages = limits.batchMessages
    }

    /// Whether the stream is over: it has ended, or an error has ended it (FRM-005).
    public var isClosed: Bool { isEnded || (framing.isPacket ? packets.isClosed : lines.isClosed) }
    /// How many bytes are kept: once ``next()`` has given nil, those of an incomplete line or packet.
    public var pendingBytes: Int { pending.count }
    /// How many sets of fragments are open.
    public var openFragmentSets: Int { packets.openFragmentSets }
    /// The bytes that those sets will have together.
    package var openFragmentBytes: Int { packets.openFragmentBytes }
    /// How many empty lines and arrays have been passed over (FRM-013, CHT-062).
    package var emptyLines: Int { lines.emptyLines + reader.emptyArrays }

    /// Takes bytes that came at `time`, in milliseconds; no bytes at all still let time pass (FRM-058).
    public mutating func feed(_ bytes: Span<UInt8>, at time: Int64 = 0) {
        self.time = time
        if !isClosed, !isEnding { _ = pending.append(bytes) }
    }

    /// Takes bytes that came at `time`, in milliseconds.
    public mutating func feed(_ bytes: [UInt8], at time: Int64 = 0) {
        feed(bytes.span, at: time)
    }

    /// Says that no more bytes come (FRM-006): where they end inside a line or packet, ``next()`` throws.
    public mutating func finish() {
        isEnding = true
    }

    /// The next message or heartbeat; nil where more bytes are needed.
    ///
    /// - Throws: what is wrong with a line, packet or message; the call after it goes on behind that.
    public mutating func next() throws(StreamFault) -> ChatStreamItem? {
        try nextResult()?.get()
    }

    /// The same as a result, for whoever goes on behind an error.
    public mutating func nextResult() -> Result<ChatStreamItem, StreamFault>? {
        while true {
            if let result = ready.popLast() { return result }
            if readUnit() {
                ready.reverse()
            } else if isEnding, !isEnded {
                return endStream().map { .failure($0) }
            } else {
                return nil
            }
        }
    }
}

// MARK: - Bytes that the caller keeps

extension ChatStreamReader {
    /// What the next line or packet gives, read where it lies: nothing is copied, and nothing is kept here.
    ///
    /// Not to be mixed with ``feed(_:at:)-(Span<UInt8>,_)``.
    ///
    /// - Parameter position: where to read; moves on behind what was read.
    /// - Returns: nil where more bytes are needed, with the same ones in front.
    package mutating func nextUnit(
        in bytes: Span<UInt8>, from position: inout Int, at time: Int64
    ) -> [Result<ChatStreamItem, StreamFault>]? {
        let isMore =
            framing.isPacket
            ? ChatStreamReader.read(&packets, bytes, &position, time, &reader, &ready)
            : ChatStreamReader.read(&lines, bytes, &position, &reader, &ready)
        defer { ready.removeAll(keepingCapacity: true) }
        return isMore ? ready : nil
    }

    private static func read(
        _ decoder: inout LineDecoder, _ bytes: Span<UInt8>, _ position: inout Int, _ reader: inout ChatReader,
        _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        take(decoder.next(in: bytes, from: &position), &reader, &ready)
    }

    private static func read(
        _ decoder: inout PacketUnitDecoder, _ bytes: Span<UInt8>, _ position: inout Int, _ time: Int64,
        _ reader: inout ChatReader, _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        take(decoder.next(in: bytes, from: &position, at: time), &reader, &ready)
    }

    /// Says that no more bytes come behind these, which are those of an incomplete line or packet (FRM-006).
    package mutating func finish(in bytes: Span<UInt8>) -> StreamFault? {
        isEnded = true
        return framing.isPacket ? packets.finish(bytes) : lines.finish(bytes)
    }
}

// MARK: - From bytes to items
// Spans of members are borrowed by parameters: of a type that cannot be copied they would borrow the whole.

extension ChatStreamReader {
    /// Reads one unit, which may be an array without a message; false where more bytes are needed.
    private mutating func readUnit() -> Bool {
        framing.isPacket
            ? ChatStreamReader.read(&packets, &pending, time, &reader, &ready)
            : ChatStreamReader.read(&lines, &pending, &reader, &ready)
    }

    private static func read(
        _ decoder: inout LineDecoder, _ pending: inout StreamBuffer, _ reader: inout ChatReader,
        _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        var position = 0
        let isMore = take(decoder.next(in: pending.bytes, from: &position), &reader, &ready)
        pending.removeFirst(position)
        return isMore
    }

    private static func read(
        _ decoder: inout PacketUnitDecoder, _ pending: inout StreamBuffer, _ time: Int64,
        _ reader: inout ChatReader, _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        var position = 0
        let isMore = take(decoder.next(in: pending.bytes, from: &position, at: time), &reader, &ready)
        pending.removeFirst(position)
        return isMore
    }

    private mutating func endStream() -> StreamFault? {
        isEnded = true
        let fault =
            framing.isPacket
            ? ChatStreamReader.finish(&packets, pending) : ChatStreamReader.finish(&lines, pending)
        pending.removeFirst(pending.count)
        return fault
    }

    private static func finish(_ decoder: inout LineDecoder, _ pending: StreamBuffer) -> StreamFault? {
        decoder.finish(pending.bytes)
    }

    private static func finish(_ decoder: inout PacketUnitDecoder, _ pending: StreamBuffer) -> StreamFault? {
        decoder.finish(pending.bytes)
    }

    private static func take(
        _ step: consuming UnitStep, _ reader: inout ChatReader, _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        switch step {
        case .needMore: return false
        case .fault(let fault): ready.append(.failure(fault))
        case .heartbeat:
            // A packet that is a heartbeat shows as the object that would be one (CHT-031).
            let message = ChatMessage(heartbeat: reader.heartbeat)
            ready.append(.success(ChatStreamItem(message, .heartbeat)))
        case .unit(let unit): read(unit, &reader, &ready)
        }
        return true
    }

    private static func read(
        _ unit: borrowing StreamUnit, _ reader: inout ChatReader,
        _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) {
        let deviations = unit.deviations
        if unit.isBatch {
            var messages = unit.messages
            while let message = messages.next() {
                let place = ChatItem.Place(index: message.index, count: message.count)
                let item = reader.item(of: message.bytes, offset: message.offset, place: place)
                give(item, unit, deviations, &ready)
            }
        } else if unit.bytes.count > 0, unit.bytes[0] == 0x7b {
            give(reader.item(of: unit.bytes), unit, deviations, &ready)
        } else {
            var found: [ChatItem] = []
            reader.read(unit.bytes) { found.append($0) }
            for item in found { give(item, unit, deviations, &ready) }
        }
    }

    private static func give(
        _ item: ChatItem, _ unit: borrowing StreamUnit, _ line: [Deviation],
        _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) {
        if let error = item.error {
            var fault = unit.fault(error)
            fault.place = item.place
            ready.append(.failure(fault))
        } else if let message = item.message, let kind = item.kind {
            let deviations = line + item.deviations
            ready.append(.success(ChatStreamItem(message, kind, deviations: deviations, place: item.place)))
        }
    }
}
