// SPDX-License-Identifier: Apache-2.0

/// Something that two sides see differently (CMP-021).
package struct Finding: Hashable, Sendable {
    /// What kind of difference it is.
    package var kind: Kind
    /// The deviation that it is, where it has a number.
    package var deviation: String?
    /// How bad it is.
    package var severity: Severity
    /// The platform that it was found at.
    package var platform: String
    /// What it was compared with: `registry`, or other platforms.
    package var other: String
    /// Where it shows: one place, or several for a difference that repeats.
    package var places: [Place]
    /// What the platform says.
    package var left: String
    /// What the other side says.
    package var right: String
    /// What to do.
    package var advice: String
    /// Where the platform says it.
    package var source: FactSource?
    /// Whether a typed decoder fails on it, so that the whole message is lost (CMP-045).
    package var failsDecoder = false

    /// An objectName, a member, an object or an enumeration; empty parts do not matter.
    package struct Place: Hashable, Sendable, Comparable {
        /// The type; empty for what belongs to none.
        package var objectName: String
        /// The member, with dots for members in it; or the constant of an enumeration.
        package var member: String

        /// Takes both.
        package init(_ objectName: String, _ member: String = "") {
            self.objectName = objectName
            self.member = member
        }

        /// Both in one text, such as `RC:TxtMsg user.icon`.
        package var text: String {
            [objectName, member].filter { !$0.isEmpty }.joined(separator: " ")
        }

        /// By name, then by member, byte by byte.
        package static func < (one: Place, other: Place) -> Bool {
            if one.objectName != other.objectName {
                return one.objectName.utf8.lexicographicallyPrecedes(other.objectName.utf8)
            }
            return one.member.utf8.lexicographicallyPrecedes(other.member.utf8)
        }
    }

    /// How bad a difference is.
    package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Nothing is lost: it reads badly, or is a trap for the next one.
        case cosmetic
        /// A lenient reader copes.
        case tolerated
        /// Somebody does not get what was sent.
        case losesData = "loses-data"

        /// In words.
        package var words: String {
            self == .losesData ? "loses data" : rawValue
        }

        package static func < (one: Severity, other: Severity) -> Bool {
            allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
        }
    }

    /// The requirement that asks for the comparison.
    package var requirement: String { kind.requirement }
    /// The id that stands before everything else: the deviation's where it has one.
    package var id: String { deviation ?? requirement }
    /// The first place.
    package var place: Place { places.first ?? Place("") }
}
