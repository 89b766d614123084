// SPDX-License-Identifier: Apache-2.0

import IMWire

/// One packet, with its bytes copied out of the input.
public enum RMTPPacket: Hashable, Sendable {
    /// A client presents itself.
    case connect(ConnectPacket)
    /// The service accepts a connection or refuses it.
    case connAck(ConnAckPacket)
    /// A message or notification.
    case publish(PublishPacket)
    /// A PUBLISH has arrived.
    case pubAck(PubAckPacket)
    /// A question to the service.
    case query(QueryPacket)
    /// The answer to a QUERY.
    case queryAck(QueryAckPacket)
    /// A QUERYACK has arrived.
    case queryCon(QueryConPacket)
    /// Asks whether the other side is there.
    case pingReq(PingPacket)
    /// Says that it is.
    case pingResp(PingPacket)
    /// The service ends a connection.
    case disconnect(DisconnectPacket)
    /// A type without a layout.
    case other(OtherPacket)

    /// The first byte of the packet.
    public var header: RMTPHeader {
        switch self {
        case .connect(let packet): RMTPHeader(.connect, packet.flags)
        case .connAck(let packet): RMTPHeader(.connAck, packet.flags)
        case .publish(let packet): RMTPHeader(.publish, packet.flags)
        case .pubAck(let packet): RMTPHeader(.pubAck, packet.flags)
        case .query(let packet): RMTPHeader(.query, packet.flags)
        case .queryAck(let packet): RMTPHeader(.queryAck, packet.flags)
        case .queryCon(let packet): RMTPHeader(.queryCon, packet.flags)
        case .pingReq(let packet): RMTPHeader(.pingReq, packet.flags)
        case .pingResp(let packet): RMTPHeader(.pingResp, packet.flags)
        case .disconnect(let packet): RMTPHeader(.disconnect, packet.flags)
        case .other(let packet): RMTPHeader(packet.type, packet.flags)
        }
    }

    /// Copies a packet out of the bytes that it was read from.
    public init(_ view: borrowing RMTPPacketView) {
        switch view.kind {
        case .connect(let packet): self = .connect(ConnectPacket(packet))
        case .connAck(let packet): self = .connAck(ConnAckPacket(packet))
        case .publish(let packet): self = .publish(PublishPacket(packet))
        case .pubAck(let packet): self = .pubAck(PubAckPacket(packet))
        case .query(let packet): self = .query(QueryPacket(packet))
        case .queryAck(let packet): self = .queryAck(QueryAckPacket(packet))
        case .queryCon(let packet): self = .queryCon(packet)
        case .pingReq(let packet): self = .pingReq(packet)
        case .pingResp(let packet): self = .pingResp(packet)
        case .disconnect(let packet): self = .disconnect(packet)
        case .other(let packet): self = .other(OtherPacket(packet))
        }
        if !view.trailing.isEmpty { trailing = view.trailing.copied }
    }

    /// Writes the body; the header is written by the framing, which also has judged the direction.
    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        switch self {
        case .connect(let packet): try packet.write(&writer, &output)
        case .connAck(let packet): try packet.write(&writer, &output)
        case .publish(let packet): try packet.write(&writer, &output)
        case .pubAck(let packet): try packet.write(&writer, &output)
        case .query(let packet): try packet.write(&writer, &output)
        case .queryAck(let packet): try packet.write(&writer, &output)
        case .queryCon(let packet): try packet.write(&writer, &output)
        case .pingReq, .pingResp: break
        case .disconnect(let packet): try packet.write(&writer, &output)
        case .other(let packet): writer.rest(packet.data, &output)
        }
        if !trailing.isEmpty { try writeTrailing(&writer, &output) }
    }
}

/// What the framings write: any packet, or one whose type is known, without being put into an enumeration first.
protocol FramePacket {
    /// The first byte of the packet.
    var header: RMTPHeader { get }
    /// Writes the body.
    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError)
}

extension RMTPPacket: FramePacket {}

extension PublishPacket: FramePacket {
    var header: RMTPHeader { RMTPHeader(.publish, flags) }
}

extension QueryAckPacket: FramePacket {
    var header: RMTPHeader { RMTPHeader(.queryAck, flags) }
}

extension RMTPHeader {
    /// How a type of packet goes with a direction (RMTP-045).
    enum Fit {
        case proper
        /// It belongs the other way, but has one layout only.
        case readable
        case refused
    }

    static func fit(_ type: RMTPType, _ direction: RMTPDirection) -> Fit {
        switch (type, direction) {
        case (.connect, .down), (.query, .down), (.queryCon, .down), (.queryAck, .up): .readable
        case (.connAck, .up), (.disconnect, .up): .refused
        default: .proper
        }
    }
}
