// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Writes replies for clients that poll (RMTP-096).
public struct PollingEncoder: Sendable {
    /// The version that was agreed on.
    public let version: RMTPVersion
    /// What the peer is expected to take.
    public let limits: RMTPLimits

    /// Writes packets of this version.
    public init(_ version: RMTPVersion = .three, limits: RMTPLimits = RMTPLimits()) {
        self.version = version
        self.limits = limits
    }

    /// Writes a packet as an object, the reply to a connect or a send.
    ///
    /// - Throws: `encode.*` where the packet cannot be written.
    public func encode(_ packet: PollingPacket) throws(EncodeError) -> [UInt8] {
        try check(packet)
        var writer = ContentWriter()
        writer.open()
        writer.member("headerCode", Int(Int8(bitPattern: packet.header.rawValue)))
        writer.member("messageId", packet.messageId.map { Int($0) })
        writer.member("topic", packet.topic.map(EscapedText.literal))
        writer.member("targetId", packet.targetId.map(EscapedText.literal))
        writer.member("date", packet.date.map { JSONNumber($0) })
        writer.member("status", packet.status.map { Int($0) })
        writer.member("userId", packet.userId.map(EscapedText.literal))
        writer.member("sessionid", packet.sessionId.map(EscapedText.literal))
        writer.member("timestamp", packet.timestamp.map { JSONNumber($0) })
        writer.member("millisecond", packet.millisecond.map { Int($0) })
        writer.member("messageUId", packet.messageUId.map(EscapedText.literal))
        writer.member("data", packet.data?.text)  // in a string (RMTP-095)
        writer.close()
        let bytes = writer.take()
        if bytes.count > limits.packetBytes { throw EncodeError(.size) }
        return bytes
    }

    /// Writes packets as an array, the reply to a poll.
    public func encode(_ packets: [PollingPacket]) throws(EncodeError) -> [UInt8] {
        var bytes: [UInt8] = [0x5b]
        for (index, packet) in packets.enumerated() {
            if index > 0 { bytes.append(0x2c) }
            bytes += try encode(packet)
        }
        bytes.append(0x5d)
        if packets.count > limits.batchMessages || bytes.count > limits.packetBytes { throw EncodeError(.size) }
        return bytes
    }

    /// Refuses what does not belong to the packet's type (RMTP-111 to RMTP-114).
    private func check(_ packet: PollingPacket) throws(EncodeError) {
        let type = packet.header.type
        if RMTPHeader.fit(type, .down) != .proper { throw EncodeError(.direction) }
        let present: [(PollingMember, Bool)] = [
            (.messageId, packet.messageId != nil), (.topic, packet.topic != nil), (.targetId, packet.targetId != nil),
            (.date, packet.date != nil), (.status, packet.status != nil), (.userId, packet.userId != nil),
            (.sessionId, packet.sessionId != nil), (.timestamp, packet.timestamp != nil),
            (.millisecond, packet.millisecond != nil), (.messageUId, packet.messageUId != nil),
            (.data, packet.data != nil),
        ]
        for (member, isPresent) in present where isPresent && !member.belongs(to: type, version) {
            throw EncodeError(.member)
        }
        let hasByte = type == .connAck || type == .disconnect
        if hasByte, let status = packet.status, status > 0xff { throw EncodeError(.range) }
    }
}
