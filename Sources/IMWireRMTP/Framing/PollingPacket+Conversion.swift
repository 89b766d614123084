// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Conversion of packets between polling and bytes, as far as both layouts can represent them (RMTP-099).
extension RMTPPacket {
    /// Creates the binary packet that corresponds to a polled one.
    ///
    /// The result is nil for a CONNECT, for a packet with `data` whose message type is not given, and for a PUBACK
    /// whose `timestamp` does not fit its fields or contradicts them.
    ///
    /// - Parameters:
    ///   - packet: the polled packet.
    ///   - type: the message type of `data` (RMTP-060).
    /// - Throws: as ``PollingBody/bytes(_:as:limits:)`` if `data` is not such a message.
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
            guard acknowledgement.setTime(timestamp) else { return nil }
            result = .pubAck(acknowledgement)
        }
        self = result
    }
}

extension PubAckPacket {
    /// Sets a time that is one number instead of two; returns false if it does not fit or contradicts the fields
    /// present.
    fileprivate mutating func setTime(_ timestamp: UInt64) -> Bool {
        guard let seconds = UInt32(exactly: timestamp / 1_000) else { return false }
        let rest = UInt16(timestamp % 1_000)
        guard date ?? seconds == seconds, millisecond ?? rest == rest else { return false }
        date = seconds
        millisecond = rest
        return true
    }
}

extension PollingPacket {
    /// Creates the polled packet that corresponds to a binary one.
    ///
    /// The result is nil for a CONNECT, for a packet with trailing bytes, for a body without an object form in polling
    /// or whose message type is not given, and for unknown flags or an `ignored` byte other than 0.
    ///
    /// An empty body becomes an object with its empty lists if its message type is given, and otherwise no `data`
    /// (RMTP-301).
    ///
    /// - Parameters:
    ///   - packet: the binary packet.
    ///   - type: the message type of the body (RMTP-060); required unless the body is empty or absent.
    /// - Throws: as `PollingBody/object(_:as:limits:)`.
    public init?(_ packet: RMTPPacket, body type: (any ProtobufMessage.Type)? = nil) throws(DecodeError) {
        try self.init(packet, .down, body: type)
    }

    /// Creates the polled packet for a reply or, if `direction` is up, for a request.
    init?(
        _ packet: RMTPPacket, _ direction: RMTPDirection, body type: (any ProtobufMessage.Type)?
    ) throws(DecodeError) {
        guard packet.trailing.isEmpty, packet.header.type != .connect else { return nil }
        self.init(packet.header)
        let members = packet.members
        for member in RMTPLayout.of(header.type).members {
            let value = members[member.id]
            if member.kind == .rest {
                guard try setData(value?.bytes, type, direction) else { return nil }
            } else if RMTPLayout.polled.contains(where: { $0.id == member.id }) {
                self[member.id] = value
            } else if member.kind == .flags {
                guard (value?.number() ?? 0) & ~member.known == 0 else { return nil }
            } else {
                guard value == nil || value == member.usual else { return nil }
            }
        }
    }

    /// Converts a body to `data`; returns false if the body cannot be converted.
    private mutating func setData(
        _ bytes: [UInt8]?, _ type: (any ProtobufMessage.Type)?, _ direction: RMTPDirection
    ) throws(DecodeError) -> Bool {
        guard let bytes else { return true }
        guard let type, !bytes.isEmpty || direction == .down else { return bytes.isEmpty }
        data = try PollingBody.object(bytes.span, as: type, direction)
        return data != nil
    }
}
