// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A request that a testee understands, and values that make it one that no testee understands (TST-140).
package struct WrongRequests: Sendable {
    let operation: String
    /// The members of the request that is understood.
    let members: [(name: String, value: RawJSON)]
    /// The names and positions that lead to the value to replace.
    private let path: [String]
    private let values: [RawJSON]
    /// Whether the request is also sent without the member.
    private let isSentWithout: Bool

    /// A request that no testee understands.
    package struct Variant: Sendable {
        let name: String
        let members: [(name: String, value: RawJSON)]
    }

    init(_ json: JSONObject) throws(SuiteError) {
        guard let request = json["request"]?.members, let operation = json["request"]?["op"]?.string,
            let path = json["path"]?.string, path.hasPrefix("/"), let values = json["values"]?.elements
        else { throw SuiteError("no request, path or values") }
        self.operation = operation
        self.path = path.dropFirst().split(separator: "/").map(String.init)
        self.values = values
        members = request.filter { $0.name != "op" }
        isSentWithout = json["absent"]?.boolean ?? false
        guard WrongRequests.replaced(.object(members), self.path[...], .null) != nil else {
            throw SuiteError("the request has no value at the path")
        }
    }

    /// The variants, one for each wrong value and one without the member if it is required.
    var variants: [Variant] {
        let place = "/" + path.joined(separator: "/")
        return (values.map(Optional.some) + (isSentWithout ? [nil] : [])).map { value in
            Variant(
                name: value.map { "with \($0.text) in \(place)" } ?? "without \(place)",
                members: WrongRequests.replaced(.object(members), path[...], value)?.members ?? members)
        }
    }

    /// Returns JSON in which the value at the path is replaced, or removed if it is nil; nil if there is no such value.
    private static func replaced(_ json: RawJSON, _ path: ArraySlice<String>, _ value: RawJSON?) -> RawJSON? {
        guard let first = path.first else { return value }
        let rest = path.dropFirst()
        if var elements = json.elements {
            guard let index = Int(first), elements.indices.contains(index),
                let element = replaced(elements[index], rest, value)
            else { return nil }
            elements[index] = element
            return .array(elements)
        }
        guard var members = json.members, let index = members.lastIndex(where: { $0.name.equals(first) }) else {
            return nil
        }
        if rest.isEmpty, value == nil {
            members.remove(at: index)
        } else {
            guard let inner = replaced(members[index].value, rest, value) else { return nil }
            members[index].value = inner
        }
        return .object(members)
    }
}
