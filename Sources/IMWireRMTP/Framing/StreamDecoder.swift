// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What a decoder of a TCP stream answers.
public enum RMTPStep: ~Escapable {
    /// The bytes end inside a packet, or where the next one begins.
    case needMore
    /// A packet is whole; it is valid until the decoder is asked again.
    case packet(RMTPPacketView)
    /// Something is wrong.
    case fault(StreamFault)
}

/// Finds packets in a TCP stream, in the framing that is known from a third party only (RMTP-080, RMTP-081).
///
/// Used like `PacketDecoder`: what stands behind `position` has to be given again, with more behind it. Nothing is kept
/// here but, with a key, the body of the last packet without it.
public struct StreamDecoder: Sendable {
    /// What was agreed on with the peer.
    public let format: RMTPFormat
    /// How deviations are met.
    public let mode: DecodingMode
    /// How much a peer may send at once.
    public let limits: RMTPLimits
    /// How many bytes of the stream have been consumed.
    public private(set) var offset = 0
    /// Whether an error has ended the stream.
    public private(set) var isClosed = false
    private let key: StreamKey?
    private var clear: [UInt8] = []

    /// Starts at the first byte of a stream.
    public init(
        _ format: RMTPFormat, key: StreamKey? = nil, mode: DecodingMode = .lenient, limits: RMTPLimits = RMTPLimits()
    ) {
        self.format = format
        self.key = key
        self.mode = mode
        self.limits = limits
    }

    /// How many bytes an incomplete packet can have.
    public var maximumPending: Int { 5 + Swift.max(0, Swift.min(limits.packetBytes, StreamPrefix.mostBytes)) }

    /// Reads what stands in `bytes` at `position`, and moves on behind it.
    @_lifetime(copy bytes, &self)
    public mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> RMTPStep {
        let start = position
        guard !isClosed else {
            offset += Swift.max(0, bytes.count - start)
            position = bytes.count
            return .needMore
        }
        // A position that is not in the bytes is a mistake of the caller's, and there is nothing to read at it.
        guard start >= 0, start < bytes.count else { return .needMore }
        let prefix: StreamPrefix
        switch StreamPrefix.read(bytes, at: start, isStrict: mode == .strict, packetBytes: limits.packetBytes) {
        case .needMore: return .needMore
        case .fault(let code, let place): return .fault(close(code, at: place, bytes, &position))
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

    /// Reads a packet whose body is there and has no key in it.
    @inline(__always)
    @_lifetime(copy body)
    private func step(_ prefix: StreamPrefix, _ body: Span<UInt8>, at place: Int) -> RMTPStep {
        var reader = FrameReader(
            body, from: 0, start: place &+ prefix.byteCount, lead: prefix.byteCount, isStrict: mode == .strict,
            trace: NoTrace())
        if prefix.isLong { reader.deviations.note(.longLength, .none, at: 2) }
        do throws(DecodeError) {
            return .packet(try RMTPPacketView(prefix.header, at: place, format, reader))
        } catch {
            return .fault(StreamFault(error))  // RMTP-088
        }
    }

    /// Reads on as ``next(in:from:)`` does, for a decoder that is a member of a class.
    public mutating func withNext<Result>(
        in bytes: Span<UInt8>, from position: inout Int, _ body: (consuming RMTPStep) -> Result
    ) -> Result {
        body(next(in: bytes, from: &position))
    }

    /// Says that the stream has ended, with what was not consumed of it; the fault tells that this is no whole packet.
    public mutating func finish(_ rest: Span<UInt8>) -> StreamFault? {
        guard !isClosed, !rest.isEmpty else { return nil }
        isClosed = true
        offset += rest.count
        return StreamFault(DecodeError(.frameTruncated, offset: offset), scope: .connection)  // RMTP-086
    }

    /// Puts a body without its key where it can be read.
    @inline(never)
    private mutating func decipher(_ body: Span<UInt8>, _ key: StreamKey) {
        if clear.count < body.count { clear = [UInt8](repeating: 0, count: body.count) }
        var room = clear.mutableSpan
        room.set(body, 0)
        key.apply(&room, from: 0, to: body.count)
    }

    /// Ends the stream: nothing more is read, and nothing is left pending.
    @inline(never)
    private mutating func close(
        _ code: DecodeError.Code, at field: Int, _ bytes: Span<UInt8>, _ position: inout Int
    ) -> StreamFault {
        let place = offset + field
        offset += bytes.count - position
        position = bytes.count
        isClosed = true
        return StreamFault(DecodeError(code, offset: place), scope: .connection)
    }
}
