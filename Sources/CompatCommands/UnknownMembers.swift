// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireCompat

/// The types of a platform whose members are unknown, grouped by reason, each with what to do about it (CMP-141).
struct UnknownMembers {
    private enum Reason: Int, CaseIterable {
        case reflection, unread, absent
    }

    /// The name of the platform.
    let platform: String
    /// The folder of the platform's code.
    let folder: String
    private var types: [Reason: [String]] = [:]
    /// The first places where an encoder uses reflection.
    private var places: [String] = []
    private var classes: [String] = []
    private static let most = 5

    init(_ manifest: Manifest, folder: String) {
        platform = manifest.platform
        self.folder = folder
        var seen = Set(manifest.types.filter { $0.members != nil }.map(\.objectName))
        for type in manifest.types where type.members == nil && seen.insert(type.objectName).inserted {
            let note = type.note ?? ""
            let reason: Reason
            if let place = note.split(separator: " at ").last, note.contains("by reflection") {
                reason = .reflection
                if !places.contains(String(place)) { places.append(String(place)) }
            } else if let name = type.className {
                reason = .unread
                if !classes.contains(name) { classes.append(name) }
            } else {
                reason = .absent
            }
            types[reason, default: []].append(type.objectName)
        }
    }

    /// The lines of the report; none if the members of all types are known.
    var lines: [String] {
        let count = types.values.reduce(0) { $0 + $1.count }
        guard count > 0 else { return [] }
        var lines = ["\(TextLayout.shown(platform)): \(TextLayout.count(count, "type")) without members, not compared:"]
        for reason in Reason.allCases {
            guard let names = types[reason] else { continue }
            lines += TextLayout.wrap("\(UnknownMembers.list(names)): \(text(reason))", indent: 2)
            lines += TextLayout.wrap("do: \(advice(reason))", indent: 4)
        }
        return lines
    }

    private func text(_ reason: Reason) -> String {
        switch reason {
        case .reflection: "built by reflection at \(UnknownMembers.list(places))"
        case .unread: "no member could be read of \(UnknownMembers.list(classes))"
        case .absent: "no class in the folder stands for the name"
        }
    }

    private func advice(_ reason: Reason) -> String {
        let scan = "imwire compat scan \(TextLayout.path(folder)) --name \(TextLayout.shown(platform)) --output FILE"
        switch reason {
        case .reflection, .unread:
            return "list the members in a manifest (\(scan)), and name it as \"manifest\" in \(ProjectFile.fileName)"
        case .absent:
            return
                "widen \"folder\" if the class is elsewhere; if it is in a dependency, add --include-dependencies to "
                + "\(scan), and name FILE as \"manifest\""
        }
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(most).map { TextLayout.shown($0, limit: 100) }.joined(separator: ", ")
        return names.count > most ? "\(shown) and \(names.count - most) more" : shown
    }
}

#endif
