// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An encoder that writes replies for clients that poll (RMTP-096).
public struct PollingEncoder: Sendable {
    /// The version agreed with the peer.
    public let version: RMTPVersion
    /// The limits that the peer is expected to have.
    public let limits: RMTPLimits

    /// Creates an encoder for packets of the given version.
    public init(_ version: RMTPVersion = .three, limits: RMTPLimits = RMTPLimits()) {
        self.version = version
        self.limits = limits
    }

    /// Returns a packet as an object, which is the reply to a connect.
    ///
    /// - Throws: `encode.*` if the packet cannot be written.
    public func encode(_ packet: PollingPacket) throws(EncodeError) -> [UInt8] {
        try check(packet)
        var writer = ContentEncoder()
        writer.open()
        writer.member("headerCode", Int(Int8(bitPattern: packet.header.rawValue)))
        for member in RMTPLayout.polled {
            switch packet[member.id] {
            case .number(let number)?: writer.member(member.name, JSONNumber(number))
            case .text(let text)?: writer.member(member.name, EscapedText.literal(text))
            default: break
            }
        }
        writer.member("data", packet.data?.text)  // as a string (RMTP-095)
        writer.close()
        let bytes = writer.take()
        if bytes.count > limits.packetBytes { throw EncodeError(.size) }
        return bytes
    }

    /// Returns packets as an array, which is the reply to a poll or a send.
    public func encode(_ packets: [PollingPacket]) throws(EncodeError) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, packet) in packets.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += try encode(packet)
        }
        bytes.append(UInt8(ascii: "]"))
        if packets.count > limits.batchMessages || bytes.count > limits.packetBytes { throw EncodeError(.size) }
        return bytes
    }

    /// Throws if the packet has members that do not belong to its type or do not fit their range (RMTP-111 to
    /// RMTP-114).
    private func check(_ packet: PollingPacket) throws(EncodeError) {
        let type = packet.header.type
        if RMTPHeader.fit(type, .down) != .proper { throw EncodeError(.direction) }
        for member in RMTPLayout.polled {
            let value = packet[member.id]
            guard value != nil || (member.id == .data && packet.data != nil) else { continue }
            guard member.belongs(to: type, version) else { throw EncodeError(.member) }
            if case .number(let bytes) = member.kind(in: type), let number = value?.number(UInt64.self),
                number > UInt64.max >> (64 - 8 * UInt64(bytes))
            {
                throw EncodeError(.range)
            }
        }
    }
}
