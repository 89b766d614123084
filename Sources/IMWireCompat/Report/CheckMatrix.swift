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
        /// The platform names the type without members or flags, so nothing was compared.
        case named
        /// The platform declares the type, and nothing was found.
        case clean
        /// The worst severity found, and the number of findings.
        case found(FindingSeverity, Int)

        /// A sign for the result that is legible without colour.
        package var sign: String {
            switch self {
            case .absent: "·"
            case .named: "o"
            case .clean: "ok"
            case .found(.losesData, let count): "✗\(count)"
            case .found(.tolerated, let count): "~\(count)"
            case .found(.cosmetic, let count): "-\(count)"
            }
        }
    }

    package init(_ check: CompatCheck, _ findings: [CompatFinding]) {
        platforms = check.manifests.map(\.platform)
        var cells: [FindingPlace: Cell] = [:]
        var names: Set<String> = []
        for manifest in check.manifests {
            for type in manifest.types {
                names.insert(type.objectName)
                let place = FindingPlace(type.objectName, manifest.platform)
                let isNamed = type.members == nil && type.flags.isEmpty
                if cells[place] == nil || !isNamed { cells[place] = isNamed ? .named : .clean }
            }
        }
        for finding in findings {
            for platform in CheckMatrix.platforms(of: finding) {
                // A place with a member and no type is in a common object, not in the type with the empty name.
                let places = finding.places.filter { !$0.objectName.isEmpty || $0.member.isEmpty }
                for name in Set(places.map(\.objectName)) {
                    let place = FindingPlace(name, platform)
                    switch cells[place] {
                    case .clean?, .named?: cells[place] = .found(finding.severity, 1)
                    case .found(let worst, let count)?:
                        cells[place] = .found(max(worst, finding.severity), count + 1)
                    case .absent?, nil: break
                    }
                }
            }
        }
        self.cells = cells
        self.names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the platforms that a finding applies to.
    package static func platforms(of finding: CompatFinding) -> [String] {
        finding.platform.split(separator: ", ").map(String.init)
    }

    /// Returns the result for a type on a platform.
    package subscript(_ name: String, _ platform: String) -> Cell {
        cells[FindingPlace(name, platform)] ?? .absent
    }
}
