// SPDX-License-Identifier: Apache-2.0

/// The meaning of a run of bytes: one field of any protocol.
///
/// Sibling annotations follow each other without gaps or overlaps, and so do the parts of an annotation, which cover
/// it. Offsets are relative to the bytes that the annotation describes: the stream, or those of a ``HiddenBytes``.
package struct Annotation: Hashable, Sendable {
    /// The range of the bytes.
    package var range: Range<Int>
    /// The name of the field, such as `sequence number`.
    package var field: String
    /// The value of the field, in words.
    package var value: String
    /// The meaning of the value, if the value alone does not convey it.
    package var meaning: String?
    /// The requirement that describes the field.
    package var requirement: String?
    /// Details about the value, one per line, such as a flag or a checksum.
    package var details: [String] = []
    /// The fields nested in the field.
    package var parts: [Annotation] = []

    package init(
        _ range: Range<Int>, _ field: String, _ value: String, meaning: String? = nil, _ requirement: String? = nil,
        details: [String] = [], parts: [Annotation] = []
    ) {
        self.range = range
        self.field = field
        self.value = value
        self.meaning = meaning
        self.requirement = requirement
        self.details = details
        self.parts = parts
    }

    /// The annotations without parts, in order, which together cover every byte once.
    package var leaves: [Annotation] {
        parts.isEmpty ? [self] : parts.flatMap(\.leaves)
    }
}

extension [Annotation] {
    /// Returns the names of the fields that contain a byte, outermost first, or an empty list if no field contains it.
    package func fields(at offset: Int) -> [String] {
        guard let found = first(where: { $0.range.contains(offset) }) else { return [] }
        return [found.field] + found.parts.fields(at: offset)
    }
}

/// Bytes that the stream contains in another form, and that were decoded, inflated, or joined.
package struct HiddenBytes: Hashable, Sendable {
    /// The transformation that produced the bytes, such as `inflated from 812 bytes`.
    package var origin: String
    /// The bytes.
    package var bytes: [UInt8]
    /// The annotations of the bytes.
    package var fields: [Annotation]

    package init(_ origin: String, _ bytes: [UInt8], _ fields: [Annotation]) {
        self.origin = origin
        self.bytes = bytes
        self.fields = fields
    }
}
