// SPDX-License-Identifier: Apache-2.0

/// A message or a heartbeat received in a stream.
public struct ChatStreamItem: Hashable, Sendable {
    /// The message.
    ///
    /// A heartbeat is a message with the heartbeat's body in `beatID` (CHT-031).
    public var message: ChatMessage
    /// The kind of the message.
    public var kind: MessageKind
    /// The deviations from the canonical form, including those of the line (CHT-063).
    public var deviations: [Deviation]
    /// The place in a batch or an array, or nil for a message that arrived alone.
    public var place: ChatItem.Place?

    /// Creates an item.
    public init(
        _ message: ChatMessage, _ kind: MessageKind, deviations: [Deviation] = [], place: ChatItem.Place? = nil
    ) {
        self.message = message
        self.kind = kind
        self.deviations = deviations
        self.place = place
    }
}
