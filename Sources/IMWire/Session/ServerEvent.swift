// SPDX-License-Identifier: Apache-2.0

/// What happens to the server's sessions.
public enum ServerEvent: Hashable, Sendable {
    /// A connection stands, TLS included; any number that is not in use.
    case accepted(connection: Int)
    /// One message, or a batch.
    case received([SessionMessage], connection: Int)
    /// The decoder has met an error.
    case error(ErrorScope, connection: Int)
    /// The connection is gone.
    case closed(connection: Int)
    /// The server's own message to a user or a group.
    case post(SessionMessage)
    /// The process ended and begins again: connections are gone, what is durable is not.
    case restart
    /// Time passes.
    case tick
}

/// What the server's sessions want done, in order (SES-004).
public enum ServerAction: Hashable, Sendable {
    /// The user is here.
    case login(user: String, connection: Int)
    /// The user is not here any more.
    case logout(user: String, connection: Int)
    /// Keep this for the user, durably, before going on; messages and recalls are kept apart (SES-084).
    case store(user: String, SessionMessage)
    /// It need not be kept any more; a recall is of the kind `repeal`.
    case remove(user: String, messageID: String, MessageKind)
    /// The user's store is full, and this is not kept for him.
    case overflow(user: String, messageID: String)
    /// Send them: one as a message, several as one batch.
    case write(connection: Int, [SessionMessage])
    /// Send a heartbeat.
    case beat(connection: Int)
    /// Close the connection.
    case close(connection: Int, CloseReason)
}

/// Why the server closes a connection.
public enum CloseReason: String, Hashable, Sendable {
    /// No login, or something else in its place.
    case login
    /// The user may not log in.
    case refused
    /// The user has logged in elsewhere.
    case kicked
    /// No heartbeat came.
    case silent
    /// The stream is broken.
    case error
}
