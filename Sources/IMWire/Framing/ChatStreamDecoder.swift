// SPDX-License-Identifier: Apache-2.0

/// A reader that decodes chat messages from the bytes of a connection.
///
/// ```swift
/// var reader = ChatStreamReader(.packets)
/// reader.feed(bytes, at: now)
/// while let item = try reader.next() { handle(item.message) }
/// ```
/// The reader finds lines and packets however the stream is split, joins fragments, inflates units, and reads the
/// messages of batches and arrays. It keeps fed bytes until they are read, but no more of an incomplete line or packet
/// than the limits allow (FRM-081). An error of scope `message` costs one line, packet or message, and the next call
/// continues after it. After an error of scope `connection` the reader returns nothing more (FRM-005).
public struct ChatStreamDecoder: ~Copyable, Sendable {
    private let framing: ChatFraming
    private var lines: ChatLineDecoder
    private var packets: ChatPacketUnitDecoder
    private var reader: ChatMessageDecoder
    private var pending = StreamBuffer(limit: .max)
    /// The time at which the last bytes arrived.
    private var time: Int64 = 0
    /// Whether no more bytes will arrive.
    ///
    /// The decoder is informed once it has read the pending bytes.
    private var isEnding = false
    private var isEnded = false
    /// The results of the last unit in reverse order.
    private var ready: [Result<ChatStreamItem, StreamFault>] = []

    /// Creates a reader at the first byte of a stream.
    ///
    /// - Parameters:
    ///   - limits: The limits on what a peer may send at once.
    ///   - contentLimits: The limits on the decoding of one message.
    public init(
        _ framing: ChatFraming, mode: DecodingMode = .lenient, limits: FramingLimits = FramingLimits(),
        contentLimits: DecodingLimits = DecodingLimits()
    ) {
        self.framing = framing
        lines = ChatLineDecoder(framing.lines, mode: mode, limits: limits)
        packets = ChatPacketUnitDecoder(limits: limits)
        reader = ChatMessageDecoder(mode: mode, limits: contentLimits, heartbeat: framing.heartbeat)
        reader.messageBytes = limits.messageBytes
        reader.batchMessages = limits.batchMessages
    }

    /// Whether the stream has ended, normally or by an error (FRM-005).
    public var isClosed: Bool { isEnded || (framing.isPacket ? packets.isClosed : lines.isClosed) }
    /// The number of pending bytes.
    ///
    /// After ``next()`` has returned nil these belong to an incomplete line or packet.
    public var pendingBytes: Int { pending.count }
    /// The number of open fragment sets.
    public var openFragmentSets: Int { packets.openFragmentSets }
    /// The total size of the open fragment sets once complete, in bytes.
    package var openFragmentBytes: Int { packets.openFragmentBytes }
    /// The number of empty lines and arrays skipped (FRM-013, CHT-062).
    package var emptyLines: Int { lines.emptyLines + reader.emptyArrays }

    /// Appends bytes that arrived at `time`, in milliseconds.
    ///
    /// An empty input still lets time pass (FRM-058).
    public mutating func feed(_ bytes: Span<UInt8>, at time: Int64 = 0) {
        self.time = time
        if !isClosed, !isEnding { _ = pending.append(bytes) }
    }

    /// Appends bytes that arrived at `time`, in milliseconds.
    public mutating func feed(_ bytes: [UInt8], at time: Int64 = 0) {
        feed(bytes.span, at: time)
    }

    /// Marks the end of the stream (FRM-006).
    ///
    /// If it ends inside a line or packet, ``next()`` throws.
    public mutating func finish() {
        isEnding = true
    }

    /// Returns the next message or heartbeat, or nil if more bytes are needed.
    ///
    /// - Throws: The error in a line, packet or message. The next call continues after it.
    public mutating func next() throws(StreamFault) -> ChatStreamItem? {
        try nextResult()?.get()
    }

    /// Returns the next message, heartbeat or error as a result, or nil if more bytes are needed.
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

extension ChatStreamDecoder {
    /// Returns the items and errors of the next line or packet, read in place without copying or keeping any input.
    ///
    /// Do not use this method together with ``feed(_:at:)-(Span<UInt8>,_)``.
    ///
    /// - Parameter position: The offset to read from, which is advanced past the bytes read.
    /// - Returns: The results, or nil if more bytes are needed. The next call must pass the unread bytes again,
    ///   followed by new ones.
    package mutating func nextUnit(
        in bytes: Span<UInt8>, from position: inout Int, at time: Int64
    ) -> [Result<ChatStreamItem, StreamFault>]? {
        let isMore =
            framing.isPacket
            ? ChatStreamDecoder.read(&packets, bytes, &position, time, &reader, &ready)
            : ChatStreamDecoder.read(&lines, bytes, &position, &reader, &ready)
        defer { ready.removeAll(keepingCapacity: true) }
        return isMore ? ready : nil
    }

    private static func read(
        _ decoder: inout ChatLineDecoder, _ bytes: Span<UInt8>, _ position: inout Int,
        _ reader: inout ChatMessageDecoder,
        _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        take(decoder.next(in: bytes, from: &position), &reader, &ready)
    }

    private static func read(
        _ decoder: inout ChatPacketUnitDecoder, _ bytes: Span<UInt8>, _ position: inout Int, _ time: Int64,
        _ reader: inout ChatMessageDecoder, _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        take(decoder.next(in: bytes, from: &position, at: time), &reader, &ready)
    }

    /// Ends the stream after the given bytes of an incomplete line or packet (FRM-006), and returns the resulting
    /// error.
    package mutating func finish(in bytes: Span<UInt8>) -> StreamFault? {
        isEnded = true
        return framing.isPacket ? packets.finish(bytes) : lines.finish(bytes)
    }
}

// MARK: - From bytes to items
// These functions take members as parameters: a span of a member of a noncopyable `self` would borrow all of `self`.

extension ChatStreamDecoder {
    /// Reads one unit, which may be an empty array, and returns false if more bytes are needed.
    private mutating func readUnit() -> Bool {
        framing.isPacket
            ? ChatStreamDecoder.read(&packets, &pending, time, &reader, &ready)
            : ChatStreamDecoder.read(&lines, &pending, &reader, &ready)
    }

    private static func read(
        _ decoder: inout ChatLineDecoder, _ pending: inout StreamBuffer, _ reader: inout ChatMessageDecoder,
        _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        var position = 0
        let isMore = take(decoder.next(in: pending.bytes, from: &position), &reader, &ready)
        pending.removeFirst(position)
        return isMore
    }

    private static func read(
        _ decoder: inout ChatPacketUnitDecoder, _ pending: inout StreamBuffer, _ time: Int64,
        _ reader: inout ChatMessageDecoder, _ ready: inout [Result<ChatStreamItem, StreamFault>]
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
            ? ChatStreamDecoder.finish(&packets, pending) : ChatStreamDecoder.finish(&lines, pending)
        pending.removeFirst(pending.count)
        return fault
    }

    private static func finish(_ decoder: inout ChatLineDecoder, _ pending: StreamBuffer) -> StreamFault? {
        decoder.finish(pending.bytes)
    }

    private static func finish(_ decoder: inout ChatPacketUnitDecoder, _ pending: StreamBuffer) -> StreamFault? {
        decoder.finish(pending.bytes)
    }

    private static func take(
        _ step: consuming UnitStep, _ reader: inout ChatMessageDecoder,
        _ ready: inout [Result<ChatStreamItem, StreamFault>]
    ) -> Bool {
        switch step {
        case .needMore: return false
        case .fault(let fault): ready.append(.failure(fault))
        case .heartbeat:
            // A heartbeat packet is presented as the equivalent object (CHT-031).
            let message = ChatMessage(heartbeat: reader.heartbeat)
            ready.append(.success(ChatStreamItem(message, .heartbeat)))
        case .unit(let unit): read(unit, &reader, &ready)
        }
        return true
    }

    private static func read(
        _ unit: borrowing ChatStreamUnit, _ reader: inout ChatMessageDecoder,
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
        _ item: ChatItem, _ unit: borrowing ChatStreamUnit, _ line: [Deviation],
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
