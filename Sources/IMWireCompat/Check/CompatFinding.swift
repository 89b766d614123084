// SPDX-License-Identifier: Apache-2.0

/// The differences of one cause, at one or several places (CMP-121).
///
/// The id, the kind, the severity and the certainty are those of all differences; only types, members and platforms
/// differ, and in a numbered deviation the claims.
package struct CompatFinding: Hashable, Sendable {
    /// The differences, ordered by platform and place; there is at least one.
    package private(set) var differences: [CompatDifference]

    /// Creates a finding of the differences of one cause, or returns nil if there are none.
    package init?(_ differences: [CompatDifference]) {
        guard let first = differences.first else { return nil }
        self.differences = differences
        self.first = first
        places = differences.map(\.place)
        platforms = CompatFinding.union(differences.map(\.platforms))
        against = CompatFinding.union(differences.map(\.against))
    }

    /// The first difference, which represents the finding where one is shown.
    package let first: CompatDifference
    /// The place of each difference.
    package let places: [FindingPlace]
    /// The platforms at which the differences were found.
    package let platforms: [String]
    /// The other sides.
    package let against: [String]

    /// The kind of difference.
    package var kind: FindingKind { first.kind }
    /// The id of the deviation, if the difference is a numbered one.
    package var deviation: String? { first.deviation }
    /// The severity of the differences.
    package var severity: FindingSeverity { first.severity }
    /// The certainty of the differences (CMP-120).
    package var certainty: FactSource.Certainty { first.certainty }
    /// Whether the differences rest on a guess.
    package var isGuess: Bool { certainty == .guess }
    /// Whether a typed decoder fails on the differences (CMP-045).
    package var failsDecoder: Bool { first.failsDecoder }
    /// The requirement for the comparison.
    package var requirement: String { first.requirement }
    /// The id that identifies the finding: the deviation's, or otherwise the requirement's.
    package var id: String { first.id }
    /// The first place.
    package var place: FindingPlace { first.place }
    /// The platforms in one text.
    package var platform: String { platforms.joined(separator: ", ") }
    /// The other sides in one text.
    package var other: String { against.joined(separator: ", ") }
    /// The claim of the platforms at the first place.
    package var left: String { first.left }
    /// The claim of the other side at the first place.
    package var right: String { first.right }
    /// The recommended action at the first place.
    package var advice: String { first.advice }
    /// The place of the claim at the first place.
    package var source: FactSource? { first.source }
    /// The severity in words, with the certainty.
    package var words: String { severity.words(certainty) }

    /// Whether both claims are the same at all places.
    package var hasOneClaim: Bool { differences.allSatisfy { $0.left == left && $0.right == right } }
    /// Whether the advice is the same at all places.
    package var hasOneAdvice: Bool { differences.allSatisfy { $0.advice == advice } }

    /// Returns the part of the finding with the differences that satisfy a condition, or nil if there are none.
    package func filter(_ isIncluded: (CompatDifference) -> Bool) -> CompatFinding? {
        CompatFinding(differences.filter(isIncluded))
    }

    /// Returns the finding with its differences changed.
    func map(_ change: (CompatDifference) -> CompatDifference) -> CompatFinding? {
        CompatFinding(differences.map(change))
    }

    /// Returns names in the order of their bytes, each once.
    private static func union(_ names: [[String]]) -> [String] {
        if names.count == 1 { return names[0] }
        return Set(names.joined()).ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the findings that differences form, in the order of a report.
    static func findings(of differences: [CompatDifference]) -> [CompatFinding] {
        let ofObjects = Set(differences.filter { $0.place.objectName.isEmpty && $0.source != nil }.map(\.ofObject))
        var causes: [Cause: [CompatDifference]] = [:]
        for difference in differences {
            // The member of an object that occurs in many types is reported at the object only.
            if !difference.place.objectName.isEmpty, ofObjects.contains(difference.ofObject) { continue }
            causes[Cause(difference), default: []].append(difference)
        }
        return causes.values.compactMap { differences in
            var seen: Set<CompatDifference> = []
            return CompatFinding(differences.filter { seen.insert($0.key).inserted }.ordered(by: order))
        }.ordered(by: order)
    }

    /// What the differences of one cause have in common.
    private struct Cause: Hashable {
        let id: String
        let kind: FindingKind
        let severity: FindingSeverity
        let certainty: FactSource.Certainty
        let failsDecoder: Bool
        /// The claims and the advice, or the files of two declarations, which distinguish causes that have no number of their own.
        let texts: [String]

        init(_ difference: CompatDifference) {
            id = difference.id
            kind = difference.kind
            severity = difference.severity
            certainty = difference.certainty
            failsDecoder = difference.failsDecoder
            if difference.kind == .typeSplit {
                // The lines and the facts are those of one type, but two files are one cause.
                texts = [difference.source?.file ?? "", difference.otherSource?.source.file ?? ""]
            } else {
                texts = difference.deviation == nil ? [difference.left, difference.right, difference.advice] : []
            }
        }
    }

    private static func order(_ one: CompatDifference, _ other: CompatDifference) -> Bool {
        if one.platform != other.platform { return one.platform.utf8.lexicographicallyPrecedes(other.platform.utf8) }
        if one.place != other.place { return one.place < other.place }
        return (one.left, one.right, one.other, one.advice) < (other.left, other.right, other.other, other.advice)
    }

    private static func order(_ one: CompatFinding, _ other: CompatFinding) -> Bool {
        // What may be wrong comes behind what is there to see (CMP-120).
        if one.isGuess != other.isGuess { return other.isGuess }
        if one.severity != other.severity { return one.severity > other.severity }
        // A finding that makes a decoder fail loses the whole message, so it comes first (CMP-045).
        if one.failsDecoder != other.failsDecoder { return one.failsDecoder }
        if one.platform != other.platform { return one.platform.utf8.lexicographicallyPrecedes(other.platform.utf8) }
        if one.place != other.place { return one.place < other.place }
        if one.kind != other.kind { return position(one.kind) < position(other.kind) }
        if one.certainty != other.certainty { return one.certainty > other.certainty }
        return (one.left, one.right, one.id, one.advice) < (other.left, other.right, other.id, other.advice)
    }

    private static func position(_ kind: FindingKind) -> Int {
        FindingKind.allCases.firstIndex(of: kind) ?? 0
    }
}

extension CompatDifference {
    /// The difference at an object instead of a type that has it, whose declaration may be less certain.
    fileprivate var ofObject: CompatDifference {
        var difference = self
        difference.place.objectName = ""
        difference.certainty = .sure
        return difference
    }

    /// The difference without the places of its facts: a member that several declarations have differs once.
    fileprivate var key: CompatDifference {
        var key = self
        key.source = nil
        key.otherSource = nil
        return key
    }
}
