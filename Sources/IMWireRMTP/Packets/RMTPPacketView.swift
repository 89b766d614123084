// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A view of a packet in the input, without copies or allocations (RMTP-101).
public struct RMTPPacketView: ~Escapable, BitwiseCopyable {
    /// The first byte of the packet.
    public let header: RMTPHeader
    /// The members of the packet, by packet type.
    public let kind: Kind
    /// The offset of the packet from the first byte of the message or stream.
    public let offset: Int
    /// The bytes after the last member of a packet without `data`; usually empty (RMTP-043).
    public let trailing: Span<UInt8>
    private let found: FrameDeviations

    /// Whether the packet has no deviations.
    public var isClean: Bool { found.isEmpty }

    /// The deviations, in reading order.
    public var deviations: [Deviation] { found.list(from: offset) }

    @inline(__always)
    @_lifetime(copy kind, copy body)
    private init(
        _ header: RMTPHeader, at offset: Int, _ kind: consuming Kind, _ body: Span<UInt8>,
        _ reader: borrowing FrameReader<some FrameTrace>
    ) {
        self.header = header
        self.kind = kind
        self.offset = offset
        trailing = body.part(reader.position, body.count)
        found = reader.deviations
    }

    /// Reads a packet whose body is the remaining input of `reader`.
    ///
    /// - Parameter offset: the offset of the header byte, counted like all offsets.
    @inline(__always)
    @_lifetime(copy body)
    static func read(
        _ header: RMTPHeader, at offset: Int, _ format: RMTPFormat, _ body: Span<UInt8>,
        _ reader: FrameReader<some FrameTrace>
    ) throws(DecodeError) -> RMTPPacketView {
        var reader = reader
        guard header.type == .publish else { return try other(header, at: offset, format, body, &reader) }
        let kind = Kind.publish(try PublishView(header.flags, format, body, &reader))
        return RMTPPacketView(header, at: offset, kind, body, reader)
    }

    /// Reads the packets of all types except PUBLISH, the most frequent one.
    @inline(never)
    @_lifetime(copy body)
    private static func other(
        _ header: RMTPHeader, at offset: Int, _ format: RMTPFormat, _ body: Span<UInt8>,
        _ reader: inout FrameReader<some FrameTrace>
    ) throws(DecodeError) -> RMTPPacketView {
        switch RMTPHeader.fit(header.type, format.direction) {
        case .proper: break
        case .readable: try reader.refuse(.packetDirection, .otherDirection, .none, at: offset - reader.start)
        case .refused: throw DecodeError(.packetDirection, offset: offset)
        }
        let kind = try members(header.type, header.flags, format, body, &reader)
        return RMTPPacketView(header, at: offset, kind, body, reader)
    }
}

extension RMTPHeader {
    /// Whether a packet type may occur in a direction (RMTP-045).
    package enum Fit: Sendable {
        case proper
        /// The type belongs to the other direction but has only one layout.
        case readable
        case refused
    }
}
