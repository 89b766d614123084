// SPDX-License-Identifier: Apache-2.0

/// What happens to a client's session; a connection without a number is the present one (SES-006).
public enum ClientEvent: Hashable, Sendable {
    /// The user wants to be connected.
    case connect
    /// The connection stands.
    case opened(connection: Int? = nil)
    /// TLS stands.
    case secured(connection: Int? = nil)
    /// One message, or a batch.
    case received([SessionMessage], connection: Int? = nil)
    /// The decoder has met an error.
    case error(ErrorScope, connection: Int? = nil)
    /// The connection is gone, or could not be made or secured.
    case closed(connection: Int? = nil)
    /// The application sends.
    case send(key: String, SessionMessage)
    /// The application recalls what `messageID` in the message names.
    case recall(key: String, SessionMessage)
    /// The user wants to be disconnected.
    case disconnect
    /// Time passes.
    case tick
}

/// What an error in the stream has cost.
public enum ErrorScope: String, Hashable, Sendable {
    /// One message.
    case message
    /// The connection.
    case connection
}

/// Where a client's session stands.
public enum ClientState: String, Hashable, Sendable, CaseIterable {
    /// Nothing has been asked for.
    case idle
    /// A connection is asked for.
    case connecting
    /// TLS is asked for.
    case securing
    /// The login's receipt is awaited.
    case loggingIn
    /// Messages flow.
    case online
    /// An attempt to reconnect is to come.
    case waiting
    /// The attempts have failed.
    case offline
    /// The user has disconnected.
    case closed
    /// The server does not want this user.
    case refused
    /// The user is on another device.
    case kicked
}

/// What a client's session wants done, in order (SES-004).
public enum ClientAction: Hashable, Sendable {
    /// The state is now this.
    case state(ClientState, code: Int? = nil)
    /// Open a connection with this number.
    case connect(connection: Int)
    /// Start TLS.
    case secure
    /// Send this message.
    case write(SessionMessage)
    /// Send a heartbeat.
    case beat
    /// Close the connection.
    case close
    /// New for the application, to be counted at once.
    case deliver([SessionMessage])
    /// Was there already and is not given to the application.
    case drop(messageID: String)
    /// Replace the message by a tip; `by` has recalled it.
    case recalled(messageID: String, by: String?, key: String? = nil)
    /// The server has the message.
    case sent(key: String, messageID: String?)
    /// It is not known to have it, and no more is done about it.
    case failed(key: String, FailureReason, code: Int? = nil)
    /// The peer deviates.
    case deviation(id: String)
}

/// Why no more is done about a message.
public enum FailureReason: String, Hashable, Sendable {
    /// No receipt came, however often it was sent.
    case timeout
    /// The server refuses it.
    case invalid
    /// There is no connection.
    case offline
    /// The user has disconnected.
    case closed
    /// The server does not want this user.
    case refused
    /// The user is on another device.
    case kicked
    /// Too many messages wait.
    case full
    /// An application does not send messages of this kind.
    case kind
}
