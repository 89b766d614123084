// SPDX-License-Identifier: Apache-2.0

extension ChatServerMachine {
    /// An event that the server sessions handle.
    @nonexhaustive
    public enum Event: SessionEvent {
        /// A connection with an unused number is established and secured.
        case accepted(connection: Int)
        /// A message or a batch has arrived.
        case received([ChatMessage], connection: Int)
        /// The decoder has reported an error.
        case error(StreamFault.Scope, connection: Int)
        /// The connection is closed.
        case closed(connection: Int)
        /// The server sends a message of its own to a user or a group.
        case post(ChatMessage)
        /// The process has restarted, which loses connections but not durable data.
        case restart
        /// Time passes.
        case tick
    }

    /// An action that the server sessions request (SES-004).
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// The user has logged in.
        case login(user: String, connection: Int)
        /// The user has gone offline.
        case logout(user: String, connection: Int)
        /// Store a message durably for the user before continuing.
        ///
        /// A recall is stored separately from messages (SES-084).
        case store(user: String, EncodedChatMessage)
        /// Remove a stored message, or a stored recall if the kind is `repeal`.
        case remove(user: String, messageID: String, ChatMessageKind)
        /// A message is not stored because the user's store is full.
        case overflow(user: String, messageID: String)
        /// Send one message, or several as one batch, over each of the connections.
        case write([EncodedChatMessage], connections: [Int])
        /// Send a heartbeat.
        case beat(connection: Int)
        /// Close the connection.
        case close(connection: Int, ChatServerMachine.CloseReason)
    }

    /// The reason why the server closes a connection.
    @nonexhaustive
    public enum CloseReason: String, Hashable, Sendable {
        /// No login has arrived, or another message has arrived first.
        case login
        /// The user is blocked.
        case refused
        /// The user has logged in elsewhere.
        case kicked
        /// Heartbeats are missing.
        case silent
        /// The stream cannot be decoded any further.
        case error
    }
}
