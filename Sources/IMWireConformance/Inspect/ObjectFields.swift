// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// The annotations of a JSON object's members, which together cover the object.
struct ObjectFields {
    private let bytes: [UInt8]
    /// The maximum number of bytes of a value that are repeated.
    private let valueBytes: Int
    /// The maximum number of members that are annotated individually.
    private let most: Int

    init(_ bytes: [UInt8], valueBytes: Int, most: Int) {
        self.bytes = bytes
        self.valueBytes = valueBytes
        self.most = most
    }

    /// Returns the annotations of an object's members.
    ///
    /// Each annotation includes the punctuation before its member, and the last one also the end of the object.
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
                    isMore ? "not shown one by one" : "the members cannot be read from here", isMore ? nil : "CNT-010"))
        }
        return parts
    }

    func text(_ range: Range<Int>) -> String {
        guard range.count > valueBytes else { return String(decoding: bytes[range], as: UTF8.self) }
        var end = range.lowerBound + valueBytes
        // Truncate at a character boundary.
        while end > range.lowerBound, bytes[end] & 0xc0 == 0x80 { end -= 1 }
        let shown = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
        return "\(shown)… \(Words.count(range.upperBound - end, "more byte"))"
    }
}
