// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What happens to the service's side of a connection.
public enum RMTPServerEvent: Hashable, Sendable {
    /// The WebSocket is open, and its token was looked at: the client is let in.
    case accept(userId: FrameText, sessionId: FrameText, timestamp: UInt64, messageId: UInt16? = nil)
    /// The WebSocket is open, and the client is not let in: a status other than 0 (RMTP-150).
    case refuse(status: UInt8)
    /// A packet has come up.
    case received(RMTPPacket)
    /// The WebSocket is closed.
    case closed
    /// A publication is stored, or refused with a status (RMTP-130).
    case acknowledge(id: UInt16, RMTPReceipt)
    /// A question has its answer; with a `qos` other than 0 the client confirms it (RMTP-134).
    case answer(id: UInt16, date: UInt32, status: UInt16 = 0, data: [UInt8] = [], qos: RMTPQoS = .atMostOnce)
    /// Something goes down; `key` comes back when it has arrived.
    case publish(key: Int, RMTPRequest, date: UInt32)
    /// What this user has sent from another device goes down, and its receipt behind it (RMTP-132).
    case synchronise(RMTPRequest, date: UInt32, RMTPReceipt?)
    /// The client is sent away, with the status of the DISCONNECT (RMTP-151).
    case disconnect(status: UInt8)
    /// Time passes.
    case tick
}

/// What the service says of a message that it has stored.
public struct RMTPReceipt: Hashable, Sendable {
    /// 0, or why the message was refused.
    public var status: UInt16
    /// When it was sent, in milliseconds from 1970.
    public var time: UInt64
    /// The service's id of it.
    public var messageUId: FrameText

    /// Puts a receipt together.
    public init(status: UInt16 = 0, time: UInt64, messageUId: FrameText) {
        self.status = status
        self.time = time
        self.messageUId = messageUId
    }

    /// The PUBACK that carries the receipt; its seconds end in the year 2106.
    func packet(_ id: UInt16) -> RMTPPacket {
        .pubAck(
            PubAckPacket(
                messageId: id, date: UInt32(clamping: time / 1_000), status: status,
                millisecond: UInt16(time % 1_000), messageUId: messageUId))
    }
}

/// What the service's side of a connection wants done, in order.
public enum RMTPServerAction: Hashable, Sendable {
    /// Send this packet.
    case write(RMTPPacket)
    /// Close the WebSocket.
    case close
    /// The client publishes; an id comes with it where it waits for an ``RMTPServerEvent/acknowledge(id:_:)``.
    case published(id: UInt16?, PublishPacket)
    /// The client asks, and waits for an ``RMTPServerEvent/answer(id:date:status:data:qos:)``.
    case asked(id: UInt16, QueryPacket)
    /// The client has an answer.
    case confirmed(id: UInt16)
    /// What went down has arrived, or did not have to be acknowledged.
    case delivered(key: Int)
    /// What went down was not acknowledged before the time or the connection was over.
    case undelivered(key: Int)
    /// The connection is over.
    case ended
}
