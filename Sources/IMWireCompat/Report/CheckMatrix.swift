// SPDX-License-Identifier: Apache-2.0

/// Types against platforms: how each platform stands to each type.
package struct CheckMatrix: Sendable {
    /// The platforms.
    package let platforms: [String]
    /// The types that at least one platform declares, ordered by name; an empty name comes first.
    package let names: [String]
    private let cells: [Finding.Place: Cell]

    /// How a platform stands to a type.
    package enum Cell: Hashable, Sendable {
        /// It does not declare the type.
        case absent
        /// It names the type and says no more, so there was nothing to compare.
        case named
        /// It declares the type, and nothing was found.
        case clean
        /// The worst of what was found, and how many findings there are.
        case found(Finding.Severity, Int)

        /// A sign for it that needs no colour.
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

    /// Lays out findings of a check.
    package init(_ check: CompatCheck, _ findings: [Finding]) {
        platforms = check.manifests.map(\.platform)
        var cells: [Finding.Place: Cell] = [:]
        var names: Set<String> = []
        for manifest in check.manifests {
            for type in manifest.types {
                names.insert(type.objectName)
                let place = Finding.Place(type.objectName, manifest.platform)
                let isNamed = type.members == nil && type.flags.isEmpty
                if cells[place] == nil || !isNamed { cells[place] = isNamed ? .named : .clean }
            }
        }
        for finding in findings {
            for platform in CheckMatrix.platforms(of: finding) {
                // A member without a type belongs to a common object, not to the type with the empty name.
                let places = finding.places.filter { !$0.objectName.isEmpty || $0.member.isEmpty }
                for name in Set(places.map(\.objectName)) {
                    let place = Finding.Place(name, platform)
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

    /// The platforms that a finding is about.
    package static func platforms(of finding: Finding) -> [String] {
        finding.platform.split(separator: ", ").map(String.init)
    }

    /// How a platform stands to a type.
    package subscript(_ name: String, _ platform: String) -> Cell {
        cells[Finding.Place(name, platform)] ?? .absent
    }
}
