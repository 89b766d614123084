// SPDX-License-Identifier: Apache-2.0

/// A decoder that finds packets in a stream without copying, keeping or allocating anything (FRM-009).
///
/// ```swift
/// var decoder = ChatPacketDecoder()
/// var position = 0
/// reading: while true {
///     switch decoder.next(in: bytes, from: &position) {
///     case .packet(let packet): show(packet.header, packet.payload)
///     case .fault(let fault): report(fault)
///     case .needMore: break reading
///     }
/// }
/// ```
/// The bytes from `position` on must then be passed again, followed by new ones.
public struct ChatPacketDecoder: Sendable {
    /// The limits on what a peer may send at once.
    public let limits: ChatFramingLimits
    /// Whether checksums are compared.
    ///
    /// The header check always is (FRM-042).
    public let comparesChecksums: Bool
    /// The number of bytes of the stream consumed so far.
    public private(set) var offset = 0
    /// Whether an error has ended the stream (FRM-005).
    public private(set) var isClosed = false

    /// Creates a decoder at the first byte of a stream.
    public init(limits: ChatFramingLimits = ChatFramingLimits(), comparesChecksums: Bool = true) {
        self.limits = limits
        self.comparesChecksums = comparesChecksums
    }

    /// The maximum size of an incomplete packet, in bytes.
    public var maximumPending: Int { limits.packetBytes + Int(UInt8.max) }

    /// Decodes the next packet in `bytes` at `position`, and advances `position` past the bytes consumed.
    @inline(__always)
    @_lifetime(copy bytes)
    public mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> ChatPacketStep {
        let start = position
        guard !isClosed, start >= 0, start &+ 20 <= bytes.count else { return incomplete(bytes, &position) }
        // Byte 0 is in the lowest bits: FA CE, version 1, and a header length of at least 24.
        let head = bytes.halfWord(at: start)
        guard head & 0xff_ffff == 0x01_cefa, head >> 24 >= ChatPacketHeader.byteCount else {
            return incomplete(bytes, &position)
        }
        var checksum = CRC32()
        guard ChatPacketHeader.isChecked(bytes, at: start, &checksum) else {
            return .fault(close(.frameHeader, at: 16, bytes, &position))
        }
        let header = ChatPacketHeader(reading: bytes, at: start)
        guard Int(header.payloadLength) <= limits.packetBytes else {
            return .fault(close(.frameLength, at: 12, bytes, &position))  // FRM-038
        }
        let length = header.packetLength
        let end = start &+ length
        guard end <= bytes.count else { return .needMore }
        position = end
        let place = offset
        offset &+= length
        if comparesChecksums {
            checksum.update(bytes, from: start &+ ChatPacketHeader.byteCount, to: end)
            guard checksum.value == bytes.bigEndian32(at: start &+ 20) else {
                return .fault(StreamFault(.frameChecksum, at: place + 20))  // FRM-040
            }
        }
        let payload = bytes.slice(start &+ Int(header.headerLength), end)
        if header.type != .message || !header.flags.isSubset(of: [.deflate, .batch, .wantsReceipt]),
            let fault = Self.fault(in: header, payload, at: place)
        {
            return .fault(fault)
        }
        return .packet(ChatPacket(header, at: place, payload: payload))
    }

    /// Ends the stream after the unconsumed bytes `rest`, and returns the error if there are any.
    public mutating func finish(_ rest: Span<UInt8>) -> StreamFault? {
        guard !isClosed, !rest.isEmpty else { return nil }
        isClosed = true
        offset += rest.count
        return StreamFault(.frameTruncated, at: offset, .connection)  // FRM-006
    }

    /// Returns the violation of the rules for flags, heartbeats and fragments by a complete packet, in the order of
    /// FRM-041.
    @inline(never)
    private static func fault(in header: ChatPacketHeader, _ payload: Span<UInt8>, at place: Int) -> StreamFault? {
        if !header.flags.isSubset(of: .known) { return StreamFault(.frameFlags, at: place + 6) }  // FRM-036
        if header.type == .heartbeat {
            if !header.flags.isEmpty { return StreamFault(.frameHeartbeat, at: place + 6) }  // FRM-043
            if header.payloadLength > 0 { return StreamFault(.frameHeartbeat, at: place + 12) }
        }
        if header.flags.contains(.fragment) {
            let start = place + Int(header.headerLength)
            let part = payload.count - ChatFragmentFields.byteCount
            guard part > 0 else { return StreamFault(.frameFragment, at: start) }  // FRM-052
            if let field = ChatFragmentFields(reading: payload).fault(partLength: part) {
                return StreamFault(.frameFragment, at: start + field)
            }
        }
        return nil
    }

    /// Checks a packet whose first 20 bytes are incomplete or do not begin like a packet.
    @inline(never)
    @_lifetime(copy bytes)
    private mutating func incomplete(_ bytes: Span<UInt8>, _ position: inout Int) -> ChatPacketStep {
        guard !isClosed else {
            offset += Swift.max(0, bytes.count - position)
            position = bytes.count
            return .needMore
        }
        // A position outside `bytes` is an error of the caller, and there is nothing to read at it.
        guard position >= 0, position < bytes.count else { return .needMore }
        return switch ChatPacketHeader.fault(inStart: bytes, at: position) {
        case nil: .needMore
        case .magic(let byte): .fault(close(.frameMagic, at: byte, bytes, &position))
        case .version: .fault(close(.frameVersion, at: 2, bytes, &position))
        case .headerLength: .fault(close(.frameHeader, at: 3, bytes, &position))
        }
    }

    /// Closes the stream: nothing more is read, and no bytes stay pending (FRM-005).
    @inline(never)
    private mutating func close(
        _ code: DecodeError.Code, at field: Int, _ bytes: Span<UInt8>, _ position: inout Int
    ) -> StreamFault {
        isClosed = true
        return .closing(code, at: field, bytes, &position, &offset)
    }
}
