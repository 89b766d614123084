// SPDX-License-Identifier: Apache-2.0

/// A member of the JSON object that represents a packet in polling (RMTP-093).
package struct PollingMember: Sendable {
    package let id: FrameMember
    package let name: StaticString
    /// The widest form of the member in any packet.
    package let kind: RMTPLayout.Kind
    /// The packet types that have the member in polling only.
    private let also: [RMTPType]

    init(_ id: FrameMember, _ name: StaticString, _ kind: RMTPLayout.Kind, also: [RMTPType] = []) {
        self.id = id
        self.name = name
        self.kind = kind
        self.also = also
    }

    /// The header byte, which every object has.
    static let headerCode = PollingMember(.headerCode, "headerCode", .number(bytes: 1))
    private static let all = [headerCode] + RMTPLayout.polled

    var path: String { "/\(name)" }

    /// Creates the member with the given name, or returns nil if there is none.
    init?(_ name: String) {
        let found = PollingMember.all.first { member in
            member.name.withUTF8Buffer { buffer in unsafe name.utf8.elementsEqual(buffer) }
        }
        guard let found else { return nil }
        self = found
    }

    /// Returns whether packets of `type` have the member in `version`; false for ``headerCode``, which no layout lists.
    func belongs(to type: RMTPType, _ version: RMTPVersion) -> Bool {
        also.contains(type) || RMTPLayout.of(type)[id]?.isIn(version) ?? false
    }

    /// Returns the form of the member in packets of `type`, where a number may have fewer bytes.
    func kind(in type: RMTPType) -> RMTPLayout.Kind { RMTPLayout.of(type)[id]?.kind ?? kind }
}
