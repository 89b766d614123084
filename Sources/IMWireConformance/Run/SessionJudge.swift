// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A comparison of a machine's actions with those that a case accepts (TST-087).
enum SessionJudge {
    /// The extent of the comparison.
    enum Expects {
        case all
        /// The first actions of a machine that was stopped early, and at least all before the time of the last event.
        case beginning(until: Int64)

        /// The time of the last event of a machine that was stopped early, or nil if the machine was not stopped.
        fileprivate var cut: Int64? {
            if case .beginning(let time) = self { time } else { nil }
        }
    }

    /// Returns the reason why the answer matches no accepted outcome, or nil if it matches one.
    static func fault(in ok: RawJSON, of item: Case, _ expects: Expects) -> String? {
        let faults = item.expectations.map { fault(ok, $0, expects) }
        return faults.contains { $0 == nil } ? nil : faults.first.flatMap { $0 }
    }

    private static func fault(_ ok: RawJSON, _ expectation: Case.Expectation, _ expects: Expects) -> String? {
        guard let actions = ok["actions"]?.elements, expectation.json["actions"] != nil else {
            return "the answer has no actions"
        }
        return ActionComparison.fault(in: actions, outcome: expectation.json, cut: expects.cut)
    }
}
