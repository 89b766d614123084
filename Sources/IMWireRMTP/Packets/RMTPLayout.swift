// SPDX-License-Identifier: Apache-2.0

/// A packet's layout as data: JSON, polling, inspection and fuzzing follow it member by member (RMTP-030).
///
/// The codec itself is generated from the same `Spec/rmtp/packets.json`, and does not look here.
package struct RMTPLayout: Sendable {
    /// The name that the testee protocol has for the packet.
    package let name: String
    /// The type in the header.
    package let type: RMTPType
    /// The members in their order; those that are bits of the flags stand where JSON has them.
    package let members: [Member]

    /// What a member is on the wire.
    package enum Kind: Hashable, Sendable {
        case number(bytes: Int)
        case text
        case rest
        /// A byte that says what follows.
        case flags
        case boolean
        case qos
    }

    /// A direction and versions.
    package struct Place: Sendable {
        let direction: RMTPDirection?
        let versions: [RMTPVersion]

        init(_ direction: RMTPDirection?, _ versions: [RMTPVersion]) {
            self.direction = direction
            self.versions = versions
        }

        func has(_ format: RMTPFormat) -> Bool {
            direction ?? format.direction == format.direction && versions.contains(format.version)
        }
    }

    /// One member.
    package struct Member: Sendable {
        package let id: FrameMember
        package let kind: Kind
        /// The requirement that describes it.
        package let requirement: String
        /// Where alone the layout has it, and where it has not.
        let only: Place?
        let except: Place?
        /// The versions in which the body may end in front of it, without that being a deviation.
        package let mayEnd: [RMTPVersion]
        /// Whether it is a bit of the flags and has no byte of its own.
        package let isBit: Bool
        /// Whether it follows from the other members, and so is none of a packet.
        package let isHidden: Bool
        /// The flag that says that it follows; 0 where none does.
        package let announcedBy: UInt8
        /// Of flags: each bit with what it says.
        package let bits: [(mask: UInt8, meaning: String)]
        /// What it has where JSON leaves it out (RMTP-111).
        package let usual: FrameValue?
        /// Whether it counts seconds from 1970.
        package let isTime: Bool
        /// The registry that has the meaning of its numbers.
        package let registry: String?
        /// Whether JSON may have a larger number, whose low bits are written (RMTP-114).
        package let wraps: Bool

        init(
            _ id: FrameMember, _ kind: Kind, _ requirement: String, only: Place? = nil, except: Place? = nil,
            mayEnd: [RMTPVersion] = [], isBit: Bool = false, isHidden: Bool = false, announcedBy: UInt8 = 0,
            bits: [(mask: UInt8, meaning: String)] = [], usual: FrameValue? = nil, isTime: Bool = false,
            registry: String? = nil, wraps: Bool = false
        ) {
            self.id = id
            self.kind = kind
            self.requirement = requirement
            self.only = only
            self.except = except
            self.mayEnd = mayEnd
            self.isBit = isBit
            self.isHidden = isHidden
            self.announcedBy = announcedBy
            self.bits = bits
            self.usual = usual
            self.isTime = isTime
            self.registry = registry
            self.wraps = wraps
        }

        /// Whether the layout has the member in a direction and version.
        package func isIn(_ format: RMTPFormat) -> Bool { only?.has(format) ?? true && !(except?.has(format) ?? false) }

        /// Whether polling, which has one layout for both directions, has it in a version.
        func isIn(_ version: RMTPVersion) -> Bool { only?.versions.contains(version) ?? true }

        /// Of flags: the bits that have a meaning.
        package var known: UInt8 { bits.reduce(0) { $0 | $1.mask } }
    }

    /// The member of this name.
    package subscript(_ id: FrameMember) -> Member? { members.first { $0.id == id } }

    /// The layout of a type; nothing but the bytes where none is known (RMTP-013).
    package static func of(_ type: RMTPType) -> RMTPLayout {
        all.first { $0.type == type }
            ?? RMTPLayout(name: "TYPE\(type.rawValue)", type: type, members: [Member(.data, .rest, "RMTP-013")])
    }
}
