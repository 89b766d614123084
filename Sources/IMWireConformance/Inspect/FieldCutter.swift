// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// A cursor that splits a run of bytes into consecutive fields, as far as the bytes are present.
struct FieldCutter {
    private let bytes: [UInt8]
    private let end: Int
    /// The offset of the next field.
    var place: Int
    /// Whether the last field is complete.
    private(set) var isWhole = false
    /// The fields so far.
    var fields: [Annotation] = []

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    /// Adds the next field; a partial field is added as far as it is present, and a field without any byte is not
    /// added.
    mutating func add(_ length: Int, _ field: String, _ requirement: String, _ value: (ArraySlice<UInt8>) -> String) {
        let range = place..<min(place + length, end)
        isWhole = range.count == length
        guard !range.isEmpty else { return }
        let text = isWhole ? value(bytes[range]) : "only \(range.count) of \(Words.count(length, "byte"))"
        fields.append(Annotation(range, field, text, requirement))
        place = range.upperBound
    }

    /// Adds details to the last field.
    mutating func detail(_ lines: [String]) {
        guard !fields.isEmpty else { return }
        fields[fields.count - 1].details += lines.filter { !$0.isEmpty }
    }

    /// Removes the fields that begin after an offset, and continues at the end of the last remaining field.
    mutating func drop(behind offset: Int) {
        fields.removeAll { $0.range.lowerBound > offset }
        place = fields.last?.range.upperBound ?? place
    }

    /// Adds a field for the remaining bytes, if there are any.
    mutating func rest(_ field: String, _ value: String, _ requirement: String) {
        if place < end { fields.append(Annotation(place..<end, field, value, requirement)) }
        place = max(place, end)
    }
}
