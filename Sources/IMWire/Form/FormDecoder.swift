// SPDX-License-Identifier: Apache-2.0

/// A reader of a request's fields according to its rules.
package struct FormDecoder {
    private let rules: [FieldRule]
    private let mode: DecodingMode
    private let isService: Bool
    private var fields: [ScannedField] = []
    private let end: Int
    /// The offset of the value read last, or the end of the form if the request lacks the field.
    package private(set) var place = 0

    /// Creates a reader.
    ///
    /// - Parameter isService: Whether values outside the ranges of the rules are refused in lenient mode too, as a
    ///   service refuses them (API-080).
    package init(
        _ bytes: Span<UInt8>, _ rules: [FieldRule], _ mode: DecodingMode, _ limits: FormLimits, isService: Bool = false
    ) throws(DecodeError) {
        self.rules = rules
        self.mode = mode
        self.isService = isService
        end = bytes.count
        var scanner = try FormScanner(bytes, mode: mode, limits: limits)
        while let field = try scanner.next() { fields.append(field) }
    }

    /// Returns all values of a field in order; empty if the request lacks an optional field.
    package mutating func values(_ name: String) throws(DecodeError) -> [String] {
        guard let rule = rules.first(where: { $0.name == name }) else { return [] }
        return try values(rule).map(\.field.value)
    }

    /// Returns the fields of a rule in order; empty if the request lacks an optional field.
    package mutating func values(_ rule: FieldRule) throws(DecodeError) -> [ScannedField] {
        var found: [ScannedField] = []
        fields.removeAll { scanned in
            guard rule.isKeyed ? rule.key(in: scanned.field.name) != nil : scanned.field.name.equals(rule.name) else {
                return false
            }
            found.append(scanned)
            return true
        }
        place = found.first?.value ?? end
        guard found.count >= rule.count.lowerBound else {
            throw DecodeError(.formMissing, offset: end, path: rule.path)
        }
        if found.count > rule.count.upperBound {
            let surplus = found[rule.count.upperBound]
            // API-016: readers differ in which of two values they take.
            if rule.count.upperBound == 1 { throw DecodeError(.formDuplicate, offset: surplus.start, path: rule.path) }
            if mode == .strict || isService {
                throw DecodeError(.formValue, offset: surplus.start, path: rule.path)
            }
        }
        for scanned in found {
            let value = scanned.field.value
            guard mode == .strict ? rule.accepts(value) : isService ? rule.admits(value) : rule.canRead(value) else {
                throw DecodeError(.formValue, offset: scanned.value, path: rule.path)
            }
            if let key = rule.key(in: scanned.field.name), !(1...64).contains(key.utf8.count) {
                throw DecodeError(.formValue, offset: scanned.start, path: rule.path)
            }
        }
        return found
    }

    /// Returns the value of a field that occurs at most once, or nil if the request lacks the field.
    package mutating func text(_ name: String) throws(DecodeError) -> String? {
        try values(name).first
    }

    /// Returns the number in a field, or nil if the request lacks the field.
    package mutating func integer(_ name: String) throws(DecodeError) -> Int64? {
        try text(name).flatMap(FieldRule.integer)
    }

    /// Returns the flag in a field, or nil if the request lacks the field.
    package mutating func flag(_ name: String) throws(DecodeError) -> Bool? {
        try text(name).flatMap(FieldRule.flag)
    }

    /// The fields that no rule names, in order (API-023).
    package var rest: [FormField] { fields.map(\.field) }

    /// The fields that no rule names, with their offsets.
    package var scannedRest: [ScannedField] { fields }
}
