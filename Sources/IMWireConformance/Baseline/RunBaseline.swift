// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// Verdicts that an implementer has accepted, each with a reason, an owner, and a last day (TST-120).
package struct RunBaseline: Sendable {
    /// The version of the file format.
    static let version = 1

    /// The entries, in the order of the file.
    package var entries: [Entry] = []

    /// Creates an empty baseline.
    package init() {}

    /// An accepted verdict.
    package struct Entry: Hashable, Sendable {
        /// The id of a case, or a pattern in which `*` stands for any run of characters.
        package var pattern: String
        /// The maximum number of cases that a pattern with `*` may match.
        package var most: Int?
        /// The label of the implementation, or a pattern; nil matches any implementation.
        package var implementation: String?
        /// The expected verdict.
        package var verdict: Verdict
        /// The expected error code; nil matches any code.
        package var code: String?
        /// The reason for accepting the verdict.
        package var reason: String
        /// A link to further information.
        package var link: String?
        /// The person or team that is responsible for the entry.
        package var owner: String
        /// The last day on which the entry is valid, as `YYYY-MM-DD`.
        package var expires: String

        /// A description of the entry in one line.
        package var title: String {
            [pattern, implementation.map { "on \($0)" }, verdict.rawValue, code].compactMap(\.self).joined(
                separator: " ")
        }

        func describes(_ id: String, _ label: String) -> Bool {
            Glob.matches(pattern, id) && (implementation.map { Glob.matches($0, label) } ?? true)
        }

        /// Returns whether a result has the verdict and error code that the entry expects.
        func accepts(_ result: CaseResult) -> Bool {
            result.verdict == verdict && (code.map { $0 == result.code } ?? true)
        }
    }

    private static let members: Set = [
        "case", "most", "implementation", "verdict", "code", "reason", "link", "owner", "expires",
    ]

    /// Creates a baseline from the bytes of a baseline file.
    ///
    /// - Throws: ``SuiteError`` that describes the first error and its location.
    package init(parsing bytes: [UInt8], file: String) throws(SuiteError) {
        guard let json = RawJSON(line: bytes) else { throw SuiteError("\(file): not JSON") }
        guard json["baseline"]?.number?.int64 == Int64(RunBaseline.version), let list = json["entries"]?.elements else {
            throw SuiteError("\(file): expected \"baseline\": 1 and a list of entries")
        }
        for (index, element) in list.enumerated() {
            entries.append(try RunBaseline.entry(JSONObject(element), "\(file): /entries/\(index)"))
        }
    }

    private static func entry(_ json: JSONObject, _ place: String) throws(SuiteError) -> Entry {
        if let stranger = json.members.first(where: { !members.contains($0.name) }) {
            throw SuiteError("\(place): unknown member \(DisplayText.safe(stranger.name)) of an entry")
        }
        func text(_ name: String) throws(SuiteError) -> String {
            guard let text = json[name]?.string, !text.isEmpty else {
                throw SuiteError("\(place)/\(name): expected a string that is not empty")
            }
            return text
        }
        guard let verdict = json["verdict"]?.string.flatMap(Verdict.init(rawValue:)), verdict != .passed,
            verdict != .erratum
        else { throw SuiteError("\(place)/verdict: expected fail, crash, timeout, harness-fault or skip") }
        let pattern = try text("case")
        let most = json["most"].map { $0.number?.int64 ?? 0 }
        // An unbounded pattern would hide findings that nobody has reviewed.
        if pattern.contains("*") {
            guard let most, most > 0 else {
                throw SuiteError("\(place)/most: a pattern needs most, the largest number of cases that it may match")
            }
            guard pattern.contains(where: { $0 != "*" }) else {
                throw SuiteError("\(place)/case: a pattern needs more than *")
            }
        }
        let expires = try text("expires")
        guard BaselineDay.isDay(expires) else {
            throw SuiteError("\(place)/expires: expected a date, such as 2027-01-31")
        }
        return Entry(
            pattern: pattern, most: most.flatMap { Int(exactly: $0) },
            implementation: json["implementation"]?.string, verdict: verdict, code: json["code"]?.string,
            reason: try text("reason"), link: json["link"]?.string, owner: try text("owner"), expires: expires)
    }

    /// The baseline as the text of a file, with one entry per line.
    package var json: String {
        let lines = entries.map { entry in
            RawJSON.object([
                "case": entry.pattern, "most": entry.most, "implementation": entry.implementation,
                "verdict": entry.verdict.rawValue, "code": entry.code, "reason": entry.reason, "link": entry.link,
                "owner": entry.owner, "expires": entry.expires,
            ])
        }
        return RawJSON.object([("baseline", .integer(RunBaseline.version)), ("entries", .array(lines: lines))]).text
            + "\n"
    }

    /// Returns a baseline that accepts the findings of a record, with one entry per finding.
    ///
    /// - Parameter expires: the last day on which the entries are valid.
    package static func accepting(_ record: RunRecord, expires: String) -> RunBaseline {
        var baseline = RunBaseline()
        let isOne = record.implementations.count == 1
        for one in record.implementations {
            for result in one.results where result.verdict.isFinding {
                baseline.entries.append(
                    Entry(
                        pattern: result.id, implementation: isOne ? nil : one.label, verdict: result.verdict,
                        code: result.code, reason: "known when the baseline was written", owner: "nobody yet",
                        expires: expires))
            }
        }
        return baseline
    }
}
