// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport
import ValueSupport

/// A list of accepted findings, each with a reason, an owner and an expiry date (CMP-070).
package struct Baseline: Hashable, Sendable {
    /// The version of the format.
    package static let version = 1

    /// The entries, in the order of the file.
    package var entries: [Entry] = []

    /// Creates an empty baseline.
    package init() {}

    /// An entry that accepts findings; `*` in a pattern stands for any characters.
    package struct Entry: Hashable, Sendable {
        /// The pattern of the id of a deviation or requirement.
        package var id = ""
        /// The pattern of the platform; nil for any.
        package var platform: String?
        /// The pattern of the type or the enumeration; nil for any.
        package var objectName: String?
        /// The pattern of the member; nil for any.
        package var member: String?
        /// The worst severity that is accepted; nil for any.
        package var severity: FindingSeverity?
        /// The highest certainty that is accepted; nil for any.
        package var certainty: FactSource.Certainty?
        /// The reason for accepting the finding.
        package var reason = ""
        /// The person or team responsible for the entry.
        package var owner = ""
        /// The last day on which the entry applies, `YYYY-MM-DD`.
        package var expires = ""

        /// The patterns on one line, such as `CMP-031 ios shop:Offer price`.
        package var pattern: String {
            let name = objectName.map { $0.isEmpty ? "\"\"" : $0 }
            return ([id, platform ?? "*", name ?? "*"] + (member.map { [$0] } ?? [])).joined(separator: " ")
        }

        /// Returns whether the entry accepts a difference that its patterns match.
        func accepts(_ difference: CompatDifference) -> Bool {
            (severity.map { difference.severity <= $0 } ?? true)
                && (certainty.map { difference.certainty <= $0 } ?? true)
        }

        /// Returns whether the patterns match a difference at a platform.
        func describes(_ difference: CompatDifference, _ platform: String) -> Bool {
            func matches(_ pattern: String?, _ text: String) -> Bool {
                pattern.map { Glob.matches($0, text) } ?? true
            }
            return (Glob.matches(id, difference.id) || Glob.matches(id, difference.requirement))
                && matches(self.platform, platform) && matches(objectName, difference.place.objectName)
                && matches(member, difference.place.member)
        }
    }

    /// Reads a baseline.
    ///
    /// - Throws: The first error found, with its path.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        let object = try FactObject(file: bytes, of: "baseline", Baseline.version)
        entries = try object.list("entries", Entry.init)
        try object.finish()
    }

    /// The baseline as the text of a file.
    package var json: String {
        let object = RawJSON.object(["baseline": Baseline.version, "entries": entries.map(\.object.json)])
        return JSONLayout.text(object) + "\n"
    }

    /// Returns a baseline that accepts the given findings, with one entry for each platform and place.
    package static func accepting(_ findings: [CompatFinding], reason: String, owner: String, expires: String)
        -> Baseline
    {
        var baseline = Baseline()
        var known: Set<Entry> = []
        for difference in findings.flatMap(\.differences) {
            for platform in difference.platforms {
                let entry = Entry(
                    id: difference.id, platform: platform, objectName: difference.place.objectName,
                    member: difference.place.member, severity: difference.severity,
                    certainty: difference.certainty == .sure ? nil : difference.certainty, reason: reason,
                    owner: owner, expires: expires)
                if known.insert(entry).inserted { baseline.entries.append(entry) }
            }
        }
        return baseline
    }
}

extension Baseline.Entry: FactCodable {
    mutating func code(_ coder: inout FactCoder) throws(ManifestError) {
        try coder.member("id", &id)
        try coder.member("platform", &platform)
        try coder.member("objectName", &objectName)
        try coder.member("member", &member)
        try coder.member("severity", &severity)
        try coder.member("certainty", &certainty)
        try coder.member("reason", &reason)
        try coder.member("owner", &owner)
        try coder.member("expires", &expires)
        guard let object = coder.object else { return }
        guard BaselineDay.isDay(expires) else {
            throw ManifestError(object.path + "/expires", "a day is expected, such as 2027-01-31")
        }
        // An entry for every platform and type would hide findings that nobody has reviewed.
        let isOpen = { (pattern: String?) in pattern.map { $0.allSatisfy { $0 == "*" } && !$0.isEmpty } ?? true }
        if isOpen(platform) && isOpen(objectName) {
            throw ManifestError(object.path, "the entry must name a platform or an objectName")
        }
    }
}
