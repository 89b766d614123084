// SPDX-License-Identifier: Apache-2.0

/// What a run of bytes means: one field of whatever protocol they belong to.
///
/// Annotations that stand side by side follow each other without a gap or an overlap, and so do the parts of one, which
/// cover it. An offset counts in the bytes that the annotation belongs to: the stream, or those of a ``HiddenBytes``.
package struct Annotation: Hashable, Sendable {
    /// Where the bytes lie.
    package var range: Range<Int>
    /// What they are, such as `sequence number`.
    package var field: String
    /// What they say, in words.
    package var value: String
    /// What that means, where the value alone does not tell.
    package var meaning: String?
    /// The requirement that describes the field.
    package var requirement: String?
    /// More about the value, a line each: a flag, a checksum.
    package var details: [String] = []
    /// Fields in the field.
    package var parts: [Annotation] = []

    /// Names bytes.
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

    /// The annotations without parts, in order: together they cover every byte once.
    package var leaves: [Annotation] {
        parts.isEmpty ? [self] : parts.flatMap(\.leaves)
    }
}

extension [Annotation] {
    /// The names of the fields that a byte lies in, the outermost first; none where no field has it.
    package func fields(at offset: Int) -> [String] {
        guard let found = first(where: { $0.range.contains(offset) }) else { return [] }
        return [found.field] + found.parts.fields(at: offset)
    }
}

/// Bytes that the stream holds in another form: decoded, inflated or joined.
package struct HiddenBytes: Hashable, Sendable {
    /// What was done to bring them out, such as `inflated from 812 bytes`.
    package var origin: String
    /// The bytes.
    package var bytes: [UInt8]
    /// What they mean.
    package var fields: [Annotation]

    /// Names bytes that were brought out.
    package init(_ origin: String, _ bytes: [UInt8], _ fields: [Annotation]) {
        self.origin = origin
        self.bytes = bytes
        self.fields = fields
    }
}
