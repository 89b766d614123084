// SPDX-License-Identifier: Apache-2.0

import Schemas

/// Literals with which documents are written; a dictionary literal keeps its order.
extension PlainJSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: PlainJSON...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, PlainJSON)...) {
        self = .object(elements.map { (name: $0, value: $1) })
    }

    /// Returns an object without the members that are nil.
    package static func members(_ members: KeyValuePairs<String, PlainJSON?>) -> PlainJSON {
        .object(members.compactMap { name, value in value.map { (name: name, value: $0) } })
    }

    /// Returns the object with the members of another one added, or itself if one of the two is no object.
    package func adding(_ other: PlainJSON) -> PlainJSON {
        guard let members, let others = other.members else { return self }
        return .object(members + others)
    }
}
