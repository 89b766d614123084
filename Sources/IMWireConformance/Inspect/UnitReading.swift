// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The result of decoding a unit and its messages, copied out of the decoder's buffers.
struct UnitReading {
    /// A message of the unit, or its error.
    struct Message {
        /// The message, or nil if it was rejected.
        var item: ChatItem?
        /// The message's error, with its location in the stream.
        var fault: StreamFault?
        /// The item's deviations, with their locations in the stream.
        var deviations: [FoundDeviation]

        /// The position in a batch or an array, or nil for a message that arrived alone.
        var position: ChatBatchPosition? { item?.position ?? fault?.position }
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
    mutating func read(_ step: consuming ChatUnitStep, isHidden: (borrowing ChatStreamUnit) -> Bool) -> Step {
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
        for case .failure(let fault) in reader.decodeUnit(text, offset: start)
        where fault.error.code.rawValue.hasPrefix("limit.") {
            return fault.error
        }
        return nil
    }

    /// Returns the message of a heartbeat that is a header alone.
    mutating func heartbeat() -> ChatItem? {
        let heartbeat = reader.heartbeat.bytes
        return try? reader.decodeUnit(heartbeat.span).first?.get()
    }

    private mutating func read(_ unit: borrowing ChatStreamUnit, _ isHidden: Bool) -> UnitReading {
        var reading = UnitReading(bytes: unit.bytes.copied, isHidden: isHidden, isBatch: unit.isBatch)
        var items: [Result<ChatItem, StreamFault>] = []
        reader.decode(unit, deviations: [], into: &items)
        for item in items {
            var message = UnitReading.Message(deviations: [])
            switch item {
            case .success(let item): message.item = item
            case .failure(let fault): message.fault = fault
            }
            for deviation in message.item?.deviations ?? [] {
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
