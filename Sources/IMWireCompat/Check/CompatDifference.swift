// SPDX-License-Identifier: Apache-2.0

/// A difference between two sides at one place (CMP-021); differences of one cause form a finding (CMP-121).
package struct CompatDifference: Hashable, Sendable {
    /// The kind of difference.
    package var kind: FindingKind
    /// The id of the deviation, if the difference is a numbered one.
    package var deviation: String?
    /// The severity of the difference.
    package var severity: FindingSeverity
    /// The certainty of the weakest fact that was compared (CMP-120).
    package var certainty = FactSource.Certainty.sure
    /// The platforms at which the difference was found, in order; both sides if neither is known to be the one that
    /// differs (CMP-123).
    package var platforms: [String]
    /// The other side: `registry`, other platforms, or the same platform for duplicate declarations.
    package var against: [String]
    /// The type, member, object or enumeration.
    package var place: FindingPlace
    /// The claim of the platforms.
    package var left: String
    /// The claim of the other side.
    package var right: String
    /// The recommended action.
    package var advice: String
    /// The place of the platforms' claim.
    package var source: FactSource?
    /// The place of the other side's claim, and the platform whose tree has it.
    package var otherSource: OtherSource?
    /// Whether a typed decoder fails on the difference, so that the whole message is lost (CMP-045).
    package var failsDecoder = false
    /// The two sides of a difference of which neither is known to be the one that differs (CMP-123).
    package var sides: Sides?

    /// The place of a fact in the tree of another platform.
    package struct OtherSource: Hashable, Sendable {
        /// The platform that declares the fact.
        package var platform: String
        /// The place of the declaration.
        package var source: FactSource
    }

    /// The platforms of the two sides of a difference, in which both platforms and other side are both of them.
    package struct Sides: Hashable, Sendable {
        /// The platforms with the claim `left`.
        package var left: [String]
        /// The platforms with the claim `right`.
        package var right: [String]
    }

    /// The requirement for the comparison.
    package var requirement: String { kind.requirement }
    /// The id that identifies the finding: the deviation's, or otherwise the requirement's.
    package var id: String { deviation ?? requirement }
    /// The platforms in one text.
    package var platform: String { platforms.joined(separator: ", ") }
    /// The other side in one text.
    package var other: String { against.joined(separator: ", ") }
    /// The platforms whose claim is `left`, in one text.
    package var here: String { (sides?.left ?? platforms).joined(separator: ", ") }
    /// The platforms whose claim is `right`, in one text.
    package var there: String { (sides?.right ?? against).joined(separator: ", ") }
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
