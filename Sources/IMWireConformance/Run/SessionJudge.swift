// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Compares the actions of a machine with those that a case accepts (TST-087).
enum SessionJudge {
    /// What of the actions is compared.
    enum Expects {
        case all
        /// The machine was stopped early: the first of them.
        case beginning
    }

    /// Nil where the answer is one of the accepted outcomes, otherwise what is wrong with it.
    static func fault(in ok: RawJSON, of item: Case, _ expects: Expects) -> String? {
        let faults = item.expectations.map { fault(ok, $0, expects) }
        return faults.contains { $0 == nil } ? nil : faults.first.flatMap { $0 }
    }

    private static func fault(_ ok: RawJSON, _ expectation: Case.Expectation, _ expects: Expects) -> String? {
        guard var actual = ok["actions"]?.elements, var expected = expectation.json["actions"]?.elements else {
            return "the answer has no actions"
        }
        if let only = expectation.json["only"]?.elements?.compactMap(\.string) {
            actual = actual.filter { only.contains($0["action"]?.string ?? "") }
            expected = expected.filter { only.contains($0["action"]?.string ?? "") }
        }
        if expects == .beginning { expected = Array(expected.prefix(actual.count)) }
        for (index, pair) in zip(actual, expected).enumerated() {
            let place =
                expectation.isExact
                ? JSONEquality.difference(pair.1, pair.0, spelling: false) : missing(pair.1, in: pair.0)
            if let place {
                return "action \(index) differs at \(place.isEmpty ? "its top" : place): \(pair.0.text)"
            }
        }
        guard actual.count == expected.count else {
            let next = actual.count > expected.count ? actual[expected.count] : expected[actual.count]
            let what = actual.count > expected.count ? "one too many" : "missing"
            return "there are \(actual.count) actions, not \(expected.count); \(what): \(next.text)"
        }
        return nil
    }

    /// The first place where `actual` lacks something of `expected`; members that are not expected may be there.
    private static func missing(_ expected: RawJSON, in actual: RawJSON) -> String? {
        if let members = expected.members {
            guard actual.kind == .object else { return "" }
            for (name, value) in members {
                guard let told = actual[name] else { return "/\(name)" }
                if let place = missing(value, in: told) { return "/\(name)\(place)" }
            }
            return nil
        }
        if let elements = expected.elements {
            guard let told = actual.elements, told.count == elements.count else { return "" }
            for (index, pair) in zip(elements, told).enumerated() {
                if let place = missing(pair.0, in: pair.1) { return "/\(index)\(place)" }
            }
            return nil
        }
        return JSONEquality.difference(expected, actual, spelling: false)
    }
}
