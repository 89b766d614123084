// SPDX-License-Identifier: Apache-2.0

/// A decoder of units from the framing layer into messages, heartbeats and errors.
///
/// A unit is the content of a line after its Base64 has been decoded, or the content of a packet after it has been
/// reassembled and inflated. The decoder keeps nothing between units except the count of empty arrays.
///
/// ```swift
/// let decoder = ChatMessageDecoder(mode: .lenient)
/// let decoded = try decoder.decode(json.span)
/// print(decoded.value.kind, decoded.deviations.count)
/// ```
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
    public var heartbeat: ChatHeartbeatBody
    /// The number of arrays without messages, which are counted like empty lines (CHT-062).
    public internal(set) var emptyArrays = 0

    /// Creates a decoder.
    public init(
        mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits(),
        heartbeat: ChatHeartbeatBody = .standard
    ) {
        self.mode = mode
        self.limits = limits
        self.heartbeat = heartbeat
    }

    /// Decodes one message, which must be an object (CHT-001).
    ///
    /// - Throws: `json.*`, `message.type` or `limit.*`; in strict mode, also an error for any deviation.
    public func decode(_ bytes: Span<UInt8>) throws(DecodeError) -> Decoded<ChatMessage> {
        var limits = limits
        limits.contentBytes = messageBytes
        var reader = ContentDecoder(bytes, mode: mode, limits: limits)
        let message = try reader.message(heartbeat)
        return Decoded(message, deviations: reader.deviations)
    }

    /// Decodes one unit that is not a batch with lengths: a message, an array of messages, or a heartbeat.
    ///
    /// - Parameters:
    ///   - unit: The bytes of the unit, inflated and complete.
    ///   - offset: The offset of the unit, which is added to the offsets of errors and deviations.
    ///   - deviations: The deviations of the line, which are reported with each of its messages (CHT-063).
    /// - Returns: The messages in order; an error affects only its own message (FRM-004).
    public mutating func decodeUnit(
        _ unit: Span<UInt8>, offset: Int = 0, deviations: [Deviation] = []
    ) -> [Result<ChatItem, StreamFault>] {
        var items: [Result<ChatItem, StreamFault>] = []
        decodeUnit(unit, offset: offset, deviations: deviations) { items.append($0) }
        return items
    }

    /// Decodes one unit as ``decodeUnit(_:offset:deviations:)`` does, and passes each message to `body`.
    ///
    /// A caller that handles one message after the other needs no memory for all of them.
    public mutating func decodeUnit(
        _ unit: Span<UInt8>, offset: Int = 0, deviations: [Deviation] = [],
        _ body: (consuming Result<ChatItem, StreamFault>) -> Void
    ) {
        if heartbeat.matches(unit) {
            let message = Decoded(ChatMessage(heartbeat: heartbeat), deviations: deviations)
            body(.success(ChatItem(message, .heartbeat, offset: offset)))
        } else if unit.startsArray {
            decodeArray(unit, offset, deviations, body)
        } else {
            body(decodeMessage(unit, offset: offset, deviations: deviations))
        }
    }

    /// Decodes one message that must be an object, such as a message of a batch (FRM-070).
    package func decodeMessage(
        _ bytes: Span<UInt8>, offset: Int = 0, position: ChatBatchPosition? = nil, deviations: [Deviation] = []
    ) -> Result<ChatItem, StreamFault> {
        do {
            var decoded = try decode(bytes)
            if offset != 0 {
                for index in decoded.deviations.indices { decoded.deviations[index].offset += offset }
            }
            if !deviations.isEmpty { decoded.deviations = deviations + decoded.deviations }
            let kind = decoded.value.isHeartbeat(heartbeat) ? .heartbeat : decoded.value.kind
            return .success(ChatItem(decoded, kind, position: position, offset: offset))
        } catch {
            var fault = StreamFault(error.moved(by: offset))
            fault.position = position
            return .failure(fault)
        }
    }
}

extension ChatMessage {
    /// Decodes a message in lenient mode.
    ///
    /// - Throws: The errors with which ``ChatMessageDecoder`` refuses a message.
    public init(json: [UInt8]) throws(DecodeError) {
        self = try ChatMessageDecoder().decode(json.span).value
    }
}

extension Span<UInt8> {
    /// Whether the first byte that is not white space opens an array.
    var startsArray: Bool {
        let first = WhiteSpace.end(of: self, from: 0)
        return first < count && byte(at: first) == .openBracket
    }
}

extension ContentDecoder {
    /// Decodes a complete message and rejects anything that follows it.
    @_lifetime(self: copy self)
    fileprivate mutating func message(_ body: ChatHeartbeatBody) throws(DecodeError) -> ChatMessage {
        try scanner.begin()
        guard scanner.nextToken() == .openBrace else {
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
