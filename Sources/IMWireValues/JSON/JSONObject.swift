// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An object whose members are looked up more than once: the text is scanned a single time.
///
/// Names are compared byte for byte. Of equal names the last counts (TST-010).
package struct JSONObject {
    /// The members in their order.
    package let members: [(name: String, value: RawJSON)]

    /// The places of the members, where there are so many that going through them takes longer.
    private let places: [ExactText: Int]

    /// The most members that are gone through.
    private static let few = 16

    /// The members of an object; none where the value is something else.
    package init(_ json: RawJSON) {
        self.init(json.members ?? [])
    }

    /// An object of these members.
    package init(_ members: [(name: String, value: RawJSON)]) {
        self.members = members
        places =
            members.count <= JSONObject.few
            ? [:]
            : Dictionary(members.enumerated().map { (ExactText($1.name), $0) }, uniquingKeysWith: { $1 })
    }

    /// A member; nil where it is absent.
    package subscript(_ name: String) -> RawJSON? {
        let place =
            members.count <= JSONObject.few
            ? members.lastIndex { $0.name.equals(name) } : places[ExactText(name)]
        return place.map { members[$0].value }
    }
}
