// SPDX-License-Identifier: Apache-2.0

import IMWireSpec
import TextSupport
import ValueSupport

/// The result of applying a baseline to a check: open findings, accepted findings and invalid entries (CMP-071).
package struct BaselineResult: Sendable {
    /// A finding that the baseline accepts.
    package struct Accepted: Sendable {
        /// The finding, restricted to the accepted places.
        package var finding: CompatFinding
        /// The baseline entry that accepts the finding, with its reason.
        package var entry: Baseline.Entry
    }

    /// The findings that are not accepted, restricted to the remaining places.
    package private(set) var open: [CompatFinding] = []
    /// The accepted findings.
    package private(set) var accepted: [Accepted] = []
    /// The entries that fail the run, in their order.
    package private(set) var faults: [(entry: Baseline.Entry, fault: BaselineFault)] = []

    /// Applies a baseline to a check on a day, `YYYY-MM-DD`.
    package init(_ check: CompatCheck, _ baseline: Baseline = Baseline(), on day: String = "") {
        var use = BaselineUse(expiring: baseline.entries.map(\.expires), on: day)
        for finding in check.findings {
            var left: [CompatDifference] = [], taken: [CompatDifference] = []
            var reason: Baseline.Entry?
            for difference in finding.differences {
                var accepting = 0
                let platforms = max(1, difference.platforms.count)
                for platform in difference.platforms {
                    var isAccepted = false
                    for (index, entry) in baseline.entries.enumerated()
                    where entry.describes(difference, platform) {
                        // An entry whose finding became worse is not stale: the finding itself is reported.
                        use.recordMatch(index)
                        guard use.isLive(index), entry.accepts(difference) else { continue }
                        isAccepted = true
                        reason = reason ?? entry
                    }
                    if isAccepted { accepting += 1 }
                }
                // Of two sides that are both named, the entry names either one.
                if difference.sides == nil ? accepting == platforms : accepting > 0 {
                    taken.append(difference)
                } else {
                    left.append(difference)
                }
            }
            if let rest = CompatFinding(left) { open.append(rest) }
            if let reason, let part = CompatFinding(taken) { accepted.append(Accepted(finding: part, entry: reason)) }
        }
        let names = BaselineResult.names(check)
        for (index, entry) in baseline.entries.enumerated() {
            let fault = use.fault(index, exists: BaselineResult.exists(entry, check, names))
            if let fault { faults.append((entry, fault)) }
        }
    }

    /// Returns the names that an entry can use: declared and built-in types, enumerations, and the empty name for
    /// findings without a type.
    private static func names(_ check: CompatCheck) -> Set<String> {
        var names = Set(Registry.builtIn.names).union([""])
        for manifest in check.manifests {
            names.formUnion(manifest.types.map(\.objectName))
            names.formUnion(manifest.types.flatMap { $0.aliases.map(\.objectName) })
            names.formUnion(manifest.enumerations.map(\.name))
        }
        return names
    }

    private static func exists(_ entry: Baseline.Entry, _ check: CompatCheck, _ names: Set<String>) -> Bool {
        let ids = SpecRequirement.all.map(\.id) + SpecDeviation.all.map(\.id)
        guard ids.contains(where: { Glob.matches(entry.id, $0) }) else { return false }
        if let platform = entry.platform {
            guard check.manifests.contains(where: { Glob.matches(platform, $0.platform) }) else { return false }
        }
        return entry.objectName.map { pattern in names.contains { Glob.matches(pattern, $0) } } ?? true
    }
}
