// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The transport of binary packets.
@nonexhaustive
public enum RMTPTransport: Hashable, Sendable {
    /// Each packet is a message of a WebSocket.
    case webSocket
    /// The packets are concatenated in a TCP stream, with the key agreed with the peer, if any.
    case tcp(key: RMTPStreamKey? = nil)
    /// The packets are JSON in the replies to polls.
    case polling
}

/// A packet that has arrived, with its deviations from the canonical form.
@nonexhaustive
public enum RMTPItem: Hashable, Sendable {
    /// A packet that arrived in bytes.
    case packet(Decoded<RMTPPacket>)
    /// A packet that arrived in polling.
    case polled(Decoded<PollingPacket>)
}

/// A reader that accepts input in the order of arrival and returns packets.
///
/// ```swift
/// var decoder = RMTPStreamDecoder(.webSocket, RMTPFormat(.up))
/// decoder.feed(message)
/// while case .packet(let decoded)? = try decoder.next() { handle(decoded.value) }
/// ```
/// Each input is one message on a WebSocket, one reply in polling, and any chunk of the stream on TCP. Of an incomplete
/// packet, the reader keeps no more than the limits allow. An error of scope `message` affects one packet: the next
/// call continues after it. After an error of scope `connection`, which occurs only on TCP, the reader returns no more
/// packets.
public struct RMTPStreamDecoder: Sendable {
    /// The transport of the packets.
    public let transport: RMTPTransport
    private let messages: RMTPMessageDecoder
    private var stream: RMTPFrameDecoder
    private let replies: PollingDecoder
    private var pending = StreamBuffer(limit: .max)
    private var isEnding = false
    private var isEnded = false
    /// The items of messages and replies, and how many of them have been returned.
    private var ready: [Result<RMTPItem, StreamFault>] = []
    private var returned = 0

    /// Creates a reader that starts before the first packet.
    ///
    /// - Parameters:
    ///   - transport: TCP with its key, WebSocket or polling.
    ///   - format: the direction of the packets, and the version agreed with the peer.
    ///   - mode: whether deviations of packets are reported or refused.
    ///   - limits: the limits on what a peer may send at once.
    ///   - contentLimits: the limits of the JSON of one polled packet.
    public init(
        _ transport: RMTPTransport, _ format: RMTPFormat, mode: DecodingMode = .lenient,
        limits: RMTPLimits = RMTPLimits(), contentLimits: DecodingLimits = DecodingLimits()
    ) {
        self.transport = transport
        messages = RMTPMessageDecoder(format, mode: mode, limits: limits)
        let key: RMTPStreamKey? = if case .tcp(let key) = transport { key } else { nil }
        stream = RMTPFrameDecoder(format, key: key, mode: mode, limits: limits)
        replies = PollingDecoder(format.version, mode: mode, limits: limits, contentLimits: contentLimits)
    }

    /// Whether the stream is over, because it has ended or an error has closed it.
    public var isClosed: Bool { isEnded || stream.isClosed }
    /// The number of buffered bytes; after ``next()`` returns nil, that of the incomplete packet.
    public var pendingBytes: Int { pending.count }

    /// Appends a message, a reply, or a chunk of a stream.
    public mutating func feed(_ bytes: Span<UInt8>) {
        if isClosed || isEnding { return }
        switch transport {
        case .webSocket:
            do throws(DecodeError) {
                ready.append(.success(.packet(try messages.decode(bytes))))
            } catch {
                ready.append(.failure(StreamFault(error)))
            }
        case .tcp:
            _ = pending.append(bytes)
        case .polling:
            for item in replies.decode(bytes) {
                ready.append(item.map { .polled($0) }.mapError { StreamFault($0) })
            }
        }
    }

    /// Appends a message, a reply, or a chunk of a stream.
    public mutating func feed(_ bytes: [UInt8]) {
        feed(bytes.span)
    }

    /// Ends the stream; if it ends inside a packet, ``next()`` throws (RMTP-086).
    public mutating func finish() {
        isEnding = true
    }

    /// Returns the next packet, or nil if more input is needed.
    ///
    /// - Throws: the error in a packet; the next call continues after that packet.
    public mutating func next() throws(StreamFault) -> RMTPItem? {
        try nextResult()?.get()
    }

    /// Returns the next packet or error as a result, for callers that continue after errors.
    public mutating func nextResult() -> Result<RMTPItem, StreamFault>? {
        if case .tcp = transport { return nextOfStream() }
        guard returned < ready.count else {
            ready.removeAll(keepingCapacity: returned == 1)
            returned = 0
            isEnded = isEnding
            return nil
        }
        defer { returned += 1 }
        return ready[returned]
    }

    private mutating func nextOfStream() -> Result<RMTPItem, StreamFault>? {
        if let item = RMTPStreamDecoder.item(&stream, &pending) { return item }
        guard isEnding, !isEnded else { return nil }
        isEnded = true
        return RMTPStreamDecoder.finish(&stream, &pending).map { .failure($0) }
    }

    // The members are passed as parameters, because a span of a member of `self` would borrow all of `self`.

    private static func item(
        _ stream: inout RMTPFrameDecoder, _ pending: inout StreamBuffer
    ) -> Result<RMTPItem, StreamFault>? {
        var position = 0
        let item: Result<RMTPItem, StreamFault>? =
            switch stream.next(in: pending.bytes, from: &position) {
            case .needMore: nil
            case .packet(let view): .success(.packet(Decoded(RMTPPacket(view), deviations: view.deviations)))
            case .fault(let fault): .failure(fault)
            }
        pending.removeFirst(position)
        return item
    }

    private static func finish(_ stream: inout RMTPFrameDecoder, _ pending: inout StreamBuffer) -> StreamFault? {
        pending.finish { stream.finish($0) }
    }
}
