// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An object whose members are looked up more than once: the text is scanned a single time.
package struct JSONObject {
    /// The members in their order.
    package let members: [(name: String, value: RawJSON)]

    private let values: [String: RawJSON]

    /// The members of an object; none where the value is something else.
    package init(_ json: RawJSON) {
        self.init(json.members ?? [])
    }

    /// An object of these members.
    package init(_ members: [(name: String, value: RawJSON)]) {
        self.members = members
        values = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// A member; nil where it is absent.
    package subscript(_ name: String) -> RawJSON? { values[name] }
}
