// SPDX-License-Identifier: Apache-2.0

/// The note at findings about types that a scan only guessed, because no declaration gives the class a name (CMP-085).
enum GuessNote {
    /// Adds to the advice of each finding about a guessed type that the guess must be confirmed first.
    static func add(to findings: inout [CompatFinding], _ manifests: [Manifest]) {
        var guesses: [String: [String: String]] = [:]
        for manifest in manifests {
            for type in manifest.types where type.source?.certainty == .guess {
                guesses[manifest.platform, default: [:]][type.objectName] = type.className ?? ""
            }
        }
        guard !guesses.isEmpty else { return }
        for index in findings.indices {
            let platforms = "\(findings[index].platform),\(findings[index].other)".split(separator: ",")
            let names = platforms.compactMap { platform in
                guesses[platform.trimmed]?[findings[index].place.objectName]
            }
            guard let name = names.first else { continue }
            let type = name.isEmpty ? "The type" : "The type of “\(name)”"
            findings[index].advice = "\(type) was guessed: confirm it first. \(findings[index].advice)"
        }
    }
}

extension Substring {
    /// The text without the spaces at its start.
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
