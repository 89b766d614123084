// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What happens to a client's session.
public enum RMTPClientEvent: Hashable, Sendable {
    /// The application wants to be connected.
    case connect
    /// The WebSocket is open.
    case opened
    /// A packet has come down.
    case received(RMTPPacket)
    /// The WebSocket is closed, or could not be opened.
    case closed
    /// The application publishes; `key` comes back with what becomes of it.
    case publish(key: Int, RMTPRequest)
    /// The application asks; `key` comes back with the answer.
    case query(key: Int, RMTPRequest)
    /// The application enters a chatroom.
    case join(room: String)
    /// The application leaves a chatroom.
    case leave(room: String)
    /// The application wants to be disconnected.
    case disconnect
    /// Time passes.
    case tick
}

/// What a client's session wants done, in order.
public enum RMTPClientAction: Hashable, Sendable {
    /// Open the WebSocket.
    case open
    /// Send this packet.
    case write(RMTPPacket)
    /// Close the WebSocket.
    case close
    /// The service has accepted the connection.
    case connected(userId: FrameText?, timestamp: UInt64?)
    /// The connection is over.
    case ended(RMTPEnding)
    /// A publication has arrived; without a packet where nobody acknowledges it.
    case published(key: Int, PubAckPacket?)
    /// A question was answered, whatever its status says.
    case answered(key: Int, QueryAckPacket)
    /// A publication or question will not be answered.
    case failed(key: Int, RMTPFailure)
    /// A message for the application.
    case deliver(RMTPDelivery)
    /// All messages up to now have been pulled.
    case pulled(inboxTime: Int64, outboxTime: Int64)
    /// A chatroom was entered, or could not be: the status is not 0 then.
    case joined(room: String, status: UInt16)
    /// A chatroom was left.
    case left(room: String)
    /// Keys of a chatroom have changed: these now hold, and those are gone.
    case keysChanged(room: String, [ChrmKVEntity], removed: [String])
    /// The settings of the user have a new version (RMTP-200).
    case settingsChanged(version: Int64)
    /// The states of conversations have changed (RMTP-200).
    case statesChanged(time: Int64)
    /// Something came down on a topic that the session does not deal with; it has been acknowledged.
    case other(PublishPacket)
    /// A body could not be read; it has been acknowledged all the same (RMTP-135).
    case undecodable(topic: FrameText?, DecodeError)
}

/// A message that has come down.
public enum RMTPDelivery: Hashable, Sendable {
    /// By itself.
    case direct(DownStreamMessage)
    /// In an answer to a pull.
    case pulled(DownStreamMessage)
    /// In an answer to a pull of a chatroom.
    case room(String, DownStreamMessage)
    /// What this user has sent from another device, with its PUBACK; none where none is due (RMTP-132).
    case synced(PublishPacket, PubAckPacket?)

    /// The message as an application sees it; nil where it is none, or its body cannot be read.
    public func envelope(_ options: Envelope.Options = Envelope.Options()) -> Envelope? {
        switch self {
        case .direct(let body), .pulled(let body), .room(_, let body): return Envelope(body, options)
        case .synced(let packet, let acknowledgement):
            guard var envelope = try? Envelope.read(packet, .down, options)?.envelope else { return nil }
            if let acknowledgement { envelope.acknowledge(acknowledgement) }
            return envelope
        }
    }
}

/// Why a connection is over, and with that what to do next.
public enum RMTPEnding: Hashable, Sendable {
    /// The application wanted it.
    case asked
    /// The service has refused the connection, with the status of the CONNACK.
    case refused(status: UInt8)
    /// Ask the navigation service again and connect to where it says (RMTP-150, RMTP-151).
    case redirected
    /// The user has logged in elsewhere: do not come back.
    case kicked
    /// The user is blocked: do not come back.
    case blocked
    /// The service has closed it, with the status of the DISCONNECT: connect again.
    case closedByService(status: UInt8?)
    /// No CONNACK has come: connect again.
    case unanswered
    /// PINGRESPs were missing: connect again.
    case silent
    /// The WebSocket has closed: connect again.
    case broken

    /// Whether to connect again by oneself.
    public var allowsReconnect: Bool {
        switch self {
        case .asked, .refused, .kicked, .blocked: false
        case .redirected, .closedByService, .unanswered, .silent, .broken: true
        }
    }
}

/// Why something is not answered.
public enum RMTPFailure: Hashable, Sendable {
    /// There is no connection.
    case offline
    /// The connection ended before the answer (RMTP-201).
    case connectionEnded
    /// No answer has come in time (RMTP-133).
    case unanswered
    /// 65535 packets wait for their answers.
    case tooMany
}
