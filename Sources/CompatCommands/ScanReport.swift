// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireCompat

/// A scan report for people: a table of the types, and a list of everything that was not read.
struct ScanReport {
    let result: ScanResult
    let manifest: Manifest
    let platform: ScanPlatform
    let found: [(platform: ScanPlatform, types: Int)]
    let summary: ScanSummary
    private static let most = 20

    func lines(_ style: Style) -> [String] {
        var lines: [String] = []
        let files = result.files.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .map { "\(TextLayout.grouped($0.value)) \($0.key.rawValue)" }.joined(separator: ", ")
        lines.append(style.bold(manifest.platform) + ": \(TextLayout.count(manifest.types.count, "type")) in \(files)")
        lines.append("")
        if !manifest.types.isEmpty {
            let head = ["objectName", "class", "flags", "members", "certainty", "source"]
            for (index, line) in TextLayout.columns([head] + manifest.types.map(row)).enumerated() {
                lines.append(index == 0 ? style.bold(line) : line)
            }
            lines.append("")
        }
        lines += unknown
        for enumeration in manifest.enumerations {
            let values = enumeration.values.map { value in
                "\(TextLayout.shown(value.name)) \(value.number.map(String.init) ?? value.text ?? "?")"
            }
            let head =
                "\(TextLayout.shown(enumeration.className ?? enumeration.name)) (\(ScanReport.place(enumeration.source))):"
            lines += TextLayout.wrap(head + " " + values.joined(separator: ", "))
        }
        if !manifest.enumerations.isEmpty { lines.append("") }
        lines += ScanReport.remarks(result, platform, found)
        // The summary is one line so that a log can be searched for it (CMP-061).
        lines.append(TextLayout.path(summary.line))
        return lines
    }

    /// The types whose members are unknown, each with its reason (CMP-060).
    private var unknown: [String] {
        let types = manifest.types.filter { $0.members == nil }
        if types.isEmpty { return [] }
        var lines = ["members unknown:"]
        for type in types.prefix(ScanReport.most) {
            let note = (type.note ?? "").replacing("members unknown: ", with: "")
            lines.append("  \(TextLayout.shown(type.objectName)): \(TextLayout.shown(note, limit: 200))")
        }
        if types.count > ScanReport.most { lines.append("  and \(types.count - ScanReport.most) more") }
        return lines + [""]
    }

    private func row(_ type: ManifestType) -> [String] {
        let members = (type.members ?? []).map(\.name).joined(separator: " ")
        return [
            TextLayout.shown(type.objectName), TextLayout.shown(type.className ?? "-"),
            type.flags.first.map(ScanReport.text) ?? "-", members.isEmpty ? "-" : TextLayout.shown(members, limit: 60),
            weakest(type).rawValue, ScanReport.place(type.source),
        ]
    }

    /// Returns the lowest certainty among the facts about a type.
    private func weakest(_ type: ManifestType) -> FactSource.Certainty {
        let all = [type.source?.certainty] + (type.members ?? []).map { $0.source?.certainty }
        if all.contains(.guess) { return .guess }
        return all.contains(.likely) ? .likely : .sure
    }

    private static func place(_ source: FactSource?) -> String {
        guard let source else { return "-" }
        let file = TextLayout.shown(source.file, limit: 160)
        return source.line.map { "\(file):\($0)" } ?? file
    }

    private static func text(_ flags: ManifestFlags) -> String {
        if let value = flags.value {
            switch value {
            case 0: return "none (0)"
            case 1: return "persisted (1)"
            case 3: return "counted (3)"
            case 16: return "status (16)"
            default: return String(value)
            }
        }
        switch (flags.persisted, flags.counted) {
        case (true?, true?): return "counted (3)"
        case (true?, _): return "persisted (1)"
        case (false?, true?): return "counted, not persisted (2)"
        default: return "none (0)"
        }
    }

    /// Returns the names that are declared twice, differently.
    private static func contradictions(_ result: ScanResult) -> [String] {
        guard !result.contradictions.isEmpty else { return [] }
        var lines = ["conflicting declarations (the manifest has both):"]
        for one in result.contradictions.prefix(most) {
            lines.append(
                "  \(TextLayout.shown(one.objectName)): \(place(one.first)) and \(place(one.second)): "
                    + TextLayout.shown(one.differences.joined(separator: "; "), limit: 200))
        }
        if result.contradictions.count > most { lines.append("  and \(result.contradictions.count - most) more") }
        return lines
    }

    /// Returns remarks on what was not read, and on other platforms in the tree.
    static func remarks(
        _ result: ScanResult, _ platform: ScanPlatform, _ found: [(platform: ScanPlatform, types: Int)]
    ) -> [String] {
        var lines: [String] = []
        if !result.unread.isEmpty {
            lines.append("could not read \(TextLayout.count(result.unread.count, "place")):")
            for place in result.unread.prefix(most) {
                lines.append(
                    "  \(TextLayout.shown(place.file, limit: 160)):\(place.line): \(TextLayout.shown(place.reason, limit: 120))"
                )
            }
            if result.unread.count > most {
                lines.append("  and \(result.unread.count - most) more; --format json has all")
            }
        }
        lines += contradictions(result)
        lines += skipped(result)
        // If the tree distinguishes platforms of one language, the others are listed although they share that language.
        let isDistinct = result.platforms.values.contains(platform)
        let others = found.filter {
            $0.platform != platform && (isDistinct || !$0.platform.languages.isSubset(of: platform.languages))
        }
        if !others.isEmpty {
            let list = others.map { "\($0.platform.rawValue) (\($0.types))" }.joined(separator: ", ")
            lines += TextLayout.wrap(
                "Types of other platforms are here too: \(list). Scan again with --platform for each.")
        }
        return lines + remainder(result).flatMap { TextLayout.wrap($0) }
    }

    /// Returns the reason that there is nothing to report: what the folder holds instead of source code, and what was
    /// skipped.
    static func nothing(in folder: String, for platform: ScanPlatform?, _ result: ScanResult) -> String {
        let wanted = platform.map { " for \($0.rawValue)" } ?? ""
        let title = "\(TextLayout.path(folder)) holds no source code that is read\(wanted)"
        return ([title] + skipped(result) + remainder(result)).joined(separator: "\n  ")
    }

    /// Returns one line for each path that was skipped, with the reason.
    private static func skipped(_ result: ScanResult) -> [String] {
        var lines: [String] = []
        for path in result.passedOver.prefix(most) {
            lines.append("skipped \(TextLayout.shown(path.path, limit: 120)): \(path.reason)")
        }
        if result.passedOver.count > most {
            lines.append("skipped \(TextLayout.grouped(result.passedOver.count - most)) more")
        }
        return lines
    }

    /// Returns one line each for excluded files, superseded files, superseded names, and files that are not source
    /// code.
    private static func remainder(_ result: ScanResult) -> [String] {
        var lines: [String] = []
        if result.hasOnlyTests { lines.append("only tests declare types, so they were read") }
        if !result.leftOut.isEmpty { lines.append("left out: " + leftOut(result)) }
        if result.givingWay > 0 {
            lines.append(
                "giving way to sources: \(TextLayout.count(result.givingWay, "file")) of documentation, examples, old "
                    + "releases or bundles")
        }
        if !result.onlySecondary.isEmpty {
            let names = result.onlySecondary.prefix(12).map { TextLayout.shown($0) }.joined(separator: ", ")
            let rest = result.onlySecondary.count > 12 ? " and \(result.onlySecondary.count - 12) more" : ""
            lines.append("only in documentation, examples or old releases, and not listed: \(names)\(rest)")
        }
        if !result.others.isEmpty {
            let kinds = result.others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8)
                .map { "\($0.value) \(TextLayout.shown($0.key))" }.joined(separator: ", ")
            let total = result.others.values.reduce(0, +)
            lines.append("not source code: \(TextLayout.count(total, "file")) (\(kinds))")
        }
        return lines
    }

    /// Returns a description of the files and folders that were excluded.
    static func leftOut(_ result: ScanResult) -> String {
        result.leftOut.sorted { $0.key < $1.key }.prefix(12).map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
            .joined(separator: ", ") + "; --include-tests, --include-dependencies and --include-build read them"
    }
}

#endif
