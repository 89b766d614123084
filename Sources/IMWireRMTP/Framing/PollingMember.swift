// SPDX-License-Identifier: Apache-2.0

/// A member of an object that is a packet where frames are polled (RMTP-093).
package struct PollingMember: Sendable {
    /// Which member of a packet it is.
    package let id: FrameMember
    /// The name on the wire.
    package let name: StaticString
    /// The widest form that it has in any packet.
    package let kind: RMTPLayout.Kind
    /// Packets that have it in polling alone.
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

    /// The place in errors and deviations.
    var path: String { "/\(name)" }

    /// The member of this name; nil where it is none.
    init?(_ name: String) {
        let found = PollingMember.all.first { member in
            member.name.withUTF8Buffer { buffer in unsafe name.utf8.elementsEqual(buffer) }
        }
        guard let found else { return nil }
        self = found
    }

    /// Whether packets of a type have the member besides the header byte.
    func belongs(to type: RMTPType, _ version: RMTPVersion) -> Bool {
        also.contains(type) || RMTPLayout.of(type)[id]?.isIn(version) ?? false
    }

    /// What the member is in packets of a type, whose numbers may have fewer bytes.
    func kind(in type: RMTPType) -> RMTPLayout.Kind { RMTPLayout.of(type)[id]?.kind ?? kind }
}
