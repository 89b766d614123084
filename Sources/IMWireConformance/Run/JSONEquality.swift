// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// A comparison of JSON values, by value or by spelling.
///
/// By value, members are compared in any order, numbers by their exact value, and strings by their text. By spelling,
/// every token is compared as it is written.
package enum JSONEquality {
    /// Returns the JSON Pointer of the first difference between two values, or nil if they are equal.
    ///
    /// - Parameter spelling: whether the order of members, the text of numbers, and the escapes of strings are compared
    ///   too (TST-072).
    package static func difference(_ one: RawJSON, _ other: RawJSON, spelling: Bool) -> String? {
        spelling ? differenceOfSpelling(one, other) : difference(one, other)
    }

    /// Returns a sentence about the first difference between a value and the expected one, or nil if they are equal.
    static func fault(_ what: String, _ expected: RawJSON, _ actual: RawJSON, spelling: Bool = false) -> String? {
        difference(expected, actual, spelling: spelling).map { "the \(what) differs at \($0.isEmpty ? "its top" : $0)" }
    }

    private static func difference(_ one: RawJSON, _ other: RawJSON) -> String? {
        if one == other { return nil }
        guard one.kind == other.kind else { return "" }
        switch one.kind {
        case .null:
            return nil
        case .boolean:
            return one.boolean == other.boolean ? nil : ""
        case .number:
            return isSameNumber(trimmed(one), trimmed(other)) ? nil : ""
        case .string:
            return one.codeUnits == other.codeUnits ? nil : ""
        case .array:
            return elements(one.elements ?? [], other.elements ?? [], difference)
        case .object:
            return objects(one.members ?? [], other.members ?? [])
        }
    }

    /// Returns the place where the tokens of two values differ, or nil if only the white space between them differs.
    private static func differenceOfSpelling(_ one: RawJSON, _ other: RawJSON) -> String? {
        if tokens(one) == tokens(other) { return nil }
        if let ones = one.elements, let others = other.elements {
            if let place = elements(ones, others, differenceOfSpelling) { return place }
        }
        if let ones = one.members, let others = other.members {
            for index in 0..<max(ones.count, others.count) {
                guard index < ones.count else { return "/\(escaped(others[index].name))" }
                let name = ones[index].name
                guard index < others.count, name.equals(others[index].name) else {
                    return "/\(escaped(name))"
                }
                if let place = differenceOfSpelling(ones[index].value, others[index].value) {
                    return "/\(escaped(name))\(place)"
                }
            }
        }
        // The remaining difference is in the spelling of the value itself, or of a name in it.
        return ""
    }

    /// Returns the text of a value without the white space between tokens.
    private static func tokens(_ json: RawJSON) -> [UInt8] {
        var tokens: [UInt8] = []
        var isString = false
        var isEscaped = false
        for byte in json.text.utf8 {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isString = true
            } else if Words.isSpace(byte) {
                continue
            }
            tokens.append(byte)
        }
        return tokens
    }

    private static func elements(
        _ ones: [RawJSON], _ others: [RawJSON], _ difference: (RawJSON, RawJSON) -> String?
    ) -> String? {
        for index in 0..<max(ones.count, others.count) {
            guard index < ones.count, index < others.count else { return "/\(index)" }
            if let place = difference(ones[index], others[index]) { return "/\(index)\(place)" }
        }
        return nil
    }

    private static func objects(
        _ ones: [(name: String, value: RawJSON)], _ others: [(name: String, value: RawJSON)]
    ) -> String? {
        // Names are compared byte for byte, and a duplicate name must occur equally often in both objects.
        func key(_ member: (name: String, value: RawJSON)) -> [UInt8] { Array(member.name.utf8) }
        let left = Dictionary(grouping: ones, by: key)
        let right = Dictionary(grouping: others, by: key)
        // Compare each name once. Comparing it again from the other side would double the work at every level.
        var seen: Set<[UInt8]> = []
        for member in ones + others where seen.insert(key(member)).inserted {
            let mine = left[key(member)] ?? []
            let theirs = right[key(member)] ?? []
            guard mine.count == theirs.count else { return "/\(escaped(member.name))" }
            for (one, other) in zip(mine, theirs) {
                if let place = difference(one.value, other.value) {
                    return "/\(escaped(member.name))\(place)"
                }
            }
        }
        return nil
    }

    private static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func trimmed(_ json: RawJSON) -> Substring {
        json.text.drop { $0.isWhitespace }
    }

    /// Returns whether two numbers of any size have the same value.
    ///
    /// The comparison uses the digits without leading and trailing zeros, and the exponents.
    static func isSameNumber(_ one: Substring, _ other: Substring) -> Bool {
        one == other || parts(one) == parts(other)
    }

    private struct Parts: Equatable {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = 0
    }

    private static func parts(_ text: Substring) -> Parts {
        var parts = Parts()
        var isFraction = false
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "-") {
            parts.isNegative = true
            rest = rest.dropFirst()
        }
        while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                parts.digits.append(byte)
                if isFraction { parts.exponent -= 1 }
            }
        }
        let written = String(decoding: rest.dropFirst(), as: UTF8.self)
        parts.exponent = parts.exponent.addingReportingOverflow(Int(written) ?? 0).partialValue
        while parts.digits.last == UInt8(ascii: "0") {
            parts.digits.removeLast()
            parts.exponent = parts.exponent.addingReportingOverflow(1).partialValue
        }
        parts.digits = Array(parts.digits.drop { $0 == UInt8(ascii: "0") })
        return parts.digits.isEmpty ? Parts() : parts
    }
}
