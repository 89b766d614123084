// SPDX-License-Identifier: Apache-2.0

/// The layout of a packet as data, which JSON, polling, inspection and fuzzing follow member by member (RMTP-030).
///
/// The codec is generated from the same `Spec/rmtp/packets.json` and does not use these tables.
package struct RMTPLayout: Sendable {
    /// The name of the packet in the testee protocol.
    package let name: String
    /// The type in the header.
    package let type: RMTPType
    /// The members in order; those that are bits of the flags are listed in their JSON position.
    package let members: [Member]

    /// The form of a member on the wire.
    package enum Kind: Hashable, Sendable {
        case number(bytes: Int)
        case text
        case rest
        /// A byte of flags that state which members follow.
        case flags
        case boolean
        case qos
    }

    /// A direction and a set of versions.
    package struct FormatScope: Sendable {
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

    package struct Member: Sendable {
        package let id: FrameMember
        package let kind: Kind
        /// The requirement that describes the member.
        package let requirement: String
        /// The only place in which the layout has the member, and the place in which it does not.
        let only: FormatScope?
        let except: FormatScope?
        /// The versions in which the body may end before this member without a deviation.
        package let mayEnd: [RMTPVersion]
        /// Whether the member is a bit of the flags and has no byte of its own.
        package let isBit: Bool
        /// Whether the member follows from the others and is therefore not part of a packet value.
        package let isHidden: Bool
        /// The flag that announces the member, or 0 if there is none.
        package let announcedBy: UInt8
        /// For flags, each bit with its meaning.
        package let bits: [(mask: UInt8, meaning: String)]
        /// The default value if JSON omits the member (RMTP-390).
        package let usual: FrameValue?
        /// Whether the member counts seconds since 1970.
        package let isTime: Bool
        /// The registry that defines the meaning of the member's values.
        package let registry: String?
        /// Whether JSON may have a larger number, whose low bits are written (RMTP-114).
        package let wraps: Bool

        init(
            _ id: FrameMember, _ kind: Kind, _ requirement: String, only: FormatScope? = nil,
            except: FormatScope? = nil,
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

        /// Returns whether the layout has the member in the given direction and version.
        package func isIn(_ format: RMTPFormat) -> Bool { only?.has(format) ?? true && !(except?.has(format) ?? false) }

        /// Returns whether polling, which has one layout for both directions, has the member in the given version.
        func isIn(_ version: RMTPVersion) -> Bool { only?.versions.contains(version) ?? true }

        /// For flags, the bits that have a meaning.
        package var known: UInt8 { bits.reduce(0) { $0 | $1.mask } }
    }

    /// Returns the member with the given name, or nil if there is none.
    package subscript(_ id: FrameMember) -> Member? { members.first { $0.id == id } }

    /// Returns the layout of a type, which is `data` alone if the type has no layout of its own (RMTP-013).
    package static func of(_ type: RMTPType) -> RMTPLayout {
        all.first { $0.type == type }
            ?? RMTPLayout(name: "TYPE\(type.rawValue)", type: type, members: [Member(.data, .rest, "RMTP-013")])
    }
}
