// SPDX-License-Identifier: Apache-2.0

/// A decoder of chat messages from the bytes of a connection.
///
/// ```swift
/// var decoder = ChatStreamDecoder(.packets)
/// decoder.feed(bytes, at: now)
/// while let item = try decoder.next() { handle(item.message) }
/// ```
/// The decoder finds lines and packets however the stream is split, joins fragments, inflates units, and reads the
/// messages of batches and arrays. It keeps fed bytes until they are read, but no more of an incomplete line or packet
/// than the limits allow (FRM-081). An error of scope `message` costs one line, packet or message, and the next call
/// continues after it. After an error of scope `connection` the decoder returns nothing more (FRM-005).
public struct ChatStreamDecoder: ~Copyable, Sendable {
    private var units: UnitDecoder
    private var decoder: ChatMessageDecoder
    private var pending = StreamBuffer(limit: .max)
    /// The time at which the last bytes arrived.
    private var time: Int64 = 0
    /// Whether no more bytes will arrive.
    ///
    /// The unit decoder is informed once it has decoded the pending bytes.
    private var isEnding = false
    private var isEnded = false
    /// The results of the last unit in reverse order.
    private var ready: [Result<ChatItem, StreamFault>] = []

    /// Creates a decoder at the first byte of a stream.
    ///
    /// - Parameters:
    ///   - framing: Lines or packets; a stream of another framing is an error.
    ///   - mode: Whether deviations of messages are reported or refused.
    ///   - limits: The limits on what a peer may send at once.
    ///   - contentLimits: The limits on the decoding of one message.
    public init(
        _ framing: ChatFraming, mode: DecodingMode = .lenient, limits: ChatFramingLimits = ChatFramingLimits(),
        contentLimits: DecodingLimits = DecodingLimits()
    ) {
        units = UnitDecoder(framing, mode, limits)
        decoder = ChatMessageDecoder(mode: mode, limits: contentLimits, heartbeat: framing.heartbeat)
        decoder.messageBytes = limits.messageBytes
        decoder.batchMessages = limits.batchMessages
    }

    /// Whether the stream has ended, normally or by an error (FRM-005).
    public var isClosed: Bool { isEnded || units.isClosed }
    /// The number of pending bytes.
    ///
    /// After ``next()`` has returned nil these belong to an incomplete line or packet.
    public var pendingBytes: Int { pending.count }
    /// The number of open fragment sets.
    public var openFragmentSets: Int { units.packets.openFragmentSets }
    /// The total size of the open fragment sets once complete, in bytes.
    package var openFragmentBytes: Int { units.packets.openFragmentBytes }
    /// The number of empty lines and arrays skipped (FRM-013, CHT-062).
    package var emptyLines: Int { units.lines.emptyLines + decoder.emptyArrays }

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
    public mutating func next() throws(StreamFault) -> ChatItem? {
        try nextResult()?.get()
    }

    /// Returns the next message, heartbeat or error as a result, or nil if more bytes are needed.
    public mutating func nextResult() -> Result<ChatItem, StreamFault>? {
        while true {
            if let result = ready.popLast() { return result }
            if ChatStreamDecoder.decode(&pending, time, &units, &decoder, &ready) {
                ready.reverse()
            } else if isEnding, !isEnded {
                isEnded = true
                return ChatStreamDecoder.finish(&pending, &units).map { .failure($0) }
            } else {
                return nil
            }
        }
    }
}

// MARK: - Bytes that the caller keeps

extension ChatStreamDecoder {
    /// Returns the messages and errors of the next line or packet, decoded in place without copying or keeping any
    /// input.
    ///
    /// Do not use this method together with ``feed(_:at:)-(Span<UInt8>,_)``.
    ///
    /// - Parameter position: The offset to decode from, which is advanced past the bytes decoded.
    /// - Returns: The results, or nil if more bytes are needed. The next call must pass the remaining bytes again,
    ///   followed by new ones.
    package mutating func nextUnit(
        in bytes: Span<UInt8>, from position: inout Int, at time: Int64
    ) -> [Result<ChatItem, StreamFault>]? {
        guard ChatStreamDecoder.decode(bytes, &position, time, &units, &decoder, &ready) else { return nil }
        var items: [Result<ChatItem, StreamFault>] = []
        swap(&items, &ready)
        return items
    }

    /// Ends the stream after the given bytes of an incomplete line or packet (FRM-006), and returns the resulting
    /// error.
    package mutating func finish(in bytes: Span<UInt8>) -> StreamFault? {
        isEnded = true
        return units.finish(bytes)
    }
}

// MARK: - Messages that are decoded elsewhere

extension ChatStreamDecoder {
    /// A decoder of the messages in the units of the stream.
    package var messageDecoder: ChatMessageDecoder { decoder }

    /// Appends units of the fed bytes to `batch` until it has `byteCount` bytes, and returns whether it has them.
    ///
    /// Do not use this method together with ``next()``.
    package mutating func fill(_ batch: inout ChatUnitBatch, upTo byteCount: Int) -> Bool {
        while batch.byteCount < byteCount {
            if ChatStreamDecoder.step(&pending, time, &units, &batch) { continue }
            if isEnding, !isEnded {
                isEnded = true
                if let fault = ChatStreamDecoder.finish(&pending, &units) { _ = batch.append(.fault(fault)) }
            }
            return false
        }
        return true
    }

    private static func step(
        _ pending: inout StreamBuffer, _ time: Int64, _ units: inout UnitDecoder, _ batch: inout ChatUnitBatch
    ) -> Bool {
        var position = 0
        let isMore = batch.append(units.next(in: pending.bytes, from: &position, at: time))
        pending.removeFirst(position)
        return isMore
    }
}

// MARK: - From bytes to items
// These functions have members as parameters: a span of a member of a noncopyable `self` would borrow all of `self`.

extension ChatStreamDecoder {
    /// The decoder of the agreed framing.
    private struct UnitDecoder: ~Copyable, Sendable {
        let isPacket: Bool
        var lines: ChatLineDecoder
        var packets: ChatPacketUnitDecoder

        init(_ framing: ChatFraming, _ mode: DecodingMode, _ limits: ChatFramingLimits) {
            isPacket = framing.isPacket
            lines = ChatLineDecoder(framing.lines, mode: mode, limits: limits)
            packets = ChatPacketUnitDecoder(limits: limits)
        }

        var isClosed: Bool { isPacket ? packets.isClosed : lines.isClosed }

        @_lifetime(copy bytes, &self)
        mutating func next(in bytes: Span<UInt8>, from position: inout Int, at time: Int64) -> ChatUnitStep {
            if isPacket { return packets.next(in: bytes, from: &position, at: time) }
            return lines.next(in: bytes, from: &position)
        }

        mutating func finish(_ rest: Span<UInt8>) -> StreamFault? {
            isPacket ? packets.finish(rest) : lines.finish(rest)
        }
    }

    /// Decodes the next unit, which may be an empty array, and returns false if more bytes are needed.
    private static func decode(
        _ bytes: Span<UInt8>, _ position: inout Int, _ time: Int64, _ units: inout UnitDecoder,
        _ decoder: inout ChatMessageDecoder, _ ready: inout [Result<ChatItem, StreamFault>]
    ) -> Bool {
        switch units.next(in: bytes, from: &position, at: time) {
        case .needMore: return false
        case .fault(let fault): ready.append(.failure(fault))
        case .heartbeat: ready.append(.success(decoder.heartbeatItem))
        case .unit(let unit): decoder.decode(unit, deviations: unit.deviations, into: &ready)
        }
        return true
    }

    private static func decode(
        _ pending: inout StreamBuffer, _ time: Int64, _ units: inout UnitDecoder, _ decoder: inout ChatMessageDecoder,
        _ ready: inout [Result<ChatItem, StreamFault>]
    ) -> Bool {
        var position = 0
        let isMore = decode(pending.bytes, &position, time, &units, &decoder, &ready)
        pending.removeFirst(position)
        return isMore
    }

    private static func finish(_ pending: inout StreamBuffer, _ units: inout UnitDecoder) -> StreamFault? {
        pending.finish { units.finish($0) }
    }
}
