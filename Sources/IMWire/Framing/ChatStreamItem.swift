// SPDX-License-Identifier: Apache-2.0

/// A message that has come in a stream, or a heartbeat.
public struct ChatStreamItem: Hashable, Sendable {
    /// The message; a heartbeat is one with its body in `beatID` (CHT-031).
    public var message: ChatMessage
    /// What it is for.
    public var kind: MessageKind
    /// What deviates from the canonical form, that of the line included (CHT-063).
    public var deviations: [Deviation]
    /// The place in a batch or an array; nil for a message that came alone.
    public var place: ChatItem.Place?

    /// Puts an item together.
    public init(
        _ message: ChatMessage, _ kind: MessageKind, deviations: [Deviation] = [], place: ChatItem.Place? = nil
    ) {
        self.message = message
        self.kind = kind
        self.deviations = deviations
        self.place = place
    }
}
