// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The values that the schema of requests allows in one place (`Spec/testee-request.schema.json`, TST-140).
///
/// Only two cases are indirect. The pointers of an enumeration with indirect cases alone hold its tag in their upper
/// bits, so that LeakSanitizer takes the table for lost memory.
package enum RequestRule: Sendable {
    /// Any value, which the operation itself reads.
    case anything
    case boolean
    /// A string without a lone surrogate (TST-142).
    case string
    /// A string of a packet, in which a surrogate may be alone (RMTP-023).
    case frameText
    /// A string with bytes in Base64, whose last digit has no bits beyond the last byte (TST-005, TST-191).
    case base64
    /// A string with UTF-16 units in hexadecimal.
    case units
    /// An integer, which is written without fraction and exponent, and in the range if there is one.
    case integer(ClosedRange<Int64>?)
    case words([String])
    case numbers([Int64])
    indirect case list(RequestRule, isSet: Bool, count: ClosedRange<Int>)
    /// An object with these members; `others` is the rule for all further ones, or nil if they are ignored (TST-013).
    indirect case object([Member], others: RequestRule?)
    case either([RequestRule])

    /// A member of an object.
    package struct Member: Sendable {
        let name: String
        let rule: RequestRule
        let isRequired: Bool

        init(_ name: String, _ rule: RequestRule, isRequired: Bool = false) {
            self.name = name
            self.rule = rule
            self.isRequired = isRequired
        }
    }

    /// Returns why a request cannot be understood (TST-101), or nil if the schema allows it or has no such operation.
    ///
    /// - Parameter isWhole: whether required members must be present; false for a caller with parameters of its own.
    package static func fault(in request: JSONObject, to operation: String, isWhole: Bool = true) -> String? {
        guard let own = operations.first(where: { $0.name == operation })?.members else { return nil }
        guard let path = fault(in: request, common + own, others: nil, isWhole: isWhole) else { return nil }
        return "\(path) is missing, or is not a value that the schema of requests allows"
    }

    /// Returns the path of the first value that the schema does not allow, or nil if it allows all of them.
    private static func fault(
        in object: JSONObject, _ members: [Member], others: RequestRule?, isWhole: Bool = true
    ) -> String? {
        for member in members {
            if let value = object[member.name] {
                if let path = member.rule.fault(in: value) { return "/\(member.name)\(path)" }
            } else if member.isRequired, isWhole {
                return "/\(member.name)"
            }
        }
        guard let others else { return nil }
        let known = Set(members.map { ExactText($0.name) })
        let strangers = object.members.filter { !known.contains(ExactText($0.name)) }
        return strangers.contains { others.fault(in: $0.value) != nil } ? "/?" : nil
    }

    private func fault(in json: RawJSON) -> String? {
        let isAllowed: Bool
        switch self {
        case .anything: isAllowed = true
        case .boolean: isAllowed = json.kind == .boolean
        case .string: isAllowed = json.kind == .string && !json.hasLoneSurrogate
        case .frameText: isAllowed = json.kind == .string
        case .base64: isAllowed = json.base64 != nil
        case .units: isAllowed = json.string.flatMap(HexBytes.read).map { $0.count % 2 == 0 } ?? false
        case .integer(let range):
            guard let text = json.number?.text, RequestRule.isInteger(text) else { return "" }
            isAllowed = range.map { range in json.number?.int64.map { range.contains($0) } ?? false } ?? true
        case .words(let words): isAllowed = json.string.map { text in words.contains { $0.equals(text) } } ?? false
        case .numbers(let numbers): isAllowed = json.number?.int64.map { numbers.contains($0) } ?? false
        case .list(let rule, let isSet, let count):
            guard let elements = json.elements, count.contains(elements.count) else { return "" }
            for (index, element) in elements.enumerated() {
                if let path = rule.fault(in: element) { return "/\(index)\(path)" }
            }
            // Only lists of words are sets, so that equal elements have equal texts.
            isAllowed = !isSet || Set(elements.map { $0.string ?? $0.text }).count == elements.count
        case .object(let members, let others):
            guard json.kind == .object else { return "" }
            return RequestRule.fault(in: JSONObject(json), members, others: others)
        case .either(let rules): isAllowed = rules.contains { $0.fault(in: json) == nil }
        }
        return isAllowed ? nil : ""
    }

    /// Returns whether a number is written as an integer; `-0` is not.
    private static func isInteger(_ text: String) -> Bool {
        text != "-0"
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
