// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The result of decoding a unit and its messages, copied out of the decoder's buffers.
struct UnitReading {
    /// A message of the unit, or its error.
    struct Message {
        var item: ChatItem
        /// The item's error, with its location in the stream.
        var fault: StreamFault?
        /// The item's deviations, with their locations in the stream.
        var deviations: [FoundDeviation]
    }

    /// A deviation and its location.
    struct FoundDeviation {
        var id: Deviation.ID
        var offset: Int
        var inner: Int?
        var path: String
    }

    var bytes: [UInt8]
    /// Whether the stream contains the bytes only in another form.
    var isHidden: Bool
    var isBatch: Bool
    var messages: [Message] = []
    /// The deviations of the line.
    var deviations: [FoundDeviation] = []
}

/// A reader that splits units into messages.
struct UnitReader {
    /// The result of a decoder's step.
    enum Step {
        case needMore
        case heartbeat
        case unit(UnitReading)
        case fault(StreamFault)
    }

    private var reader: ChatMessageDecoder

    init(_ reader: ChatMessageDecoder) {
        self.reader = reader
    }

    /// Copies the result of a step, and reads the messages of a unit.
    mutating func read(_ step: consuming UnitStep, isHidden: (borrowing ChatStreamUnit) -> Bool) -> Step {
        switch step {
        case .needMore: return .needMore
        case .heartbeat: return .heartbeat
        case .fault(let fault): return .fault(fault)
        case .unit(let unit): return .unit(read(unit, isHidden(unit)))
        }
    }

    /// Returns the error for a limit that the beginning of a unit exceeds regardless of what follows, or nil.
    func limitError(in text: Span<UInt8>, from start: Int) -> DecodeError? {
        var reader = reader
        var found: DecodeError?
        reader.read(text) { item in
            guard found == nil, let error = item.error, error.code.rawValue.hasPrefix("limit.") else { return }
            found = DecodeError(error.code, offset: start + error.offset, path: error.path)
        }
        return found
    }

    /// Returns the message of a heartbeat that is a header alone.
    mutating func heartbeat() -> ChatItem? {
        reader.items(of: reader.heartbeat.bytes).first
    }

    private mutating func read(_ unit: borrowing ChatStreamUnit, _ isHidden: Bool) -> UnitReading {
        var reading = UnitReading(bytes: unit.bytes.copied, isHidden: isHidden, isBatch: unit.isBatch)
        var items: [ChatItem] = []
        if unit.isBatch {
            var messages = unit.messages
            while let message = messages.next() {
                let place = ChatItem.Place(index: message.index, count: message.count)
                items.append(reader.item(of: message.bytes, offset: message.offset, place: place))
            }
        } else {
            reader.read(unit.bytes) { items.append($0) }
        }
        for item in items {
            var message = UnitReading.Message(item: item, deviations: [])
            if let error = item.error { message.fault = unit.fault(error) }
            for deviation in item.deviations {
                message.deviations.append(
                    UnitReading.FoundDeviation(
                        id: deviation.id, offset: unit.streamOffset(of: deviation.offset),
                        inner: isHidden ? deviation.offset : nil, path: deviation.path))
            }
            reading.messages.append(message)
        }
        reading.deviations = unit.deviations.map {
            UnitReading.FoundDeviation(id: $0.id, offset: $0.offset, inner: nil, path: $0.path)
        }
        return reading
    }
}

extension Span<UInt8> {
    /// A copy of the bytes in an array.
    var copied: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { target, taken in
            withUnsafeBufferPointer { source in _ = target.initialize(from: source) }
            taken = count
        }
    }
}
