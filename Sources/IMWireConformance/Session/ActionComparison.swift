// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A comparison of a session's actions with the expected ones (TST-087).
package enum ActionComparison {
    /// Returns the first difference between the actions and the expected ones, or nil if there is none.
    ///
    /// - Parameters:
    ///   - outcome: an object with `actions`, and `only` or `exact`.
    ///   - cut: the time of the last event if the machine was stopped early; actions from that time on may be missing.
    package static func fault(in actions: [RawJSON], outcome: RawJSON, cut: Int64? = nil) -> String? {
        var actual = actions
        var expected = outcome["actions"]?.elements ?? []
        if let only = outcome["only"]?.elements?.compactMap(\.string) {
            actual = actual.filter { only.contains($0["action"]?.string ?? "") }
            expected = expected.filter { only.contains($0["action"]?.string ?? "") }
        }
        if let cut { expected = Array(expected.prefix(max(actual.count, due(in: expected.map(time), before: cut)))) }
        let isExact = outcome["exact"]?.boolean ?? false
        for index in 0..<max(expected.count, actual.count) {
            guard index < actual.count else { return "action \(index) is missing: \(expected[index])" }
            guard index < expected.count else { return "action \(index) is unexpected: \(actual[index])" }
            let place =
                isExact
                ? JSONEquality.difference(expected[index], actual[index], spelling: false)
                : missing(expected[index], actual[index])
            if let place { return "action \(index) differs at \(place): \(actual[index])" }
        }
        return nil
    }

    static func time(_ action: RawJSON) -> Int64 { action["at"]?.number?.int64 ?? 0 }

    /// Returns the number of actions before `cut`, which a machine that is stopped then must have done.
    static func due(in times: [Int64], before cut: Int64) -> Int { times.prefix { $0 < cut }.count }

    /// Returns the path of the first expected value that is missing or different, or nil if there is none.
    ///
    /// - Parameter isSame: compares the value of a member, and returns nil if this method is to compare it.
    static func missing(
        _ expected: RawJSON, _ actual: RawJSON,
        isSame: (_ name: String, _ expected: RawJSON, _ actual: RawJSON) -> Bool? = { _, _, _ in nil }
    ) -> String? {
        if let members = expected.members {
            for (name, value) in members {
                guard let other = actual[name] else { return "/\(name)" }
                let isSameMember = isSame(name, value, other)
                if isSameMember == false { return "/\(name)" }
                if isSameMember == nil, let place = missing(value, other, isSame: isSame) {
                    return "/\(name)\(place)"
                }
            }
            return actual.kind == .object ? nil : ""
        }
        if let elements = expected.elements {
            guard let others = actual.elements, others.count == elements.count else { return "" }
            for (index, pair) in zip(elements, others).enumerated() {
                if let place = missing(pair.0, pair.1, isSame: isSame) { return "/\(index)\(place)" }
            }
            return nil
        }
        return JSONEquality.difference(expected, actual, spelling: false)
    }
}
