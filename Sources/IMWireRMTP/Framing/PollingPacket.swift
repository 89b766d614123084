// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A packet as it travels where frames are polled: a JSON object, in which any member may be absent (RMTP-093).
public struct PollingPacket: Hashable, Sendable {
    /// The header byte.
    public var header: RMTPHeader
    /// What the packet is acknowledged by.
    public var messageId: UInt16?
    /// What the message is, or what it is about.
    public var topic: FrameText?
    /// Who it is for, or comes from.
    public var targetId: FrameText?
    /// When the service sent it, in seconds from 1970.
    public var date: UInt32?
    /// Why, or whether it went well.
    public var status: UInt16?
    /// Who has connected.
    public var userId: FrameText?
    /// The connection's id, `sessionid` on the wire.
    public var sessionId: FrameText?
    /// The service's clock, in milliseconds from 1970.
    public var timestamp: UInt64?
    /// The milliseconds of the date.
    public var millisecond: UInt16?
    /// The message's id at the service.
    public var messageUId: FrameText?
    /// The body as a plain object, spelled as it arrived; on the wire a string holds it (RMTP-095).
    public var data: RawJSON?

    /// Makes a packet without members.
    public init(_ header: RMTPHeader) {
        self.header = header
    }
}

/// The members of an object that is a packet; their order is that in which they are written (RMTP-096).
enum PollingMember: CaseIterable {
    case headerCode, messageId, topic, targetId, date, status, userId, sessionId, timestamp, millisecond, messageUId
    case data

    /// The name on the wire.
    var name: StaticString {
        switch self {
        case .headerCode: "headerCode"
        case .messageId: "messageId"
        case .topic: "topic"
        case .targetId: "targetId"
        case .date: "date"
        case .status: "status"
        case .userId: "userId"
        case .sessionId: "sessionid"
        case .timestamp: "timestamp"
        case .millisecond: "millisecond"
        case .messageUId: "messageUId"
        case .data: "data"
        }
    }

    /// The place in errors and deviations.
    var path: String { "/\(name)" }

    /// The member of this name; nil where it is none.
    init?(_ name: String) {
        let found = PollingMember.allCases.first { member in
            member.name.withUTF8Buffer { buffer in unsafe name.utf8.elementsEqual(buffer) }
        }
        guard let found else { return nil }
        self = found
    }

    /// Whether packets of a type have the member.
    func belongs(to type: RMTPType, _ version: RMTPVersion) -> Bool {
        switch self {
        case .headerCode: true
        case .messageId:
            switch type {
            case .publish, .pubAck, .query, .queryAck, .queryCon: true
            case .connAck: version == .four
            default: false
            }
        case .topic, .targetId: type == .publish || type == .query
        case .date: type == .publish || type == .pubAck || type == .queryAck
        case .status: type == .connAck || type == .disconnect || type == .pubAck || type == .queryAck
        case .userId, .sessionId: type == .connAck
        case .timestamp: type == .connAck || type == .pubAck
        case .millisecond, .messageUId: type == .pubAck
        case .data: type == .publish || type == .query || type == .queryAck || !type.hasLayout
        }
    }
}
