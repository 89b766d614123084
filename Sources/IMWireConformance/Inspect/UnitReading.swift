// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What a decoder said about a unit and its messages, copied out of the decoder's buffers.
struct UnitReading {
    /// A message of the unit, or why it is none.
    struct Message {
        var item: ChatItem
        /// The item's error, with its place in the stream.
        var fault: StreamFault?
        /// The item's deviations, with their places in the stream.
        var deviations: [Place]
    }

    /// A deviation, and where it is.
    struct Place {
        var id: Deviation.ID
        var offset: Int
        var inner: Int?
        var path: String
    }

    var bytes: [UInt8]
    /// Whether the stream shows the bytes in another form only.
    var isHidden: Bool
    var isBatch: Bool
    var messages: [Message] = []
    /// Those of the line.
    var deviations: [Place] = []
}

/// Reads units into messages.
struct UnitReader {
    /// What a decoder answered.
    enum Step {
        case needMore
        case heartbeat
        case unit(UnitReading)
        case fault(StreamFault)
    }

    private var reader: ChatReader

    init(_ reader: ChatReader) {
        self.reader = reader
    }

    /// Copies an answer, and reads the messages of a unit.
    mutating func take(_ step: consuming UnitStep, isHidden: (borrowing StreamUnit) -> Bool) -> Step {
        switch step {
        case .needMore: return .needMore
        case .heartbeat: return .heartbeat
        case .fault(let fault): return .fault(fault)
        case .unit(let unit): return .unit(read(unit, isHidden(unit)))
        }
    }

    /// A limit that the beginning of a unit exceeds, whatever follows.
    func limitError(in text: Span<UInt8>, from start: Int) -> DecodeError? {
        var reader = reader
        var found: DecodeError?
        reader.read(text) { item in
            guard found == nil, let error = item.error, error.code.rawValue.hasPrefix("limit.") else { return }
            found = DecodeError(error.code, offset: start + error.offset, path: error.path)
        }
        return found
    }

    /// The heartbeat that is a header alone, as a message.
    mutating func heartbeat() -> ChatItem? {
        reader.items(of: reader.heartbeat.bytes).first
    }

    private mutating func read(_ unit: borrowing StreamUnit, _ isHidden: Bool) -> UnitReading {
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
                    UnitReading.Place(
                        id: deviation.id, offset: unit.streamOffset(of: deviation.offset),
                        inner: isHidden ? deviation.offset : nil, path: deviation.path))
            }
            reading.messages.append(message)
        }
        reading.deviations = unit.deviations.map {
            UnitReading.Place(id: $0.id, offset: $0.offset, inner: nil, path: $0.path)
        }
        return reading
    }
}

extension Span<UInt8> {
    /// The bytes in an array of their own.
    var copied: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { target, taken in
            withUnsafeBufferPointer { source in _ = target.initialize(from: source) }
            taken = count
        }
    }
}
