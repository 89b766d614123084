// SPDX-License-Identifier: Apache-2.0

/// A field and its location in the form.
package struct ScannedField {
    package var field: FormField
    /// The offset of the first byte of the name.
    package var start: Int
    /// The offset of the first byte of the value.
    package var value: Int
}

/// A scanner that reads a form field by field.
package struct FormScanner: ~Escapable {
    private let form: Span<UInt8>
    private let mode: DecodingMode
    private let limits: FormLimits
    private var position = 0
    private var count = 0

    @_lifetime(copy form)
    package init(_ form: Span<UInt8>, mode: DecodingMode, limits: FormLimits) throws(DecodeError) {
        if form.count > limits.formBytes { throw DecodeError(.limitSize, offset: 0) }
        self.form = form
        self.mode = mode
        self.limits = limits
    }

    /// Returns the next field, or nil at the end of the form; an empty text has no fields (API-012).
    @_lifetime(self: copy self)
    package mutating func next() throws(DecodeError) -> ScannedField? {
        while position < form.count || (mode == .strict && position == form.count && position > 0) {
            let start = position
            let end = find(.ampersand, start, form.count) ?? form.count
            position = end + 1
            if start == end {
                if mode == .strict { throw DecodeError(.formSyntax, offset: start) }
                continue
            }
            if count >= limits.fields { throw DecodeError(.limitItems, offset: start) }
            count += 1
            return try field(start, end)
        }
        return nil
    }

    private func field(_ start: Int, _ end: Int) throws(DecodeError) -> ScannedField {
        let equals = find(.equals, start, end)
        if mode == .strict, equals == nil || equals == start {
            throw DecodeError(.formSyntax, offset: equals ?? end)
        }
        let value = equals.map { $0 + 1 } ?? end
        return ScannedField(
            field: FormField(
                try PercentCoding.decode(form, start..<(equals ?? end), mode: mode),
                try PercentCoding.decode(form, value..<end, mode: mode)),
            start: start, value: value)
    }

    private func find(_ byte: UInt8, _ from: Int, _ to: Int) -> Int? {
        for offset in from..<to where form[offset] == byte { return offset }
        return nil
    }
}
