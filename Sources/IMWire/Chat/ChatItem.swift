// SPDX-License-Identifier: Apache-2.0

/// A message or a heartbeat that arrived in a unit or a stream.
public struct ChatItem: Hashable, Sendable {
    /// The message and its deviations, including those of its line (CHT-063).
    ///
    /// A heartbeat is a message with the heartbeat's body in `beatID` (CHT-031).
    public var decoded: Decoded<ChatMessage>
    /// The kind of the message.
    public var kind: ChatMessageKind
    /// The position in a batch or an array, or nil for a message that arrived alone.
    public var position: ChatBatchPosition?
    /// The offset of the message in its unit.
    public var offset: Int

    /// Creates an item.
    public init(
        _ decoded: consuming Decoded<ChatMessage>, _ kind: ChatMessageKind, position: ChatBatchPosition? = nil,
        offset: Int = 0
    ) {
        self.decoded = decoded
        self.kind = kind
        self.position = position
        self.offset = offset
    }

    /// The message.
    public var message: ChatMessage { decoded.value }
    /// The deviations from the canonical form, including those of the line (CHT-063).
    public var deviations: [Deviation] { decoded.deviations }
}

extension Decoded where Value == ChatMessage {
    /// The names of the members that the protocol does not name.
    public var unknown: [String] { value.unknownMembers.names }
}
