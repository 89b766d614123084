// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A JSON object that is scanned once so that its members can be looked up repeatedly.
///
/// Names are compared byte for byte. If a name is repeated, its last member counts (TST-010).
package struct JSONObject {
    /// The members in their order in the object.
    package let members: [(name: String, value: RawJSON)]

    /// The indices of the members by name; empty if a linear search is faster.
    private let places: [ExactText: Int]

    /// The maximum number of members for which a linear search is used.
    private static let few = 16

    /// Creates an object from a JSON value; it has no members if the value is not an object.
    package init(_ json: RawJSON) {
        self.init(json.members ?? [])
    }

    package init(_ members: [(name: String, value: RawJSON)]) {
        self.members = members
        places =
            members.count <= JSONObject.few
            ? [:]
            : Dictionary(members.enumerated().map { (ExactText($1.name), $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns the member with the given name, or nil if it is absent.
    package subscript(_ name: String) -> RawJSON? {
        let place =
            members.count <= JSONObject.few
            ? members.lastIndex { $0.name.equals(name) } : places[ExactText(name)]
        return place.map { members[$0].value }
    }
}
