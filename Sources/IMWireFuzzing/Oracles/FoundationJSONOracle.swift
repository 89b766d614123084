// SPDX-License-Identifier: Apache-2.0

#if !RELEASE

import Foundation
import IMWire
import IMWireValues

/// `differential.json`: Foundation's reader accepts the same texts and reads the same values, except for
/// ``KnownDifference``.
enum FoundationJSONOracle {
    /// Checks the codec's result for a text.
    static func check(
        _ input: [UInt8], _ result: Result<RawJSON, DecodeError>, _ observation: inout Observation
    ) {
        let theirs = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
        switch result {
        case .success(let json):
            guard let theirs else {
                if !isKnown(acceptedByCodec: input) {
                    observation.violate(.foundationJSON, at: "only the codec accepts")
                }
                return
            }
            // Known differences: json-duplicate, json-bom-inside.
            if let place = difference(json, theirs), !hasDuplicates(json),
                !json.text.unicodeScalars.contains("\u{feff}")
            {
                observation.violate(.foundationJSON, at: "value \(place)")
            }
        case .failure(let error):
            if theirs != nil, !isKnown(acceptedByPeer: input, error) {
                observation.violate(.foundationJSON, at: "only Foundation accepts: \(error.code.rawValue)", "\(error)")
            }
        }
    }

    /// Returns whether a known difference applies: json-number-range or json-surrogate.
    private static func isKnown(acceptedByCodec input: [UInt8]) -> Bool {
        let text = String(decoding: input, as: UTF8.self)
        if text.contains("\\u") { return true }
        return text.contains { $0 == "e" || $0 == "E" } || input.count > 300
    }

    /// Returns whether a known difference applies: json-bom, json-encoding or json-comma.
    private static func isKnown(acceptedByPeer input: [UInt8], _ error: DecodeError) -> Bool {
        if error.code == .jsonSyntax, error.offset < input.count,
            input[error.offset] == .closeBrace || input[error.offset] == .closeBracket
        {
            return input[..<error.offset].last { $0 > .space } == .comma
        }
        return error.code == .jsonBOM || input.prefix(4).contains(0)
            || input.starts(with: [0xff, 0xfe]) || input.starts(with: [0xfe, 0xff])
    }

    /// Returns whether a value has a repeated name, for the known difference json-duplicate.
    private static func hasDuplicates(_ json: RawJSON) -> Bool {
        if let members = json.members {
            let names = members.map(\.name)
            return Set(names).count != names.count || members.contains { hasDuplicates($0.value) }
        }
        return json.elements?.contains(where: hasDuplicates) ?? false
    }

    /// Returns the kind of the first value that differs, or nil if there is none.
    private static func difference(_ mine: RawJSON, _ theirs: Any) -> String? {
        switch mine.kind {
        case .null: return theirs is NSNull ? nil : "null"
        case .boolean: return mine.boolean == theirs as? Bool ? nil : "boolean"
        case .string:
            guard let text = theirs as? String else { return "string" }
            // json-surrogate: Foundation's result for an unpaired surrogate is not compared.
            let escaped = JSONTextOracle.string(mine.text.utf8)
            guard let read = mine.string, read.utf8.elementsEqual(escaped.utf8) else { return "string" }
            return escaped.unicodeScalars.contains("\u{fffd}") || escaped.utf8.elementsEqual(text.utf8) ? nil : "string"
        case .number:
            guard let number = theirs as? NSNumber else { return "number" }
            guard mine.text.utf8.count <= 64, let value = mine.number else { return nil }
            if let integer = value.int64 { return number.int64Value == integer ? nil : "integer" }
            let one = value.double
            let other = number.doubleValue
            return one == other || abs(one - other) <= abs(one) * 1e-14 ? nil : "number"
        case .array:
            guard let theirs = theirs as? [Any], let mine = mine.elements, mine.count == theirs.count else {
                return "array"
            }
            return zip(mine, theirs).lazy.compactMap { difference($0, $1) }.first
        case .object:
            guard let theirs = theirs as? [String: Any], let members = mine.members else { return "object" }
            for member in members {
                // Canonically equivalent keys are a single key in a dictionary.
                guard let value = theirs[member.name] else { return members.count == theirs.count ? "name" : nil }
                if let place = difference(member.value, value) { return place }
            }
            return nil
        }
    }
}

#endif
