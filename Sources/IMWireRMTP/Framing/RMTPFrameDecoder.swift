// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The result of one step of a TCP stream decoder.
public enum RMTPStep: ~Escapable {
    /// The bytes end inside a packet or at a packet boundary.
    case needMore
    /// A complete packet, which is valid until the next call to the decoder.
    case packet(RMTPPacketView)
    /// An error.
    case fault(StreamFault)
}

/// A decoder for packets in a TCP stream, in the framing that is known only from a third party (RMTP-080, RMTP-081).
///
/// It is used like `ChatPacketDecoder`: bytes from `position` on must be passed again, followed by more. The decoder stores
/// no input except, with a key, the deciphered body of the last packet.
///
/// ```swift
/// var decoder = RMTPFrameDecoder(RMTPFormat(.up))
/// var position = 0
/// reading: while true {
///     switch decoder.next(in: bytes, from: &position) {
///     case .packet(let packet): show(packet.header)
///     case .fault(let fault): report(fault)
///     case .needMore: break reading
///     }
/// }
/// ```
public struct RMTPFrameDecoder: Sendable {
    /// The direction and the version agreed with the peer.
    public let format: RMTPFormat
    /// How deviations are handled.
    public let mode: DecodingMode
    /// The limits on what a peer may send at once.
    public let limits: RMTPLimits
    /// The number of bytes of the stream that have been consumed.
    public private(set) var offset = 0
    /// Whether an error has closed the stream.
    public private(set) var isClosed = false
    private let key: RMTPStreamKey?
    private var clear: [UInt8] = []

    /// Creates a decoder that starts at the first byte of a stream.
    public init(
        _ format: RMTPFormat, key: RMTPStreamKey? = nil, mode: DecodingMode = .lenient,
        limits: RMTPLimits = RMTPLimits()
    ) {
        self.format = format
        self.key = key
        self.mode = mode
        self.limits = limits
    }

    /// The maximum size of an incomplete packet in bytes.
    public var maximumPending: Int { 5 + Swift.max(0, Swift.min(limits.packetBytes, StreamPrefix.mostBytes)) }

    /// Reads the packet in `bytes` at `position`, and advances `position` past it.
    @_lifetime(copy bytes, &self)
    public mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> RMTPStep {
        let start = position
        guard !isClosed else {
            offset += Swift.max(0, bytes.count - start)
            position = bytes.count
            return .needMore
        }
        // A position outside the bytes is a caller's error; there is nothing to read at it.
        guard start >= 0, start < bytes.count else { return .needMore }
        let prefix: StreamPrefix
        switch StreamPrefix.read(bytes, at: start, isStrict: mode == .strict, packetBytes: limits.packetBytes) {
        case .needMore: return .needMore
        case .fault(let code, let place):
            isClosed = true
            return .fault(.closing(code, at: place, bytes, &position, &offset))
        case .prefix(let found): prefix = found
        }
        let bodyStart = start &+ prefix.byteCount
        let end = bodyStart &+ prefix.bodyLength
        guard end <= bytes.count else { return .needMore }
        position = end
        let place = offset
        offset &+= end &- start
        guard let key else { return step(prefix, bytes.part(bodyStart, end), at: place) }
        decipher(bytes.part(bodyStart, end), key)
        return step(prefix, clear.span.part(0, prefix.bodyLength), at: place)
    }

    /// Reads a packet whose body is complete and deciphered.
    @inline(__always)
    @_lifetime(copy body)
    private func step(_ prefix: StreamPrefix, _ body: Span<UInt8>, at place: Int) -> RMTPStep {
        var reader = FrameReader(
            body, from: 0, start: place &+ prefix.byteCount, lead: prefix.byteCount, isStrict: mode == .strict,
            trace: NoTrace())
        if prefix.isLong { reader.deviations.record(.longLength, .none, at: 2) }
        do throws(DecodeError) {
            return .packet(try RMTPPacketView.read(prefix.header, at: place, format, body, reader))
        } catch {
            return .fault(StreamFault(error))  // RMTP-088
        }
    }

    /// Calls ``next(in:from:)`` and passes its result to `body`, for a decoder that is a stored property of a class.
    public mutating func withNext<Result>(
        in bytes: Span<UInt8>, from position: inout Int, _ body: (consuming RMTPStep) -> Result
    ) -> Result {
        body(next(in: bytes, from: &position))
    }

    /// Ends the stream and returns a fault if `rest`, the bytes not yet consumed, is an incomplete packet.
    public mutating func finish(_ rest: Span<UInt8>) -> StreamFault? {
        guard !isClosed, !rest.isEmpty else { return nil }
        isClosed = true
        offset += rest.count
        return StreamFault(DecodeError(.frameTruncated, offset: offset), scope: .connection)  // RMTP-086
    }

    /// Copies a body to `clear` and removes the key from it.
    @inline(never)
    private mutating func decipher(_ body: Span<UInt8>, _ key: RMTPStreamKey) {
        if clear.count < body.count { clear = [UInt8](repeating: 0, count: body.count) }
        var room = clear.mutableSpan
        room.set(body, 0)
        key.apply(&room, from: 0, to: body.count)
    }
}
