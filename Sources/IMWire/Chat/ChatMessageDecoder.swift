// SPDX-License-Identifier: Apache-2.0

/// A reader that decodes units from the framing layer into messages, heartbeats and errors.
///
/// A unit is the content of a line after its Base64 has been decoded, or the content of a packet after it has been
/// reassembled and inflated. The reader keeps nothing between units except the count of empty arrays.
public struct ChatMessageDecoder: Sendable {
    /// How known deviations are handled.
    public var mode: DecodingMode
    /// The limits of one message; `contentBytes` applies only to RongCloud content.
    public var limits: DecodingLimits
    /// The maximum number of bytes in a message (FRM-069).
    public var messageBytes = 262_144
    /// The maximum number of messages in a batch or an array (FRM-068).
    public var batchMessages = 1_000
    /// The agreed form of a heartbeat.
    public var heartbeat: HeartbeatBody
    /// The number of arrays without messages, which are counted like empty lines (CHT-062).
    public internal(set) var emptyArrays = 0

    /// Creates a reader.
    public init(
        mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits(),
        heartbeat: HeartbeatBody = .standard
    ) {
        self.mode = mode
        self.limits = limits
        self.heartbeat = heartbeat
    }

    /// Reads one unit that is not a batch with lengths, and calls `take` for each of its items in order.
    ///
    /// - Parameters:
    ///   - offset: The offset of the unit, which is added to the offsets of errors and deviations.
    ///   - deviations: The deviations of the line, which are reported with each of its messages (CHT-063).
    public mutating func read(
        _ unit: Span<UInt8>, offset: Int = 0, deviations: [Deviation] = [],
        _ take: (ChatItem) -> Void
    ) {
        if heartbeat.matches(unit) {
            let message = ChatMessage(heartbeat: heartbeat)
            take(ChatItem(value: .heartbeat(message), deviations: deviations, offset: offset))
        } else if unit.startsArray {
            readArray(unit, offset, deviations, take)
        } else {
            take(item(of: unit, offset: offset, deviations: deviations))
        }
    }

    /// Reads one unit and returns its items.
    public mutating func items(
        of unit: [UInt8], offset: Int = 0, deviations: [Deviation] = []
    ) -> [ChatItem] {
        var items: [ChatItem] = []
        read(unit.span, offset: offset, deviations: deviations) { items.append($0) }
        return items
    }

    /// Reads one message, which must be an object (CHT-001).
    ///
    /// - Throws: `json.*`, `message.type` or `limit.*`; in strict mode, also an error for any deviation.
    public func message(_ bytes: Span<UInt8>) throws(DecodeError) -> Decoded<ChatMessage> {
        var limits = limits
        limits.contentBytes = messageBytes
        var reader = ContentDecoder(bytes, mode: mode, limits: limits)
        let message = try reader.message(heartbeat)
        return Decoded(content: message, deviations: reader.deviations)
    }

    /// Reads one message that must be an object, such as a message of a batch (FRM-070).
    public func item(
        of bytes: Span<UInt8>, offset: Int = 0, place: ChatItem.Place? = nil, deviations: [Deviation] = []
    ) -> ChatItem {
        do {
            let decoded = try message(bytes)
            var deviations = deviations
            for deviation in decoded.deviations {
                deviations.append(Deviation(deviation.id, offset: deviation.offset + offset, path: deviation.path))
            }
            let message = decoded.content
            let value = message.isHeartbeat(heartbeat) ? ChatItem.Value.heartbeat(message) : .message(message)
            return ChatItem(value: value, deviations: deviations, place: place, offset: offset)
        } catch {
            return ChatItem(value: .failure(error.moved(by: offset)), place: place, offset: offset)
        }
    }
}

extension ChatMessage {
    /// Decodes a message in lenient mode.
    ///
    /// - Throws: The errors of ``ChatMessageDecoder/message(_:)``.
    public init(json: [UInt8]) throws(DecodeError) {
        self = try ChatMessageDecoder().message(json.span).content
    }
}

extension ContentDecoder {
    /// Decodes a complete message and rejects anything that follows it.
    @_lifetime(self: copy self)
    fileprivate mutating func message(_ body: HeartbeatBody) throws(DecodeError) -> ChatMessage {
        try scanner.begin()
        guard scanner.nextToken() == 0x7b else {
            let start = scanner.position
            _ = try scanner.skipValue()
            try scanner.finish()
            throw DecodeError(.messageType, offset: start)
        }
        let outline = MessageOutline(of: self)
        do {
            let message = try ChatMessage(decoding: &self, outline, outline.kind(body))
            frame.step = .object
            try scanner.finish()
            return message
        } catch {
            throw error.within(stepName)
        }
    }
}
