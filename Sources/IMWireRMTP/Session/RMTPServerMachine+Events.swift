// SPDX-License-Identifier: Apache-2.0

import IMWire

extension RMTPServerMachine {
    /// An event that the service's side of a connection handles.
    @nonexhaustive
    public enum Event: SessionEvent {
        /// The WebSocket is open and the token has been checked: the client is accepted.
        case accept(userID: FrameText, sessionID: FrameText, timestamp: UInt64, messageID: UInt16? = nil)
        /// The WebSocket is open and the client is refused, with a status other than 0 (RMTP-150).
        case refuse(status: UInt8)
        /// A packet has arrived.
        case received(RMTPPacket)
        /// The WebSocket is closed.
        case closed
        /// A publication was stored, or refused with a status (RMTP-130).
        case acknowledge(id: UInt16, RMTPReceipt)
        /// A query is answered; with a `qos` other than 0, the client confirms the answer (RMTP-134).
        case answer(id: UInt16, date: UInt32, status: UInt16 = 0, data: [UInt8] = [], qos: RMTPQoS = .atMostOnce)
        /// The service publishes; the outcome has the same `key`.
        case publish(key: Int, RMTPRequest, date: UInt32)
        /// A message that the user has sent from another device is passed on, followed by its receipt (RMTP-132).
        case synchronize(RMTPRequest, date: UInt32, RMTPReceipt?)
        /// The service ends the connection, with the status of the DISCONNECT (RMTP-151).
        case disconnect(status: UInt8)
        /// Time passes.
        case tick
    }
}

/// The receipt of the service for a message that it has stored.
///
/// ```swift
/// let receipt = RMTPReceipt(time: 1_700_000_000_000, messageUID: "BS45-NPH4-HV87-10LM")
/// ```
public struct RMTPReceipt: Hashable, Sendable {
    /// The status: 0, or the code with which the message is refused.
    public var status: UInt16
    /// The time of the message in milliseconds since 1970.
    public var time: UInt64
    /// The id that the service has assigned to the message.
    public var messageUID: FrameText

    /// Creates a receipt.
    public init(status: UInt16 = 0, time: UInt64, messageUID: FrameText) {
        self.status = status
        self.time = time
        self.messageUID = messageUID
    }

    /// Returns the PUBACK that carries the receipt, whose seconds are clamped to 32 bits (the year 2106).
    func packet(_ id: UInt16) -> RMTPPacket {
        .pubAck(
            PubAckPacket(
                messageID: id, date: UInt32(clamping: time / 1_000), status: status,
                millisecond: UInt16(time % 1_000), messageUID: messageUID))
    }
}

extension RMTPServerMachine {
    /// An action that the service's side of a connection asks for.
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// Send this packet.
        case write(RMTPPacket)
        /// Close the WebSocket.
        case close
        /// The client publishes; a publication with an id waits for ``RMTPServerMachine/Event/acknowledge(id:_:)``.
        case published(id: UInt16?, PublishPacket)
        /// The client queries, and waits for ``RMTPServerMachine/Event/answer(id:date:status:data:qos:)``.
        case asked(id: UInt16, QueryPacket)
        /// The client has confirmed an answer.
        case confirmed(id: UInt16)
        /// A publication was acknowledged, or needs no acknowledgement.
        case delivered(key: Int)
        /// A publication was not acknowledged in time, or before the connection ended.
        case undelivered(key: Int)
        /// The connection is over.
        case ended
    }
}
