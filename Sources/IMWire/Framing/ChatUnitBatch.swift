// SPDX-License-Identifier: Apache-2.0

/// Units of a stream in one buffer, whose messages can be decoded later and on another thread.
package struct ChatUnitBatch: Sendable {
    private enum Step: Sendable {
        case unit(Place)
        case heartbeat
        case fault(StreamFault)
    }

    /// The properties of a unit, whose bytes are ranges of the buffer.
    private struct Place: Sendable {
        var bytes: Range<Int>
        var line: Range<Int>
        var offset: Int
        var origin: ChatStreamUnit.Origin
        var flags: ChatPacketFlags
        var sequence: UInt32
        var messageBytes: Int
        var looseness: Int
        var otherEncoding: Int
    }

    private var buffer: [UInt8] = []
    private var steps: [Step] = []
    private var next = 0

    /// Creates an empty batch.
    package init() {}

    /// The number of bytes in the buffer.
    package var byteCount: Int { buffer.count }
    /// The number of units, heartbeats and errors that have not been decoded.
    package var count: Int { steps.count - next }

    /// Removes everything and keeps the storage.
    package mutating func removeAll() {
        buffer.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        next = 0
    }

    /// Copies the result of a step; returns false if more bytes are needed.
    mutating func append(_ step: consuming ChatUnitStep) -> Bool {
        switch step {
        case .needMore: return false
        case .fault(let fault): steps.append(.fault(fault))
        case .heartbeat: steps.append(.heartbeat)
        case .unit(let unit):
            let start = buffer.count
            buffer.append(unit.bytes)
            let end = buffer.count
            // The line is needed only to find the place of an error or a deviation in its Base64.
            if unit.origin == .base64 { buffer.append(unit.line) }
            steps.append(
                .unit(
                    Place(
                        bytes: start..<end, line: end..<buffer.count, offset: unit.offset, origin: unit.origin,
                        flags: unit.flags, sequence: unit.sequence, messageBytes: unit.messageBytes,
                        looseness: unit.looseness, otherEncoding: unit.otherEncoding)))
        }
        return true
    }

    /// Decodes the messages of the next unit and appends them to `items`; returns false after the last unit.
    package mutating func decodeNext(
        with decoder: inout ChatMessageDecoder, into items: inout [Result<ChatItem, StreamFault>]
    ) -> Bool {
        guard next < steps.count else { return false }
        switch steps[next] {
        case .fault(let fault): items.append(.failure(fault))
        case .heartbeat: items.append(.success(decoder.heartbeatItem))
        case .unit(let place):
            let unit = ChatStreamUnit(
                buffer.span.slice(place.bytes.lowerBound, place.bytes.upperBound), at: place.offset, place.origin,
                flags: place.flags, sequence: place.sequence,
                line: buffer.span.slice(place.line.lowerBound, place.line.upperBound),
                messageBytes: place.messageBytes, looseness: place.looseness, otherEncoding: place.otherEncoding)
            decoder.decode(unit, deviations: unit.deviations, into: &items)
        }
        next += 1
        return true
    }
}

extension ChatMessageDecoder {
    /// A heartbeat packet, which is presented as the equivalent object (CHT-031).
    var heartbeatItem: ChatItem {
        ChatItem(Decoded(ChatMessage(heartbeat: heartbeat)), .heartbeat)
    }
}
