// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A minimizer that shrinks an input first by its parts and then by its bytes while a condition continues to hold
/// (FUZ-023).
///
/// If an input has lengths and checksums, each attempt is repeated with them corrected. Otherwise nothing inside a
/// packet could be removed.
package struct Minimizer {
    /// Returns whether an input still meets the condition.
    package let shows: ([UInt8]) -> Bool
    /// The number of attempts left.
    package private(set) var budget: Int
    private let deadline: ContinuousClock.Instant

    /// Creates a minimizer with a limit on attempts and time.
    package init(budget: Int = 4_000, seconds: Int = 4, shows: @escaping ([UInt8]) -> Bool) {
        self.budget = budget
        deadline = .now + .seconds(seconds)
        self.shows = shows
    }

    /// Returns the smallest input found.
    package mutating func shrink(_ input: [UInt8], of target: some FuzzTarget) -> [UInt8] {
        var best = input
        var before = -1
        while before != best.count, budget > 0 {
            before = best.count
            byParts(&best, target)
            byBytes(&best, target)
        }
        simplify(&best, target)
        return best
    }

    private mutating func accepts(_ candidate: [UInt8], _ best: inout [UInt8], _ target: some FuzzTarget) -> Bool {
        guard budget > 0 else { return false }
        if candidate.count <= best.count, candidate != best, attempt(candidate) {
            best = candidate
            return true
        }
        guard let repaired = target.repaired(candidate), repaired != candidate, repaired.count <= best.count,
            repaired != best,
            attempt(repaired)
        else { return false }
        best = repaired
        return true
    }

    private mutating func attempt(_ candidate: [UInt8]) -> Bool {
        budget = ContinuousClock.now < deadline ? budget - 1 : 0
        return shows(candidate)
    }

    private mutating func byParts(_ best: inout [UInt8], _ target: some FuzzTarget) {
        var isSmaller = true
        while isSmaller, budget > 0 {
            isSmaller = false
            for candidate in target.smaller(best) where candidate.count < best.count {
                if accepts(candidate, &best, target) {
                    isSmaller = true
                    break
                }
            }
        }
    }

    /// Removes runs of bytes, long ones first.
    private mutating func byBytes(_ best: inout [UInt8], _ target: some FuzzTarget) {
        var size = max(1, best.count / 2)
        while true {
            var start = 0
            while start < best.count, budget > 0 {
                var candidate = best
                candidate.removeSubrange(start..<min(best.count, start + size))
                if !accepts(candidate, &best, target) { start += size }
            }
            if size == 1 || budget <= 0 { return }
            size /= 2
        }
    }

    /// Replaces printable bytes with `a` or `0`, and others with zero, where the condition still holds.
    private mutating func simplify(_ best: inout [UInt8], _ target: some FuzzTarget) {
        guard best.count <= 512 else { return }
        for index in best.indices where budget > 0 {
            let simple: [UInt8] = best[index].isPrintableASCII ? [UInt8(ascii: "a"), UInt8(ascii: "0")] : [0]
            for byte in simple where best[index] != byte && !simple.contains(best[index]) {
                var candidate = best
                candidate[index] = byte
                if accepts(candidate, &best, target) { break }
            }
        }
    }
}
