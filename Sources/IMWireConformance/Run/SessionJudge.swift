// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Compares the actions of a machine with those that a case accepts (TST-087).
enum SessionJudge {
    /// What of the actions is compared.
    enum Expects {
        case all
        /// The machine was stopped early: the first of them, and at least all before the time of the last event.
        case beginning(until: Int64)

        /// The time of the last event of a machine that was stopped early.
        fileprivate var cut: Int64? {
            if case .beginning(let time) = self { time } else { nil }
        }
    }

    /// Nil where the answer is one of the accepted outcomes, otherwise what is wrong with it.
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
