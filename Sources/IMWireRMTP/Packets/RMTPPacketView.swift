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

    /// The members of a packet, by its type.
    public enum Kind: ~Escapable {
        /// A client presents itself.
        case connect(ConnectView)
        /// The service accepts a connection or refuses it.
        case connAck(ConnAckView)
        /// A message or notification.
        case publish(PublishView)
        /// A PUBLISH has arrived.
        case pubAck(PubAckView)
        /// A question to the service.
        case query(QueryView)
        /// The answer to a QUERY.
        case queryAck(QueryAckView)
        /// A QUERYACK has arrived.
        case queryCon(QueryConPacket)
        /// Asks whether the other side is there.
        case pingReq(PingPacket)
        /// Says that it is.
        case pingResp(PingPacket)
        /// The service ends a connection.
        case disconnect(DisconnectPacket)
        /// A type without a layout.
        case other(OtherView)
    }

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
        _ header: RMTPHeader, at offset: Int, _ format: RMTPFormat, _ reader: consuming FrameReader
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
        _ type: RMTPType, _ flags: RMTPFlags, at offset: Int, _ format: RMTPFormat, _ reader: inout FrameReader
    ) throws(DecodeError) -> Kind {
        switch RMTPHeader.fit(type, format.direction) {
        case .proper: break
        case .readable: try reader.refuse(.packetDirection, .otherDirection, .none, at: offset - reader.start)
        case .refused: throw DecodeError(.packetDirection, offset: offset)
        }
        switch type {
        case .connect: return .connect(try ConnectView(flags, &reader))
        case .connAck: return .connAck(try ConnAckView(flags, format.version, &reader))
        case .pubAck: return .pubAck(try PubAckView(flags, format, &reader))
        case .query: return .query(try QueryView(flags, &reader))
        case .queryAck: return .queryAck(try QueryAckView(flags, &reader))
        case .queryCon: return .queryCon(try QueryConPacket(flags, &reader))
        case .pingReq: return .pingReq(try PingPacket(flags, &reader))
        case .pingResp: return .pingResp(try PingPacket(flags, &reader))
        case .disconnect: return .disconnect(try DisconnectPacket(flags, &reader))
        default:
            let body = reader.bytes.part(reader.position, reader.bytes.count)
            _ = reader.rest()
            return .other(OtherView(type, flags, body))
        }
    }
}
