// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The names of a scenario's users, groups, and rooms in a run, which differ from those of other scenarios (LIV-012).
///
/// A server keeps the state that other scenarios have left.
package struct LiveNames {
    private let prefix: String

    /// The members that contain a name, at any depth.
    private static let members: Set = [
        "fromUserID", "toUserID", "groupID", "userId", "targetId", "fromUserId", "groupId", "user", "room", "chrmId",
    ]

    package init(prefix: String) { self.prefix = prefix }

    /// Returns the name in this run of a name in the scenario; an empty name stays empty.
    package func name(_ name: String) -> String { name.isEmpty ? "" : prefix + name }

    /// Returns the name in the scenario of a name in this run.
    package func original(_ name: String) -> String {
        name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }

    private func name(_ json: RawJSON) -> RawJSON { json.string.map { RawJSON(name($0)) } ?? json }

    package func renamed(_ json: RawJSON) -> RawJSON {
        if let elements = json.elements { return .array(elements.map(renamed)) }
        guard let members = json.members else { return json }
        return .object(
            members.map {
                (name: $0.name, value: LiveNames.members.contains($0.name) ? name($0.value) : renamed($0.value))
            }
        )
    }

    /// Returns a configuration with the names of this run.
    package func configuration(_ json: RawJSON) -> RawJSON {
        .object(
            (json.members ?? []).map { member in
                switch member.name {
                case "user": (member.name, name(member.value))
                case "blocked", "rooms": (member.name, .array((member.value.elements ?? []).map(name)))
                case "groups":
                    (
                        member.name,
                        .object(
                            (member.value.members ?? []).map {
                                (name: name($0.name), value: .array(($0.value.elements ?? []).map(name)))
                            })
                    )
                default: member
                }
            })
    }
}
