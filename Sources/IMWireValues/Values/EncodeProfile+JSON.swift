// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The JSON form of write profiles in the testee protocol (TST-207).
extension EncodeProfile {
    /// Creates a profile from the member of a request.
    package init(request json: RawJSON) throws(OperationError) {
        var rules: [Rule] = []
        for rule in json["rules"]?.elements ?? [] {
            let change: Change
            switch (rule["alsoNamed"]?.string, rule["as"]?.string) {
            case (let name?, nil): change = .alsoNamed(name)
            case (nil, "string"): change = .asString
            case (nil, "number"): change = .asNumber
            case (nil, "object"): change = .asObject
            default: throw .unsupported("a rule with neither alsoNamed nor as, or with both")
            }
            guard let id = rule["deviation"]?.string.flatMap(Deviation.ID.init(named:)) else {
                throw .unsupported("a rule without the id of a deviation")
            }
            let path = (rule["path"]?.elements ?? []).compactMap(\.string)
            rules.append(Rule(rule["objectName"]?.string.map { ObjectName(rawValue: $0) }, path, change, id))
        }
        self.init(name: "request", escapesNonASCII: json["ascii"]?.boolean ?? false, rules: rules)
    }
}

extension Deviation.ID {
    /// Creates an id from its text, such as `DEV-08`.
    fileprivate init?(named text: String) {
        guard text.hasPrefix("DEV-"), let number = UInt16(text.dropFirst(4)) else { return nil }
        self.init(number)
    }
}

extension Deviation {
    /// The departure as a member of an answer.
    var departure: RawJSON { .object(["deviation": id.description, "path": path, "offset": offset]) }
}
