// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// The annotations of the bytes of a unit that was read: a message, an array of messages, or a batch with lengths.
struct UnitFields {
    private let bytes: [UInt8]
    private let unit: UnitReading
    private let options: ChatInspection.Options

    /// Creates the annotations of a unit; `bytes` are the unit's own bytes, or those of the stream that contains it.
    init(_ bytes: [UInt8], _ unit: UnitReading, _ options: ChatInspection.Options) {
        self.bytes = bytes
        self.unit = unit
        self.options = options
    }

    /// Returns the fields, which cover the unit.
    func annotations(_ range: Range<Int>) -> [Annotation] {
        guard !range.isEmpty else { return [] }
        if unit.isBatch { return batch(range) }
        if unit.messages.count == 1, unit.messages[0].item.place == nil {
            return [MessageFields(bytes, unit.messages[0], options).annotation(range, "message")]
        }
        return unit.messages.isEmpty
            ? [Annotation(range, "empty array", "no message", "CHT-062")] : [array(range)]
    }

    private func batch(_ range: Range<Int>) -> [Annotation] {
        var cut = FieldCutter(bytes, range)
        cut.add(4, "number of messages", "FRM-066") { "\($0.number)" }
        let count = unit.messages.count
        for (index, message) in unit.messages.enumerated() where cut.place + 4 <= range.upperBound {
            let length = bytes[cut.place..<cut.place + 4].number
            cut.add(4, "length of message \(index + 1)", "FRM-066") { Words.count($0.number, "byte") }
            let end = min(cut.place + length, range.upperBound)
            guard end > cut.place else { continue }
            let fields = MessageFields(bytes, message, options)
            cut.fields.append(fields.annotation(cut.place..<end, "message \(index + 1) of \(count)"))
            cut.place = end
        }
        cut.rest("left over", "bytes after the last message", "FRM-067")
        return cut.fields
    }

    /// Returns the annotation of an array.
    ///
    /// Each element includes the punctuation before it, and the last one also includes the end of the array.
    private func array(_ range: Range<Int>) -> Annotation {
        let places = JSONPlaces(in: bytes.span, range, most: options.parts).parts
        let count = unit.messages.count
        var parts: [Annotation] = []
        for (index, place) in places.enumerated() where index < count {
            let start = index == 0 ? range.lowerBound : places[index - 1].range.upperBound
            let isLast = index == count - 1
            let fields = MessageFields(bytes, unit.messages[index], options)
            parts.append(
                fields.annotation(
                    start..<(isLast ? range.upperBound : place.range.upperBound), "message \(index + 1) of \(count)",
                    object: place.range))
        }
        if let last = parts.last?.range.upperBound, last < range.upperBound {
            parts.append(
                Annotation(
                    last..<range.upperBound, "messages", "\(Words.grouped(count - parts.count)) more", "CHT-060"))
        }
        return Annotation(range, "array", Words.count(count, "message"), "CHT-060", parts: parts)
    }
}
