// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// Names the members of a JSON object where they lie, so that they cover it.
struct ObjectFields {
    private let bytes: [UInt8]
    /// The most bytes of a value that are repeated.
    private let valueBytes: Int
    /// The most members that are named one by one.
    private let most: Int

    init(_ bytes: [UInt8], valueBytes: Int, most: Int) {
        self.bytes = bytes
        self.valueBytes = valueBytes
        self.most = most
    }

    /// The members of an object, each with the punctuation before it; the last one also with what closes the object.
    func members(
        _ range: Range<Int>, _ object: Range<Int>, _ name: (JSONPlaces.Part, Range<Int>) -> Annotation
    ) -> [Annotation] {
        let places = JSONPlaces(in: bytes.span, object, most: most)
        var parts: [Annotation] = []
        var start = range.lowerBound
        for (index, place) in places.parts.enumerated() {
            let isLast = places.isWhole && index == places.parts.count - 1
            let end = isLast ? range.upperBound : place.range.upperBound
            parts.append(name(place, start..<end))
            start = end
        }
        if start < range.upperBound, !parts.isEmpty || !places.isWhole {
            let isMore = parts.count == most
            parts.append(
                Annotation(
                    start..<range.upperBound, isMore ? "more members" : "text",
                    isMore ? "not shown one by one" : "no member can be told from here on", isMore ? nil : "CNT-010"))
        }
        return parts
    }

    /// A value's text, cut where it is long.
    func text(_ range: Range<Int>) -> String {
        guard range.count > valueBytes else { return String(decoding: bytes[range], as: UTF8.self) }
        var end = range.lowerBound + valueBytes
        // A character is not cut in two.
        while end > range.lowerBound, bytes[end] & 0xc0 == 0x80 { end -= 1 }
        let shown = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
        return "\(shown)… \(Words.count(range.upperBound - end, "more byte"))"
    }
}
