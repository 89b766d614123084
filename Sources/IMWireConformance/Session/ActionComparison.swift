// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Compares the actions of a session with those that are expected (TST-087).
public enum ActionComparison {
    /// Nil where the actions are the expected ones, otherwise what is wrong.
    ///
    /// - Parameters:
    ///   - outcome: `actions`, and `only` or `exact`.
    ///   - isCut: whether the machine was stopped early, so that the last of them are not there yet.
    public static func fault(in actions: [RawJSON], outcome: RawJSON, isCut: Bool = false) -> String? {
        var actual = actions
        var expected = outcome["actions"]?.elements ?? []
        if let only = outcome["only"]?.elements?.compactMap(\.string) {
            actual = actual.filter { only.contains($0["action"]?.string ?? "") }
            expected = expected.filter { only.contains($0["action"]?.string ?? "") }
        }
        if isCut { expected = Array(expected.prefix(actual.count)) }
        let isExact = outcome["exact"]?.boolean ?? false
        for index in 0..<max(expected.count, actual.count) {
            guard index < actual.count else { return "action \(index) is missing: \(expected[index])" }
            guard index < expected.count else { return "action \(index) is too many: \(actual[index])" }
            let place =
                isExact
                ? JSONEquality.difference(expected[index], actual[index], spelling: false)
                : missing(expected[index], actual[index])
            if let place { return "action \(index) differs at \(place): \(actual[index])" }
        }
        return nil
    }

    /// Where something that is expected is not there; nil where all of it is.
    private static func missing(_ expected: RawJSON, _ actual: RawJSON) -> String? {
        if let members = expected.members {
            for (name, value) in members {
                guard let other = actual[name] else { return "/\(name)" }
                if let place = missing(value, other) { return "/\(name)\(place)" }
            }
            return actual.kind == .object ? nil : ""
        }
        if let elements = expected.elements {
            guard let others = actual.elements, others.count == elements.count else { return "" }
            for (index, pair) in zip(elements, others).enumerated() {
                if let place = missing(pair.0, pair.1) { return "/\(index)\(place)" }
            }
            return nil
        }
        return JSONEquality.difference(expected, actual, spelling: false)
    }
}
