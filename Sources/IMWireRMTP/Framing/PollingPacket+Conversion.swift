// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The same packet in polling and in bytes, as far as both layouts have a place for it (RMTP-099).
extension RMTPPacket {
    /// The packet that goes down in bytes for one that was polled.
    ///
    /// Nil where there is `data` whose message nobody has named, and where a time does not fit its fields.
    ///
    /// - Parameter type: the message that `data` is (RMTP-060).
    /// - Throws: as ``PollingBody/bytes(_:as:limits:)``, where `data` is not that message.
    public init?(_ packet: PollingPacket, body type: (any ProtobufMessage.Type)? = nil) throws(DecodeError) {
        let flags = packet.header.flags
        var data: [UInt8] = []
        if let object = packet.data {
            guard let type else { return nil }
            data = try PollingBody.bytes(object, as: type)
        }
        switch packet.header.type {
        case .connAck:
            var result = ConnAckPacket(
                status: 0, userId: packet.userId, sessionId: packet.sessionId, timestamp: packet.timestamp,
                messageId: packet.messageId, flags: flags)
            result.status = packet.status.map { UInt8(truncatingIfNeeded: $0) }
            self = .connAck(result)
        case .publish:
            var result = PublishPacket(
                topic: "", targetId: packet.targetId, messageId: 0, data: data, date: packet.date, flags: flags)
            result.topic = packet.topic
            result.messageId = packet.messageId
            self = .publish(result)
        case .pubAck:
            guard let result = PubAckPacket(packet, flags) else { return nil }
            self = .pubAck(result)
        case .query:
            var result = QueryPacket(topic: "", targetId: "", messageId: 0, data: data, flags: flags)
            result.topic = packet.topic
            result.targetId = packet.targetId
            result.messageId = packet.messageId
            self = .query(result)
        case .queryAck:
            var result = QueryAckPacket(messageId: 0, date: 0, data: data, flags: flags)
            result.messageId = packet.messageId
            result.date = packet.date
            result.status = packet.status
            self = .queryAck(result)
        case .queryCon:
            var result = QueryConPacket(messageId: 0, flags: flags)
            result.messageId = packet.messageId
            self = .queryCon(result)
        case .pingReq: self = .pingReq(PingPacket(flags: flags))
        case .pingResp: self = .pingResp(PingPacket(flags: flags))
        case .disconnect:
            var result = DisconnectPacket(status: 0, flags: flags)
            result.status = packet.status.map { UInt8(truncatingIfNeeded: $0) }
            self = .disconnect(result)
        default:
            guard let result = OtherPacket(type: packet.header.type, data: data, flags: flags) else { return nil }
            self = .other(result)
        }
    }
}

extension PubAckPacket {
    /// The time may stand there as one number or as two.
    fileprivate init?(_ packet: PollingPacket, _ flags: RMTPFlags) {
        self.init(messageId: 0, flags: flags)
        messageId = packet.messageId
        status = packet.status
        messageUId = packet.messageUId
        date = packet.date
        millisecond = packet.millisecond
        guard let timestamp = packet.timestamp else { return }
        guard let seconds = UInt32(exactly: timestamp / 1_000) else { return nil }
        let rest = UInt16(timestamp % 1_000)
        // Two times that say different things have no place in one packet.
        guard date ?? seconds == seconds, millisecond ?? rest == rest else { return nil }
        date = seconds
        millisecond = rest
    }
}

extension PollingPacket {
    /// The packet in polling for one that goes down in bytes.
    ///
    /// Nil for a CONNECT, for what has trailing bytes or a body that is no object in polling, and for flags and an ignored
    /// byte that say something of their own.
    ///
    /// - Parameter type: the message that the body is (RMTP-060); none is needed where there are no bytes of it.
    /// - Throws: as ``PollingBody/object(_:as:limits:)``.
    public init?(_ packet: RMTPPacket, body type: (any ProtobufMessage.Type)? = nil) throws(DecodeError) {
        guard packet.trailing.isEmpty else { return nil }
        self.init(packet.header)
        switch packet {
        case .connect: return nil
        case .connAck(let packet):
            guard packet.ignored ?? 0 == 0, packet.members?.isSubset(of: .known) ?? true else { return nil }
            status = packet.status.map { UInt16($0) }
            userId = packet.userId
            sessionId = packet.sessionId
            timestamp = packet.timestamp
            messageId = packet.messageId
        case .publish(let packet):
            date = packet.date
            topic = packet.topic
            targetId = packet.targetId
            messageId = packet.messageId
            guard try take(packet.data, type) else { return nil }
        case .pubAck(let packet):
            messageId = packet.messageId
            date = packet.date
            status = packet.status
            millisecond = packet.millisecond
            messageUId = packet.messageUId
        case .query(let packet):
            topic = packet.topic
            targetId = packet.targetId
            messageId = packet.messageId
            guard try take(packet.data, type) else { return nil }
        case .queryAck(let packet):
            messageId = packet.messageId
            date = packet.date
            status = packet.status
            guard try take(packet.data, type) else { return nil }
        case .queryCon(let packet): messageId = packet.messageId
        case .pingReq, .pingResp: break
        case .disconnect(let packet):
            guard packet.ignored ?? 0 == 0 else { return nil }
            status = packet.status.map { UInt16($0) }
        case .other(let packet):
            guard try take(packet.data, type) else { return nil }
        }
    }

    /// Takes a body over; a body of no bytes is left out.
    private mutating func take(
        _ bytes: [UInt8]?, _ type: (any ProtobufMessage.Type)?
    ) throws(DecodeError) -> Bool {
        guard let bytes, !bytes.isEmpty else { return true }
        guard let type else { return false }
        data = try PollingBody.object(bytes.span, as: type)
        return data != nil
    }
}
