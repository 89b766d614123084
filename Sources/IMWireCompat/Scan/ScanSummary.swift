// SPDX-License-Identifier: Apache-2.0

import TextSupport
import ValueSupport

/// A summary of a scan of one platform: the numbers of what it read and what it did not read (CMP-061).
package struct ScanSummary: Sendable {
    /// The number of files read.
    package var files = 0
    /// The files and folders that look like source and were not read, by reason.
    package var skipped: [(reason: String, count: Int)] = []
    /// The files and folders that were excluded by rule, by reason.
    package var leftOut: [(reason: String, count: Int)] = []
    /// The number of types whose members are known.
    package var withMembers = 0
    /// The number of types whose members are unknown.
    package var withoutMembers = 0
    /// The number of names that are declared twice, differently.
    package var contradictions = 0
    /// The reason that the manifest says little or nothing; nil if it says enough.
    package var warning: String?

    /// Creates a summary of a scan's result for one platform.
    package init(_ result: ScanResult, _ manifest: Manifest) {
        files = result.files.values.reduce(0, +)
        skipped = ScanSummary.count(result.passedOver.map { (ScanSummary.reason($0.reason), 1) })
        leftOut = ScanSummary.count(result.leftOut.map { (ScanSummary.rule($0.key), $0.value) })
        var names: Set<String> = [], known: Set<String> = []
        for type in manifest.types {
            names.insert(type.objectName)
            if type.members != nil { known.insert(type.objectName) }
        }
        withMembers = known.count
        withoutMembers = names.count - known.count
        contradictions = Set(result.contradictions.map(\.objectName)).intersection(names).count
        warning = warning(result, manifest)
    }

    /// Returns a warning if nothing was found, or if most types have only a name.
    private func warning(_ result: ScanResult, _ manifest: Manifest) -> String? {
        let unread =
            result.unread.isEmpty
            ? "no objectName, registration or message was recognized"
            : "\(Words.count(result.unread.count, "place")) could not be read, the first at \(result.unread[0].file):"
                + "\(result.unread[0].line): \(result.unread[0].reason)"
        if withMembers + withoutMembers == 0 {
            return "no message type was found in \(Words.count(files, "file")): \(unread)"
        }
        guard withoutMembers > withMembers else { return nil }
        let notes = ScanSummary.count(
            manifest.types.filter { $0.members == nil }.map { type in
                let note = type.note ?? ""
                if note.hasSuffix("stands for the name") { return ("no class stands for the name", 1) }
                return (note.contains("by reflection") ? "built by reflection" : "the class lists none", 1)
            })
        let reasons = notes.map { "\($0.reason) (\($0.count))" }.joined(separator: ", ")
        return "the members of \(withoutMembers) of \(withMembers + withoutMembers) types are unknown: \(reasons)"
    }

    /// The summary on one line.
    ///
    /// For example: `13 files read, 1 skipped (too large 1), 2 left out (tests 2); 9 types: 8 with members, 1 without;
    /// 0 declared twice, differently`.
    package var line: String {
        func list(_ counts: [(reason: String, count: Int)]) -> String {
            counts.isEmpty
                ? "" : " (" + counts.map { "\($0.reason) \($0.count)" }.joined(separator: ", ") + ")"
        }
        func total(_ counts: [(reason: String, count: Int)]) -> Int { counts.reduce(0) { $0 + $1.count } }
        let types = withMembers + withoutMembers
        return "\(Words.count(files, "file")) read, \(total(skipped)) skipped\(list(skipped)),"
            + " \(total(leftOut)) left out\(list(leftOut)); \(Words.count(types, "type")):"
            + " \(withMembers) with members, \(withoutMembers) without;"
            + " \(contradictions) declared twice, differently"
    }

    private static func count(_ reasons: [(String, Int)]) -> [(reason: String, count: Int)] {
        Dictionary(reasons, uniquingKeysWith: +).ordered { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { (reason: $0.key, count: $0.value) }
    }

    /// Returns the kind of a reason to skip a file or folder, without its numbers.
    private static func reason(_ text: String) -> String {
        if text.contains("--max-file") { return "too large" }
        if text.hasPrefix("a link") { return "link" }
        if text.hasPrefix("not text") { return "not text" }
        if text.contains("folders deep") { return "too deep" }
        if text.hasSuffix(" tokens") { return "too many tokens" }
        return text.hasPrefix("no regular") ? "not a file" : "unreadable"
    }

    /// Returns the rule in parentheses at the end of the name of an exclusion.
    private static func rule(_ text: String) -> String {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return text }
        return String(text[text.index(after: open)...].dropLast())
    }
}
