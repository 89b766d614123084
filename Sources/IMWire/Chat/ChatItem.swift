// SPDX-License-Identifier: Apache-2.0

/// What a decoder of chat messages gives out: a message, a heartbeat, or an error that costs one message.
public struct ChatItem: Hashable, Sendable {
    /// What came.
    @nonexhaustive
    public enum Value: Hashable, Sendable {
        /// A message that is no heartbeat.
        case message(ChatMessage)
        /// A heartbeat: the bare body, or an object with it.
        case heartbeat(ChatMessage)
        /// A message that is refused; those around it stay (FRM-004).
        case failure(DecodeError)
    }

    /// Where a message stands among those that came together.
    public struct Place: Hashable, Sendable {
        /// Its index, from 0.
        public var index: Int
        /// How many came.
        public var count: Int

        /// Creates a place.
        public init(index: Int, count: Int) {
            self.index = index
            self.count = count
        }
    }

    /// What came.
    public var value: Value
    /// What deviates from the canonical form, that of the line included (CHT-063).
    public var deviations: [Deviation] = []
    /// The place in a batch or an array; nil for a message that came alone.
    public var place: Place?
    /// Where the message begins, counted as the errors' offsets are.
    public var offset: Int

    /// The kind; nil for an error.
    public var kind: MessageKind? {
        switch value {
        case .message(let message): message.kind
        case .heartbeat: .heartbeat
        case .failure: nil
        }
    }

    /// The message, also that of a heartbeat; nil for an error.
    public var message: ChatMessage? {
        switch value {
        case .message(let message), .heartbeat(let message): message
        case .failure: nil
        }
    }

    /// The error, where the message is refused.
    public var error: DecodeError? {
        if case .failure(let error) = value { error } else { nil }
    }
}
