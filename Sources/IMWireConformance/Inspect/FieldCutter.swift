// SPDX-License-Identifier: Apache-2.0

import IMWireValues

/// Cuts one field after another off a run of bytes, as far as they are there.
struct FieldCutter {
    private let bytes: [UInt8]
    private let end: Int
    /// Where the next field begins.
    var place: Int
    /// Whether the field that was cut last is all there.
    private(set) var isWhole = false
    /// The fields so far.
    var fields: [Annotation] = []

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    /// Cuts a field off; of one that is not all there what is there, and of one that has no byte nothing.
    mutating func take(_ length: Int, _ field: String, _ requirement: String, _ value: (ArraySlice<UInt8>) -> String) {
        let range = place..<min(place + length, end)
        isWhole = range.count == length
        guard !range.isEmpty else { return }
        let text = isWhole ? value(bytes[range]) : "only \(range.count) of \(Words.count(length, "byte"))"
        fields.append(Annotation(range, field, text, requirement))
        place = range.upperBound
    }

    /// Says more about the last field.
    mutating func detail(_ lines: [String]) {
        guard !fields.isEmpty else { return }
        fields[fields.count - 1].details += lines.filter { !$0.isEmpty }
    }

    /// Takes the fields behind the one that has a byte back.
    mutating func drop(behind offset: Int) {
        fields.removeAll { $0.range.lowerBound > offset }
        place = fields.last?.range.upperBound ?? place
    }

    /// Names what is left, if anything is.
    mutating func rest(_ field: String, _ value: String, _ requirement: String) {
        if place < end { fields.append(Annotation(place..<end, field, value, requirement)) }
        place = max(place, end)
    }
}
