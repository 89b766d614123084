// SPDX-License-Identifier: Apache-2.0

import IMWire

/// One packet where it lies in the input: nothing is copied or allocated (RMTP-101).
public struct RMTPPacketView: ~Escapable {
    /// The first byte of the packet.
    public let header: RMTPHeader
    /// The members.
    public let kind: Kind
    /// Where the packet begins, counted from the first byte of the message or stream.
    public let offset: Int
    /// What follows the last member of a packet without `data`; nearly always nothing (RMTP-043).
    public let trailing: Span<UInt8>
    private let found: FrameDeviations

    /// Whether the packet is as the layout wants it.
    public var isClean: Bool { found.isEmpty }

    /// What deviated, in reading order.
    public var deviations: [Deviation] { found.list(from: offset) }

    /// Reads a packet whose body is what `reader` has in front of it.
    ///
    /// - Parameter offset: where the header byte is, counted like all offsets.
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

    /// Every type but the most frequent one.
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
    /// How a type of packet goes with a direction (RMTP-045).
    package enum Fit: Sendable {
        case proper
        /// It belongs the other way, but has one layout only.
        case readable
        case refused
    }
}
