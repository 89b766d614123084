// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireCompat
import IMWireSpec
import Platform
import ValueSupport

/// A report of the deviations and errors in a platform's traffic.
struct PayloadReport {
    private let count: PayloadCounts
    /// The deviations known of the platform.
    let known: Set<String>
    /// The unknown types by name, each with its number of lines.
    private let unknownTypes: [(name: ObjectName, lines: Int, verdict: UnknownType)]
    private let catalog = Dictionary(
        SpecDeviation.all.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })

    init(_ count: PayloadCounts, known: Set<String>, registry: ContentRegistry = .builtIn) {
        self.count = count
        self.known = known
        unknownTypes = count.types.compactMap { name, lines in
            registry[name] == nil
                ? (name: name, lines: lines, verdict: UnknownType(name.rawValue, in: registry)) : nil
        }.sorted { $0.name.rawValue.utf8.lexicographicallyPrecedes($1.name.rawValue.utf8) }
    }

    /// Writes the report, and ends the command with an exit code for what was found.
    func emit(_ report: ReportOptions<OutputFormat>, strict: Bool, _ exit: ToolExit) throws {
        try report.emit { form, style in form == .json ? json : text(style) }
        let isDoubtful = count.deviating > 0 || unknownTypes.contains(where: \.verdict.isSuspect)
        let isFound = hasNew || count.refused > 0 || !count.minified.isEmpty || (strict && isDoubtful)
        try ToolExit.worse(exit, isFound ? .findings : .clean).finish()
    }

    /// Whether the traffic has a deviation that is not known of this platform.
    var hasNew: Bool { count.rows.keys.contains { !$0.isError && !known.contains($0.id) } }

    /// Returns the deviations that the specification lists as seen from a platform.
    static func deviations(seenFrom platform: String) -> Set<String> {
        Set(SpecDeviation.all.filter { senders($0).contains(platform) }.map(\.id))
    }

    /// The names of all platforms in the specification.
    static var platforms: [String] {
        Set(SpecDeviation.all.flatMap(senders)).sorted()
    }

    /// Returns the platforms in a `Seen from` (CMP-053); prose follows a semicolon, and a name contains no space.
    private static func senders(_ deviation: SpecDeviation) -> [String] {
        let names = deviation.seenFrom.prefix { $0 != ";" }
        return names.split(separator: ", ").filter { !$0.contains(" ") }.map(String.init)
    }

    /// The rows: errors first, then new deviations, then known ones, each by descending count.
    private var sorted: [(key: PayloadCounts.Key, row: PayloadCounts.Row)] {
        count.rows.map { (key: $0.key, row: $0.value) }.sorted { one, other in
            func rank(_ key: PayloadCounts.Key) -> Int { key.isError ? 0 : known.contains(key.id) ? 2 : 1 }
            if rank(one.key) != rank(other.key) { return rank(one.key) < rank(other.key) }
            if one.row.count != other.row.count { return one.row.count > other.row.count }
            return (one.key.id, one.key.objectName, one.key.path) < (other.key.id, other.key.objectName, other.key.path)
        }
    }

    private func state(_ key: PayloadCounts.Key) -> String {
        key.isError ? "error" : known.contains(key.id) ? "known" : "new"
    }

    private func title(_ key: PayloadCounts.Key) -> String {
        key.isError ? "refused" : catalog[key.id] ?? "not in the specification"
    }

    // MARK: Text

    func text(_ style: Style) -> String {
        var rows = [["id", "state", "lines", "share", "type", "where", "first line", "at byte", "what"]]
        for (key, row) in sorted {
            rows.append([
                key.id, state(key), TextLayout.grouped(row.count), share(row.count),
                key.objectName.isEmpty ? "-" : TextLayout.shown(key.objectName), key.path.isEmpty ? "-" : key.path,
                row.file.map { "\(TextLayout.path($0)):\(row.line)" } ?? TextLayout.grouped(row.line),
                TextLayout.grouped(row.offset), title(key),
            ])
        }
        var text = ""
        for (index, line) in TextLayout.columns(rows).enumerated() where rows.count > 1 {
            let state = index > 0 ? rows[index][1] : ""
            text +=
                state == "error"
                ? style.red(line) : state == "new" ? style.yellow(line) : state == "" ? style.bold(line) : line
            text += "\n"
        }
        for type in unknownTypes where type.verdict.isSuspect {
            let name = TextLayout.shown(type.name.rawValue)
            text +=
                "\(style.yellow("unknown type")) \(name), \(TextLayout.count(type.lines, "line"))\(type.verdict.hint)\n"
        }
        for (name, row) in minified {
            let place = row.file.map { "\(TextLayout.path($0)):\(row.line)" } ?? "line \(TextLayout.grouped(row.line))"
            text +=
                "\(style.yellow("probably minified")) \(TextLayout.shown(name)), \(TextLayout.count(row.count, "line")), "
                + "the first at \(place): all members have names such as a and b (CMP-138)\n"
        }
        if !text.isEmpty { text += "\n" }
        return text + summary(style) + "\n"
    }

    /// The types whose contents are probably minified, by name.
    private var minified: [(name: String, row: PayloadCounts.Row)] {
        count.minified.map { (name: $0.key.rawValue, row: $0.value) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private func summary(_ style: Style) -> String {
        let ids = Set(count.rows.keys.filter { !$0.isError }.map(\.id))
        let new = ids.subtracting(known)
        let unknown = unknownTypes.reduce(count.otherTypes) { $0 + $1.lines }
        let parts = [
            TextLayout.count(count.lines, "line"),
            TextLayout.count(count.types.count, "type") + (count.otherTypes > 0 ? " and more" : ""),
            "\(TextLayout.grouped(count.deviating)) with deviations",
            unknown > 0 ? "\(TextLayout.grouped(unknown)) of unknown types" : nil,
            TextLayout.count(count.refused, "error"),
            "\(ids.count - new.count) known and \(new.count) new \(ids.count == 1 ? "deviation" : "deviations")",
        ]
        return "\(TextLayout.shown(count.platform)): \(parts.compactMap(\.self).joined(separator: ", "))"
    }

    /// Returns a share of the lines in tenths of a percent, rounded down, or `<0.1%` if that would be zero.
    private func share(_ number: Int) -> String {
        guard count.lines > 0 else { return "-" }
        let tenths = number * 1000 / count.lines
        return tenths == 0 ? "<0.1%" : "\(tenths / 10).\(tenths % 10)%"
    }

    // MARK: JSON

    var json: String {
        let types = count.types.map { (name: $0.key.rawValue, value: RawJSON.integer($0.value)) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let unknown = unknownTypes.map { type in
            RawJSON.object([
                "objectName": type.name.rawValue, "status": "unknown", "lines": type.lines,
                "suggestion": type.verdict.suggestion,
            ])
        }
        let rows = sorted.map { key, row in
            RawJSON.object([
                "id": key.id, "state": state(key), "lines": row.count,
                "objectName": key.objectName.isEmpty ? nil : key.objectName, "path": key.path,
                "first": RawJSON.object(["file": row.file, "line": row.line, "offset": row.offset]),
                "title": title(key),
            ])
        }
        let minified = minified.map { name, row in
            RawJSON.object([
                "id": "CMP-138", "objectName": name, "lines": row.count,
                "first": RawJSON.object(["file": row.file, "line": row.line]),
            ])
        }
        let report = RawJSON.object([
            "platform": count.platform, "lines": count.lines, "deviating": count.deviating, "refused": count.refused,
            "types": RawJSON.object(types), "otherTypes": count.otherTypes, "unknownTypes": unknown, "rows": rows,
            "minified": minified.isEmpty ? nil : minified,
        ])
        return report.text + "\n"
    }
}

#endif
