// SPDX-License-Identifier: Apache-2.0

/// Reads units, as the framing layer gives them, into messages, heartbeats and errors.
///
/// A unit is what a line holds once its Base64 is taken off, or what a packet holds once it is joined and inflated.
/// Nothing is kept from one unit to the next but the count of empty arrays.
public struct ChatReader: Sendable {
    /// How known deviations are met.
    public var mode: DecodingMode
    /// How much one message may make the reader do; `contentBytes` counts for RongCloud contents alone.
    public var limits: DecodingLimits
    /// Bytes of one message (FRM-069).
    public var messageBytes = 262_144
    /// Messages of one batch or array (FRM-068).
    public var batchMessages = 1_000
    /// What both sides have agreed to send as a heartbeat.
    public var heartbeat: HeartbeatBody
    /// How many arrays held no message; they count as empty lines do (CHT-062).
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

    /// Reads one unit that is no batch with lengths, and hands out its items in order.
    ///
    /// - Parameters:
    ///   - offset: where the unit begins; it is added to the offsets of errors and deviations.
    ///   - deviations: those of the line, reported with every message of it (CHT-063).
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

    /// Reads one unit.
    public mutating func items(
        of unit: [UInt8], offset: Int = 0, deviations: [Deviation] = []
    ) -> [ChatItem] {
        var items: [ChatItem] = []
        read(unit.span, offset: offset, deviations: deviations) { items.append($0) }
        return items
    }

    /// Reads one message, which is an object (CHT-001).
    ///
    /// - Throws: `json.*`, `message.type` or `limit.*`; in strict mode also for each deviation.
    public func message(_ bytes: Span<UInt8>) throws(DecodeError) -> Decoded<ChatMessage> {
        var limits = limits
        limits.contentBytes = messageBytes
        var reader = ContentReader(bytes, mode: mode, limits: limits)
        let message = try reader.message(heartbeat)
        return Decoded(content: message, deviations: reader.deviations)
    }

    /// Reads one message, such as that of a batch, where it is an object and nothing else (FRM-070).
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
    /// Reads a message leniently.
    ///
    /// - Throws: as ``ChatReader/message(_:)``.
    public init(json: [UInt8]) throws(DecodeError) {
        self = try ChatReader().message(json.span).content
    }
}

extension ContentReader {
    /// Reads a whole message, and refuses whatever follows it.
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
