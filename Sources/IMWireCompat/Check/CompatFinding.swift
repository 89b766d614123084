// SPDX-License-Identifier: Apache-2.0

/// A difference between two sides (CMP-021).
package struct CompatFinding: Hashable, Sendable {
    /// The kind of difference.
    package var kind: FindingKind
    /// The id of the deviation, if the difference is a numbered one.
    package var deviation: String?
    /// The severity of the difference.
    package var severity: FindingSeverity
    /// The platform at which the difference was found, or several separated by commas.
    package var platform: String
    /// The other side: `registry`, other platforms, or the same platform for duplicate declarations.
    package var other: String
    /// The places of the difference: one, or several if it repeats.
    package var places: [FindingPlace]
    /// The claim of the platform.
    package var left: String
    /// The claim of the other side.
    package var right: String
    /// The recommended action.
    package var advice: String
    /// The place of the platform's claim.
    package var source: FactSource?
    /// Whether a typed decoder fails on the difference, so that the whole message is lost (CMP-045).
    package var failsDecoder = false

    /// The requirement for the comparison.
    package var requirement: String { kind.requirement }
    /// The id that identifies the finding: the deviation's, or otherwise the requirement's.
    package var id: String { deviation ?? requirement }
    package var place: FindingPlace { places.first ?? FindingPlace("") }
}

/// A type, a member, an object or an enumeration; an empty part is ignored.
package struct FindingPlace: Hashable, Sendable, Comparable {
    /// The type or the enumeration; empty if there is none.
    package var objectName: String
    /// The member, with dots before nested members, or the constant of an enumeration.
    package var member: String

    /// Creates a place.
    package init(_ objectName: String, _ member: String = "") {
        self.objectName = objectName
        self.member = member
    }

    /// The name and the member in one text, such as `RC:TxtMsg user.icon`.
    package var text: String {
        [objectName, member].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Orders places by name and then by member, byte by byte.
    package static func < (one: FindingPlace, other: FindingPlace) -> Bool {
        if one.objectName != other.objectName {
            return one.objectName.utf8.lexicographicallyPrecedes(other.objectName.utf8)
        }
        return one.member.utf8.lexicographicallyPrecedes(other.member.utf8)
    }
}

/// The severity of a difference.
package enum FindingSeverity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing is lost: the declaration is hard to read, or may mislead a later change.
    case cosmetic
    /// A lenient reader copes with the difference.
    case tolerated
    /// A receiver does not get what was sent.
    case losesData = "loses-data"

    /// The severity in words.
    package var words: String {
        self == .losesData ? "loses data" : rawValue
    }

    package static func < (one: FindingSeverity, other: FindingSeverity) -> Bool {
        allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
    }
}
