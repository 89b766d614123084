// SPDX-License-Identifier: Apache-2.0

import Schemas

/// Literals and functions with which documents are made; a dictionary literal keeps its order.
extension PlainJSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package typealias Member = (name: String, value: PlainJSON)

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: PlainJSON...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, PlainJSON)...) {
        self = .object(elements.map { (name: $0, value: $1) })
    }

    package static func integer(_ value: Int) -> PlainJSON { .number(String(value)) }

    /// Returns an object without the members that are nil.
    package static func members(_ members: KeyValuePairs<String, PlainJSON?>) -> PlainJSON {
        .object(members.compactMap { name, value in value.map { (name: name, value: $0) } })
    }

    /// Returns an object that refers to a part of the same document, such as `#/components/schemas/Answer`.
    package static func reference(_ path: String) -> PlainJSON { ["$ref": .string(path)] }

    /// Returns the object with the members of another one: objects in both are merged likewise, and of any other values
    /// that of the other object is kept.
    package func merging(_ other: PlainJSON) -> PlainJSON {
        guard var merged = members, let others = other.members else { return other }
        for other in others {
            if let index = merged.firstIndex(where: { $0.name == other.name }) {
                merged[index].value = merged[index].value.merging(other.value)
            } else {
                merged.append(other)
            }
        }
        return .object(merged)
    }
}
