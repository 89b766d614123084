// SPDX-License-Identifier: Apache-2.0

import IMWire

extension RMTPClientMachine {
    /// An event that a client session handles.
    @nonexhaustive
    public enum Event: SessionEvent {
        /// The application wants to be connected.
        case connect
        /// The WebSocket is open.
        case opened
        /// A packet has arrived.
        case received(RMTPPacket)
        /// The WebSocket is closed, or could not be opened.
        case closed
        /// The application publishes; the outcome has the same `key`.
        case publish(key: Int, RMTPRequest)
        /// The application queries; the answer has the same `key`.
        case query(key: Int, RMTPRequest)
        /// The application joins a chatroom.
        case join(room: String)
        /// The application leaves a chatroom.
        case leave(room: String)
        /// The application disconnects, and its device continues to receive remote pushes.
        case disconnect
        /// The application disconnects, and its device stops receiving remote pushes (SES-147).
        case logout
        /// Time passes.
        case tick
    }

    /// An action that a client session asks for.
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// Open the WebSocket.
        case open
        /// Send this packet.
        case write(RMTPPacket)
        /// Close the WebSocket.
        case close
        /// The service has accepted the connection.
        case connected(userID: FrameText?, timestamp: UInt64?)
        /// The connection is over.
        case ended(RMTPEnding)
        /// A publication was acknowledged with this PUBACK, or needs none.
        case published(key: Int, PubAckPacket?)
        /// A query was answered, with any status.
        case answered(key: Int, QueryAckPacket)
        /// A publication or query will not be answered.
        case failed(key: Int, RMTPFailure)
        /// Deliver a message to the application; later actions deliver `remaining` more of the same answer (SES-146).
        case deliver(RMTPDelivery, remaining: Int = 0)
        /// All messages up to now have been pulled.
        case pulled(inboxTime: Int64, outboxTime: Int64)
        /// A chatroom was joined if the status is 0, and could not be joined otherwise.
        case joined(room: String, status: UInt16)
        /// No join of a chatroom was answered, and the session has forgotten the room (RMTP-341).
        case notJoined(room: String, RMTPFailure)
        /// A chatroom was left.
        case left(room: String)
        /// Keys of a chatroom have changed: entries that were set, and keys that were removed.
        case keysChanged(room: String, [RMTPBody.ChrmKVEntity], removed: [String])
        /// The settings of the user have a new version (RMTP-200).
        case settingsChanged(version: Int64)
        /// The states of conversations have changed (RMTP-200).
        case statesChanged(time: Int64)
        /// A PUBLISH on a topic that the session does not handle has arrived and been acknowledged.
        case other(PublishPacket)
        /// A body cannot be decoded; the packet has been acknowledged regardless (RMTP-135).
        case undecodable(topic: FrameText?, DecodeError)
    }
}

/// A message that has arrived, and the id of this user if the service has named it.
@nonexhaustive
public enum RMTPDelivery: Hashable, Sendable {
    /// The message arrived in a PUBLISH of its own.
    case direct(RMTPBody.DownStreamMessage, ownID: String? = nil)
    /// The message was in the answer to a pull.
    case pulled(RMTPBody.DownStreamMessage, ownID: String? = nil)
    /// The message was in the answer to a pull of a chatroom.
    case room(String, RMTPBody.DownStreamMessage, ownID: String? = nil)
    /// The user has sent the message from another device; its PUBACK is included if one is due (RMTP-132).
    case synced(PublishPacket, PubAckPacket?)

    /// The target of the conversation of a message that this user has sent; nil for a received message and for a
    /// synced one, whose packet names the target (RMTP-306).
    public var sentTo: String? {
        switch self {
        case .direct(let body, let ownID), .pulled(let body, let ownID), .room(_, let body, let ownID):
            let parties = RMTPMessageParties(
                kind: body.type?.rawValue ?? 0, body.direction, groupID: body.groupID, from: body.fromUserID,
                ownID: ownID)
            return parties.direction == .send ? parties.targetID : nil
        case .synced: return nil
        }
    }

    /// Returns the message as an application sees it, or nil if the body is not that of a message.
    ///
    /// The own id of `options` is replaced by the one that the service has named.
    ///
    /// - Throws: `proto.*` or `limit.*` if the body of a synced message cannot be decoded. The content does not
    ///   matter here: one that cannot be decoded is part of the message, with its error.
    public func envelope(_ options: Envelope.Options = Envelope.Options()) throws(DecodeError) -> Envelope? {
        switch self {
        case .direct(let body, let ownID), .pulled(let body, let ownID), .room(_, let body, let ownID):
            var options = options
            options.ownID = ownID ?? options.ownID
            return Envelope(body, options)
        case .synced(let packet, let acknowledgement):
            guard var envelope = try Envelope.decode(packet, .down, options)?.value else { return nil }
            if let acknowledgement { envelope.acknowledge(acknowledgement) }
            return envelope
        }
    }
}

/// The reason why a connection has ended, which determines what to do next.
@nonexhaustive
public enum RMTPEnding: Hashable, Sendable {
    /// The application has disconnected, and its device continues to receive remote pushes.
    case asked
    /// The application has logged out, and its device is to receive no more remote pushes.
    case loggedOut
    /// The service has refused the connection, with the status of the CONNACK.
    case refused(status: UInt8)
    /// Ask the navigation service again and connect to the host that it names (RMTP-150, RMTP-151).
    case redirected
    /// The user has logged in elsewhere: do not reconnect.
    case kicked
    /// The user is blocked: do not reconnect.
    case blocked
    /// The service has closed the connection, with the status of the DISCONNECT: reconnect.
    case closedByService(status: UInt8?)
    /// No CONNACK has arrived: reconnect.
    case unanswered
    /// PINGRESPs are missing: reconnect.
    case silent
    /// The WebSocket has closed: reconnect.
    case broken

    /// Whether the client should reconnect on its own (RMTP-150, RMTP-151).
    public var allowsReconnect: Bool {
        switch self {
        case .asked, .loggedOut, .kicked, .blocked: false
        // Statuses 1 to 9 are the codes 31001 to 31009 of seed 000 (RMTP-150).
        case .refused(let status): (1...9).contains(status) && ServiceCode.isTransient(31_000 + Int(status))
        case .redirected, .closedByService, .unanswered, .silent, .broken: true
        }
    }
}

/// The reason why a publication or query has failed.
@nonexhaustive
public enum RMTPFailure: String, Hashable, Sendable {
    /// There is no connection.
    case offline
    /// The connection ended before the answer (RMTP-201).
    case connectionEnded
    /// No answer has arrived in time (RMTP-133).
    case unanswered
    /// All message ids are waiting for their answers; there are 65535 by default.
    case tooMany
}
