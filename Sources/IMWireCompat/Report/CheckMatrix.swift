// SPDX-License-Identifier: Apache-2.0

/// A matrix of types and platforms, which shows the result for each type on each platform.
package struct CheckMatrix: Sendable {
    package let platforms: [String]
    /// The types that at least one platform declares, ordered by name; an empty name comes first.
    package let names: [String]
    private let cells: [FindingPlace: Cell]

    /// The result for a type on a platform.
    package enum Cell: Hashable, Sendable {
        /// The platform does not declare the type.
        case absent
        /// The platform declares the type, its members are not known, and nothing was found (CMP-122).
        case unknown
        /// The platform declares the type, its flags are not known although those of other types are, and nothing was
        /// found.
        case partlyKnown
        /// The platform declares the type, and nothing was found.
        case clean
        /// Only guesses were found, with their number, which is 0 if the declaration itself is one.
        case guessed(Int)
        /// The worst severity found, the number of differences, and whether the members are known.
        case found(FindingSeverity, Int, isKnown: Bool)

        /// A sign for the result that is legible without color.
        package var sign: String {
            switch self {
            case .absent: "·"
            case .unknown: "?"
            case .partlyKnown: "ok?"
            case .clean: "ok"
            case .guessed(let count): count == 0 ? "(ok)" : "(\(count))"
            case .found(.losesData, let count, let isKnown): "✗\(count)" + (isKnown ? "" : "?")
            case .found(.tolerated, let count, let isKnown): "~\(count)" + (isKnown ? "" : "?")
            case .found(.cosmetic, let count, let isKnown): "-\(count)" + (isKnown ? "" : "?")
            }
        }
    }

    /// Returns the meaning of the signs, for a line below the matrix; `found` is what `ok` means.
    static func legend(_ found: String) -> String {
        "ok \(found), ok? flags not known, ? members not known, ✗ loses data, ~ tolerated, - cosmetic,"
            + " (n) or (ok) guesses only, · not declared"
    }

    package init(_ check: CompatCheck, _ findings: [CompatFinding]) {
        platforms = check.manifests.map(\.platform)
        var cells: [FindingPlace: Cell] = [:]
        var names: Set<String> = []
        for manifest in check.manifests {
            // A platform that declares no flags at all has none to compare.
            let hasFlags = manifest.types.contains { !$0.flags.isEmpty }
            for type in manifest.types {
                names.insert(type.objectName)
                let place = FindingPlace(type.objectName, manifest.platform)
                let cell: Cell =
                    if type.members == nil {
                        .unknown
                    } else if type.source?.certainty == .guess {
                        .guessed(0)
                    } else {
                        hasFlags && type.flags.isEmpty ? .partlyKnown : .clean
                    }
                // Of several declarations, the one that is known best counts.
                switch (cells[place], cell) {
                case (nil, _), (.unknown?, _), (.guessed?, .partlyKnown), (.guessed?, .clean), (.partlyKnown?, .clean):
                    cells[place] = cell
                default: break
                }
            }
        }
        // Guesses come last, so that they count only where nothing else was found.
        for difference in findings.flatMap(\.differences) {
            // A place with a member and no type is in a common object, not in the type with the empty name.
            if difference.place.objectName.isEmpty && !difference.place.member.isEmpty { continue }
            // A difference between two names is in the row of either name.
            let isOfNames = difference.sides != nil && [.nameCase, .nameNear].contains(difference.kind)
            let names = [difference.place.objectName] + (isOfNames ? [difference.right] : [])
            for platform in difference.platforms {
                for name in names {
                    let place = FindingPlace(name, platform)
                    if let cell = cells[place] { cells[place] = CheckMatrix.adding(difference, to: cell) }
                }
            }
        }
        self.cells = cells
        self.names = names.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func adding(_ difference: CompatDifference, to cell: Cell) -> Cell {
        let isGuess = difference.certainty == .guess
        switch cell {
        case .absent: return .absent
        case .found(let worst, let count, let isKnown):
            return isGuess ? cell : .found(max(worst, difference.severity), count + 1, isKnown: isKnown)
        case .guessed(let count) where isGuess: return .guessed(count + 1)
        case .unknown, .partlyKnown, .clean, .guessed:
            return isGuess ? .guessed(1) : .found(difference.severity, 1, isKnown: cell != .unknown)
        }
    }

    /// Returns the result for a type on a platform.
    package subscript(_ name: String, _ platform: String) -> Cell {
        cells[FindingPlace(name, platform)] ?? .absent
    }
}
