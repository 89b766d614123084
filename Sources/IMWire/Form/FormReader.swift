// SPDX-License-Identifier: Apache-2.0

/// Reads the fields of a request by its rules.
package struct FormReader {
    private let rules: [FieldRule]
    private let mode: DecodingMode
    private var fields: [ScannedField] = []
    private let end: Int
    /// Where the value stands that was read last; the end where the request has none.
    package private(set) var place = 0

    package init(
        _ bytes: Span<UInt8>, _ rules: [FieldRule], _ mode: DecodingMode, _ limits: FormLimits
    ) throws(DecodeError) {
        self.rules = rules
        self.mode = mode
        end = bytes.count
        var scanner = try FormScanner(bytes, mode: mode, limits: limits)
        while let field = try scanner.next() { fields.append(field) }
    }

    /// All values of a field, in their order; none where the request has no such field.
    package mutating func values(_ name: String) throws(DecodeError) -> [String] {
        guard let rule = rules.first(where: { $0.name == name }) else { return [] }
        var found: [ScannedField] = []
        fields.removeAll { scanned in
            guard scanned.field.name.equals(name) else { return false }
            found.append(scanned)
            return true
        }
        place = found.first?.value ?? end
        guard found.count >= rule.count.lowerBound else {
            throw DecodeError(.formMissing, offset: end, path: rule.path)
        }
        if found.count > rule.count.upperBound {
            let surplus = found[rule.count.upperBound]
            // API-016: of two values for one thing nobody knows which the next reader takes.
            if rule.count.upperBound == 1 { throw DecodeError(.formDuplicate, offset: surplus.start, path: rule.path) }
            if mode == .strict { throw DecodeError(.formValue, offset: surplus.start, path: rule.path) }
        }
        for scanned in found {
            let value = scanned.field.value
            guard mode == .strict ? rule.accepts(value) : rule.canRead(value) else {
                throw DecodeError(.formValue, offset: scanned.value, path: rule.path)
            }
        }
        return found.map(\.field.value)
    }

    /// The value of a field that comes once at most.
    package mutating func text(_ name: String) throws(DecodeError) -> String? {
        try values(name).first
    }

    /// The number in a field.
    package mutating func integer(_ name: String) throws(DecodeError) -> Int64? {
        try text(name).flatMap(FieldRule.integer)
    }

    /// The flag in a field.
    package mutating func flag(_ name: String) throws(DecodeError) -> Bool? {
        try text(name).flatMap(FieldRule.flag)
    }

    /// The fields that no rule names, in their order (API-023).
    package var rest: [FormField] { fields.map(\.field) }

    /// The fields that no rule names, and where they stand.
    package var scannedRest: [ScannedField] { fields }
}
