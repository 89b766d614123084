// SPDX-License-Identifier: Apache-2.0

extension ChatClientMachine {
    /// An event that a client session handles.
    ///
    /// An event without a connection number concerns the current connection (SES-006).
    @nonexhaustive
    public enum Event: SessionEvent {
        /// The user wants to be connected.
        case connect
        /// The connection is established.
        case opened(connection: Int? = nil)
        /// The TLS handshake is complete.
        case secured(connection: Int? = nil)
        /// A message or a batch has arrived.
        case received([ChatMessage], connection: Int? = nil)
        /// The decoder has reported an error.
        case error(StreamFault.Scope, connection: Int? = nil)
        /// The connection is closed, or could not be established or secured.
        case closed(connection: Int? = nil)
        /// The application sends a message.
        case send(key: String, ChatMessage)
        /// The application recalls the message that `messageID` names.
        case recall(key: String, ChatMessage)
        /// The user wants to be disconnected.
        case disconnect
        /// Time passes.
        case tick
    }

    /// The state of a client session.
    @nonexhaustive
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The application has not asked for a connection yet.
        case idle
        /// A connection is being established.
        case connecting
        /// The connection is being secured.
        case securing
        /// The client waits for the login's receipt.
        case loggingIn
        /// The client is logged in.
        case online
        /// The client waits for its next attempt to reconnect.
        case waiting
        /// All attempts to reconnect have failed.
        case offline
        /// The user has disconnected.
        case closed
        /// The server has refused the login.
        case refused
        /// The user has logged in on another device.
        case kicked
    }

    /// An action that a client session requests (SES-004).
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// The state has changed.
        case state(ChatClientMachine.State, code: Int? = nil)
        /// Open a connection, which gets this number.
        case connect(connection: Int)
        /// Start TLS.
        case secure
        /// Send this message.
        case write(EncodedChatMessage)
        /// Send a heartbeat.
        case beat
        /// Close the connection.
        case close
        /// Deliver new messages to the application, which counts them at once.
        ///
        /// Later actions deliver `remaining` more messages of the same batch (SES-140).
        case deliver([ChatMessage], remaining: Int)
        /// A message is not delivered because it was delivered before or has been recalled.
        case drop(messageID: String)
        /// Replace a message with a notice that `by` has recalled it.
        case recalled(messageID: String, by: String?, key: String? = nil)
        /// The server has accepted a message.
        case sent(key: String, messageID: String?)
        /// A message has been given up.
        ///
        /// The server may or may not have it.
        case failed(key: String, ChatClientMachine.FailureReason, code: Int? = nil)
        /// The peer deviates from the protocol.
        case deviation(id: String)
    }

    /// The reason why a message has been given up.
    @nonexhaustive
    public enum FailureReason: String, Hashable, Sendable {
        /// No receipt has arrived for any attempt to send it.
        case timeout
        /// The server has refused it.
        case invalid
        /// There is no connection.
        case offline
        /// The user has disconnected.
        case closed
        /// The server has refused the login.
        case refused
        /// The user has logged in on another device.
        case kicked
        /// Too many messages wait for their receipts.
        case full
        /// Applications cannot send messages of this kind.
        case kind
    }
}
