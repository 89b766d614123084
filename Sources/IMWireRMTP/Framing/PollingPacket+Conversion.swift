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
        let header = packet.header
        var data: [UInt8] = []
        if let object = packet.data {
            guard let type else { return nil }
            data = try PollingBody.bytes(object, as: type)
        }
        if let other = OtherPacket(type: header.type, data: data, flags: header.flags) {
            self = .other(other)
            return
        }
        guard header.type != .connect, var result = RMTPPacket(bare: header.type, header.flags) else { return nil }
        var members = result.members
        for member in RMTPLayout.of(header.type).members {
            members[member.id] = member.kind == .rest ? .bytes(data) : packet[member.id] ?? member.usual
        }
        result.members = members
        if case .pubAck(var acknowledgement) = result, let timestamp = packet.timestamp {
            guard acknowledgement.take(timestamp) else { return nil }
            result = .pubAck(acknowledgement)
        }
        self = result
    }
}

extension PubAckPacket {
    /// Takes a time that stands there as one number and not as two; no, where both stand there and disagree.
    fileprivate mutating func take(_ timestamp: UInt64) -> Bool {
        guard let seconds = UInt32(exactly: timestamp / 1_000) else { return false }
        let rest = UInt16(timestamp % 1_000)
        guard date ?? seconds == seconds, millisecond ?? rest == rest else { return false }
        date = seconds
        millisecond = rest
        return true
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
        guard packet.trailing.isEmpty, packet.header.type != .connect else { return nil }
        self.init(packet.header)
        let members = packet.members
        for member in RMTPLayout.of(header.type).members {
            let value = members[member.id]
            if member.kind == .rest {
                guard try take(value?.bytes, type) else { return nil }
            } else if RMTPLayout.polled.contains(where: { $0.id == member.id }) {
                self[member.id] = value
            } else if member.kind == .flags {
                guard (value?.number() ?? 0) & ~member.known == 0 else { return nil }
            } else {
                guard value == nil || value == member.usual else { return nil }
            }
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
