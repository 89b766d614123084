// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An object whose members are looked up more than once: the text is scanned a single time.
struct JSONObject {
    /// The members in their order.
    let members: [(name: String, value: RawJSON)]

    private let values: [String: RawJSON]

    /// The members of an object; none where the value is something else.
    init(_ json: RawJSON) {
        members = json.members ?? []
        values = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// A member; nil where it is absent.
    subscript(_ name: String) -> RawJSON? { values[name] }
}
