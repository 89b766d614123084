// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireCompat

/// A report of what a tree holds and what its project file names (CMP-140).
struct InitReport {
    let draft: ProjectDraft
    let result: ScanResult
    /// The path of the project file.
    let path: String
    /// Whether the file was written.
    let isWritten: Bool
    private static let most = 12

    func lines(_ style: Style) -> [String] {
        let head = ["platform", "folder", "files", "types", "members unknown"]
        let rows = draft.platforms.map { platform in
            [
                platform.entry.name, TextLayout.shown(platform.entry.folder ?? ".", limit: 60),
                TextLayout.grouped(platform.files), TextLayout.grouped(platform.types),
                TextLayout.grouped(platform.unknown),
            ]
        }
        var lines = TextLayout.columns([head] + rows)
        lines[0] = style.bold(lines[0])
        lines.append("")
        lines.append("own names: " + (names.isEmpty ? "none" : names))
        if !draft.typeless.isEmpty {
            let list = draft.typeless.map { "\($0.platform.rawValue) (\(TextLayout.count($0.files, "file")))" }
            lines += TextLayout.wrap("without types, and not included: " + list.joined(separator: ", "))
        }
        if !result.leftOut.isEmpty { lines += TextLayout.wrap("left out: " + InitReport.leftOut(result)) }
        if !result.passedOver.isEmpty {
            lines.append("skipped: \(TextLayout.count(result.passedOver.count, "file or folder", "files and folders"))")
        }
        if !result.onlySecondary.isEmpty {
            lines.append(
                "only in documentation, examples or old releases: "
                    + TextLayout.count(result.onlySecondary.count, "name"))
        }
        if !draft.doubts.isEmpty {
            lines.append("uncertain:")
            for doubt in draft.doubts.prefix(InitReport.most) {
                lines.append("  " + TextLayout.shown(doubt, limit: 200))
            }
            if draft.doubts.count > InitReport.most {
                lines.append("  and \(draft.doubts.count - InitReport.most) more")
            }
        }
        lines.append("")
        return lines + ending
    }

    /// The globs of own names, each with its number of types.
    private var names: String {
        let shown = draft.own.prefix(InitReport.most).map { own in
            own.glob.hasSuffix(":*")
                ? "\(TextLayout.shown(own.glob)) (\(TextLayout.count(own.types, "type")))" : TextLayout.shown(own.glob)
        }
        let rest = draft.own.count > shown.count ? " and \(draft.own.count - shown.count) more" : ""
        return shown.joined(separator: ", ") + rest
    }

    /// Returns the files and folders that were left out, by name.
    private static func leftOut(_ result: ScanResult) -> String {
        let all = result.leftOut.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let shown = all.prefix(6).map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
        return shown.joined(separator: ", ") + (all.count > 6 ? " and \(all.count - 6) more" : "")
    }

    private var ending: [String] {
        guard isWritten else {
            return ["would write \(TextLayout.path(path)):"]
                + draft.project.json.split(separator: "\n").map(String.init)
        }
        let command =
            path == ProjectFile.fileName ? "imwire compat" : "imwire compat --project \(TextLayout.path(path))"
        return ["wrote \(TextLayout.path(path)); \(command) checks these platforms"]
    }

    var json: String {
        let platforms = draft.platforms.map { platform in
            RawJSON.object([
                "name": platform.entry.name, "folder": platform.entry.folder, "files": platform.files,
                "types": platform.types, "unknownMembers": platform.unknown,
            ])
        }
        let own = draft.own.map { RawJSON.object(["glob": $0.glob, "types": $0.types]) }
        let leftOut = result.leftOut.sorted { $0.key < $1.key }.map { (name: $0.key, value: RawJSON.integer($0.value)) }
        let object = RawJSON.object([
            "file": path, "written": isWritten, "platforms": platforms,
            "withoutTypes": draft.typeless.map(\.platform.rawValue), "own": own, "leftOut": RawJSON.object(leftOut),
            "skipped": result.passedOver.count, "uncertain": draft.doubts, "project": draft.project.object,
        ])
        return object.text + "\n"
    }
}

#endif
