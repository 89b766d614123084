// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// The result of applying a baseline to a run record: open findings, accepted findings, and faulty entries (TST-121).
package struct BaselineReview: Sendable {
    /// An entry that fails the run.
    package struct FaultyEntry: Sendable {
        package var entry: RunBaseline.Entry
        /// The zero-based index of the entry in the file.
        package var index: Int
        /// The kind of the fault, as a word of a report.
        package var kind: String
        /// The reason for the fault, and advice on how to correct it.
        package var advice: String
    }

    /// The findings that no entry accepts, with the labels of their implementations.
    package private(set) var open: [(label: String, result: CaseResult)] = []
    /// The number of accepted findings.
    package private(set) var accepted = 0
    /// The entries without a fault.
    package private(set) var held: [RunBaseline.Entry] = []
    /// The faults of the entries that fail the run, in the order of the entries.
    package private(set) var faults: [FaultyEntry] = []

    /// Creates a review by applying a baseline on a day (`YYYY-MM-DD`), and mutes the accepted findings in the record.
    ///
    /// - Parameters:
    ///   - known: the ids of all cases of the suite; the record may cover only a part of them.
    ///   - history: the history that maps retired ids to their successors.
    package init(
        _ record: inout RunRecord, _ baseline: RunBaseline, on day: String, known: Set<String>,
        history: SuiteHistory = SuiteHistory()
    ) {
        var entries = baseline.entries
        // A renamed id remains valid in a baseline (TST-127).
        for index in entries.indices {
            if let present = history.successor(of: entries[index].pattern) { entries[index].pattern = present }
        }
        var use = BaselineUse(expiring: entries.map(\.expires), on: day)
        var passing: [Int: String] = [:]
        var otherwise: [Int: String] = [:]
        record.updateResults { result, label in
            let found = entries.indices.filter { entries[$0].describes(result.id, label) }
            let accepting = found.first { use.isLive($0) && entries[$0].accepts(result) }
            for entry in found {
                use.recordMatch(entry)
                if entries[entry].accepts(result) { continue }
                if result.verdict == .passed {
                    passing[entry] = passing[entry] ?? result.id
                } else {
                    otherwise[entry] = otherwise[entry] ?? "\(result.id) is \(BaselineReview.name(result))"
                }
            }
            guard result.verdict.isFinding else { return }
            if let accepting {
                accepted += 1
                result.muted =
                    "accepted until \(entries[accepting].expires) (\(entries[accepting].owner)): \(entries[accepting].reason)"
            } else {
                open.append((label, result))
            }
        }
        for (index, entry) in entries.enumerated() {
            let described = known.filter { Glob.matches(entry.pattern, $0) }.count
            var fault = use.fault(index, exists: described > 0)
            var detail = ""
            if fault == .stale { fault = nil }  // none of the entry's cases was run
            if fault == nil, let id = passing[index] {
                fault = .unexpectedPass
                detail = entry.pattern == id ? "" : " (\(id))"
            } else if fault == nil, let how = otherwise[index] {
                fault = .stale
                detail = " (\(how), not \(entry.verdict.rawValue)\(entry.code.map { " with \($0)" } ?? ""))"
            } else if fault == nil, let most = entry.most, described > most {
                fault = .tooMany
                detail = " (\(described) cases)"
            }
            guard let fault else {
                held.append(baseline.entries[index])
                continue
            }
            let advice = fault == .stale ? "stale: the case has a different result; correct the entry" : fault.advice
            faults.append(
                FaultyEntry(
                    entry: baseline.entries[index], index: index, kind: fault.rawValue, advice: advice + detail))
        }
    }

    private static func name(_ result: CaseResult) -> String {
        result.verdict.rawValue + (result.code.map { " with \($0)" } ?? "")
    }
}
