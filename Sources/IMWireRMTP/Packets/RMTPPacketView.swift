// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A view of a packet in the input, without copies or allocations (RMTP-101).
public struct RMTPPacketView: ~Escapable {
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

    /// Reads a packet whose body is the remaining input of `reader`.
    ///
    /// - Parameter offset: the offset of the header byte, counted like all offsets.
    @inline(__always)
    @_lifetime(copy reader)
    init(
        _ header: RMTPHeader, at offset: Int, _ format: RMTPFormat, _ reader: consuming FrameReader<some FrameTrace>
    ) throws(DecodeError) {
        self.header = header
        self.offset = offset
        let flags = header.flags
        let type = header.type
        if type == .publish {
            kind = .publish(try PublishView(flags, format, &reader))
        } else {
            kind = try RMTPPacketView.other(type, flags, at: offset, format, &reader)
        }
        trailing = reader.bytes.part(reader.position, reader.bytes.count)
        found = reader.deviations
    }

    /// Reads the packets of all types except PUBLISH, the most frequent one.
    @inline(never)
    @_lifetime(copy reader)
    @_lifetime(reader: copy reader)
    private static func other(
        _ type: RMTPType, _ flags: RMTPFlags, at offset: Int, _ format: RMTPFormat,
        _ reader: inout FrameReader<some FrameTrace>
    ) throws(DecodeError) -> Kind {
        switch RMTPHeader.fit(type, format.direction) {
        case .proper: break
        case .readable: try reader.refuse(.packetDirection, .otherDirection, .none, at: offset - reader.start)
        case .refused: throw DecodeError(.packetDirection, offset: offset)
        }
        return try members(type, flags, format, &reader)
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
