// SPDX-License-Identifier: Apache-2.0

/// An item produced by a decoder of chat messages: a message, a heartbeat, or an error that costs one message.
public struct ChatItem: Hashable, Sendable {
    /// The value of an item.
    @nonexhaustive
    public enum Value: Hashable, Sendable {
        /// A message that is not a heartbeat.
        case message(ChatMessage)
        /// A heartbeat, as the bare body or as an object that contains it.
        case heartbeat(ChatMessage)
        /// A rejected message; the messages around it are not affected (FRM-004).
        case failure(DecodeError)
    }

    /// The place of a message in a batch or an array.
    public struct Place: Hashable, Sendable {
        /// The index of the message, starting at 0.
        public var index: Int
        /// The number of messages.
        public var count: Int

        /// Creates a place.
        public init(index: Int, count: Int) {
            self.index = index
            self.count = count
        }
    }

    /// The value of the item.
    public var value: Value
    /// The deviations from the canonical form, including those of the line (CHT-063).
    public var deviations: [Deviation] = []
    /// The place in a batch or an array, or nil for a message that arrived alone.
    public var place: Place?
    /// The offset of the message, counted like the offsets of errors.
    public var offset: Int

    /// The kind of the message, or nil for an error.
    public var kind: MessageKind? {
        switch value {
        case .message(let message): message.kind
        case .heartbeat: .heartbeat
        case .failure: nil
        }
    }

    /// The message, including the message of a heartbeat, or nil for an error.
    public var message: ChatMessage? {
        switch value {
        case .message(let message), .heartbeat(let message): message
        case .failure: nil
        }
    }

    /// The error, or nil if the message was accepted.
    public var error: DecodeError? {
        if case .failure(let error) = value { error } else { nil }
    }
}
