// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Bytes behind the last member of a packet without `data`: a newer peer's, who may mean something by them (RMTP-043).
extension RMTPPacket {
    /// What follows the last member, as it came; empty in a packet that has `data`, which is all that follows.
    public var trailing: [UInt8] {
        get {
            switch self {
            case .connect(let packet): packet.trailing
            case .connAck(let packet): packet.trailing
            case .pubAck(let packet): packet.trailing
            case .queryCon(let packet): packet.trailing
            case .pingReq(let packet), .pingResp(let packet): packet.trailing
            case .disconnect(let packet): packet.trailing
            case .publish, .query, .queryAck, .other: []
            }
        }
        set {
            switch self {
            case .connect(var packet):
                packet.trailing = newValue
                self = .connect(packet)
            case .connAck(var packet):
                packet.trailing = newValue
                self = .connAck(packet)
            case .pubAck(var packet):
                packet.trailing = newValue
                self = .pubAck(packet)
            case .queryCon(var packet):
                packet.trailing = newValue
                self = .queryCon(packet)
            case .pingReq(var packet):
                packet.trailing = newValue
                self = .pingReq(packet)
            case .pingResp(var packet):
                packet.trailing = newValue
                self = .pingResp(packet)
            case .disconnect(var packet):
                packet.trailing = newValue
                self = .disconnect(packet)
            case .publish, .query, .queryAck, .other: break
            }
        }
    }

    /// Whether packets of this type end behind a last member, and not with `data`.
    public var canTrail: Bool {
        switch self {
        case .connect, .connAck, .pubAck, .queryCon, .pingReq, .pingResp, .disconnect: true
        case .publish, .query, .queryAck, .other: false
        }
    }

    /// Writes the trailing bytes, and refuses them where a reader would take them for members.
    @_lifetime(output: copy output)
    func writeTrailing(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        let isWhole: Bool
        switch self {
        case .connAck(let packet):
            isWhole =
                writer.format.version == .four
                ? packet.members != nil || packet.hasMembers : packet.timestamp != nil
        case .pubAck(let packet): isWhole = writer.format.direction == .up || packet.millisecond != nil
        default: isWhole = true
        }
        guard isWhole else { throw EncodeError(.member) }
        writer.rest(trailing, &output)
    }
}

extension ConnAckPacket {
    /// Whether anything is there that a flag of version 4 announces.
    fileprivate var hasMembers: Bool {
        userId != nil || sessionId != nil || timestamp != nil || messageId != nil
    }
}
