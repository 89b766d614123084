// SPDX-License-Identifier: Apache-2.0

import IMWire

/// How binary packets travel.
@nonexhaustive
public enum RMTPTransport: Hashable, Sendable {
    /// Each is a message of a WebSocket.
    case webSocket
    /// One behind the other in a TCP stream, with the key that was agreed on.
    case tcp(key: StreamKey? = nil)
    /// As JSON, in replies to polls.
    case polling
}

/// A packet that has arrived, with what deviates from the canonical form.
@nonexhaustive
public enum RMTPItem: Hashable, Sendable {
    /// One that came in bytes.
    case packet(RMTPPacket, [Deviation])
    /// One that was polled.
    case polled(PollingPacket, [Deviation])
}

/// Reads binary packets from what arrives: bytes go in as they come, and packets come out.
///
/// ```swift
/// var reader = RMTPStreamReader(.webSocket, RMTPFormat(.up))
/// reader.feed(message)
/// while case .packet(let packet, _)? = try reader.next() { handle(packet) }
/// ```
/// On a WebSocket what is fed is a message, in polling a reply; on TCP it is any part of the stream, and of an incomplete
/// packet no more is kept than the limits allow. An error of scope `message` costs one packet: the next call goes on behind
/// it. After one of scope `connection`, which only TCP has, nothing more comes.
public struct RMTPStreamReader: Sendable {
    /// How packets travel.
    public let transport: RMTPTransport
    private let messages: MessageDecoder
    private var stream: StreamDecoder
    private let replies: PollingDecoder
    private var pending = StreamBuffer(limit: .max)
    private var isEnding = false
    private var isEnded = false
    /// What came in messages and replies, and how much of it has been asked for.
    private var ready: [Result<RMTPItem, StreamFault>] = []
    private var given = 0

    /// Starts before the first packet.
    ///
    /// - Parameters:
    ///   - format: which way packets go, and the version that was agreed on.
    ///   - limits: how much a peer may send at once.
    ///   - contentLimits: the limits of the JSON of one packet that is polled.
    public init(
        _ transport: RMTPTransport, _ format: RMTPFormat, mode: DecodingMode = .lenient,
        limits: RMTPLimits = RMTPLimits(), contentLimits: DecodingLimits = DecodingLimits()
    ) {
        self.transport = transport
        messages = MessageDecoder(format, mode: mode, limits: limits)
        let key: StreamKey? = if case .tcp(let key) = transport { key } else { nil }
        stream = StreamDecoder(format, key: key, mode: mode, limits: limits)
        replies = PollingDecoder(format.version, mode: mode, limits: limits, contentLimits: contentLimits)
    }

    /// Whether the stream is over: it has ended, or an error has ended it.
    public var isClosed: Bool { isEnded || stream.isClosed }
    /// How many bytes are kept: once ``next()`` has given nil, those of an incomplete packet.
    public var pendingBytes: Int { pending.count }

    /// Takes a message, a reply, or a part of a stream.
    public mutating func feed(_ bytes: Span<UInt8>) {
        if isClosed || isEnding { return }
        switch transport {
        case .webSocket:
            do throws(DecodeError) {
                let decoded = try messages.packet(bytes)
                ready.append(.success(.packet(decoded.content, decoded.deviations)))
            } catch {
                ready.append(.failure(StreamFault(error)))
            }
        case .tcp:
            _ = pending.append(bytes)
        case .polling:
            for item in replies.items(bytes) {
                ready.append(
                    item.map { .polled($0.content, $0.deviations) }.mapError { StreamFault($0) })
            }
        }
    }

    /// Takes a message, a reply, or a part of a stream.
    public mutating func feed(_ bytes: [UInt8]) {
        feed(bytes.span)
    }

    /// Says that a stream has ended: where that is inside a packet, ``next()`` throws (RMTP-086).
    public mutating func finish() {
        isEnding = true
    }

    /// The next packet; nil where more is needed.
    ///
    /// - Throws: what is wrong with a packet; the call after it goes on behind that.
    public mutating func next() throws(StreamFault) -> RMTPItem? {
        try nextResult()?.get()
    }

    /// The same as a result, for whoever goes on behind an error.
    public mutating func nextResult() -> Result<RMTPItem, StreamFault>? {
        if case .tcp = transport { return nextOfStream() }
        guard given < ready.count else {
            ready.removeAll(keepingCapacity: given == 1)
            given = 0
            isEnded = isEnding
            return nil
        }
        defer { given += 1 }
        return ready[given]
    }

    private mutating func nextOfStream() -> Result<RMTPItem, StreamFault>? {
        if let item = RMTPStreamReader.item(&stream, &pending) { return item }
        guard isEnding, !isEnded else { return nil }
        isEnded = true
        return RMTPStreamReader.finish(&stream, &pending).map { .failure($0) }
    }

    // A span of a member is borrowed by a parameter: otherwise it would borrow the whole.

    private static func item(
        _ stream: inout StreamDecoder, _ pending: inout StreamBuffer
    ) -> Result<RMTPItem, StreamFault>? {
        var position = 0
        let item: Result<RMTPItem, StreamFault>? =
            switch stream.next(in: pending.bytes, from: &position) {
            case .needMore: nil
            case .packet(let view): .success(.packet(RMTPPacket(view), view.deviations))
            case .fault(let fault): .failure(fault)
            }
        pending.removeFirst(position)
        return item
    }

    private static func finish(_ stream: inout StreamDecoder, _ pending: inout StreamBuffer) -> StreamFault? {
        let fault = stream.finish(pending.bytes)
        pending.removeFirst(pending.count)
        return fault
    }
}
