// SPDX-License-Identifier: Apache-2.0

import CCoverage

/// The behaviours that have been seen: a bit each, by hash.
package struct FeatureMap {
    private var bits = [UInt64](repeating: 0, count: 1 << 14)
    /// How many are known.
    package private(set) var count = 0

    /// An empty map.
    package init() {}

    /// Adds the behaviours of an execution, and returns how many are new.
    package mutating func merge(_ features: [UInt32]) -> Int {
        var new = 0
        for feature in features {
            let word = Int(feature >> 6) & (bits.count - 1)
            let bit: UInt64 = 1 << UInt64(feature & 63)
            if bits[word] & bit == 0 {
                bits[word] |= bit
                new += 1
            }
        }
        count += new
        return new
    }
}

/// The counters of SanitizerCoverage, read in this process; without any where the build has none (FUZ-031).
package struct CoverageMap {
    /// What has been seen of each edge: a bit for each order of magnitude.
    private var seen: [UInt8]
    /// How many edges have been taken at least once.
    package private(set) var edges = 0

    /// Whether this build counts edges.
    package static var isThere: Bool { imwire_coverage_count() > 0 }
    /// How many edges the build has.
    package static var total: Int { imwire_coverage_count() }

    /// An empty map.
    package init() {
        seen = [UInt8](repeating: 0, count: imwire_coverage_count())
    }

    /// Sets all counters to zero, before an execution.
    package func clear() {
        guard !seen.isEmpty, let counters = imwire_coverage_counters() else { return }
        unsafe counters.update(repeating: 0, count: seen.count)
    }

    /// Adds what the counters say, and returns how much of it is new.
    package mutating func merge() -> Int {
        guard !seen.isEmpty, let counters = imwire_coverage_counters() else { return 0 }
        var new = 0
        for index in seen.indices {
            let count = unsafe counters[index]
            if count == 0 { continue }
            let bucket = CoverageMap.bucket(count)
            if seen[index] & bucket != 0 { continue }
            if seen[index] == 0 { edges += 1 }
            seen[index] |= bucket
            new += 1
        }
        return new
    }

    private static func bucket(_ count: UInt8) -> UInt8 {
        switch count {
        case 1: 1
        case 2: 2
        case 3: 4
        case 4...7: 8
        case 8...15: 16
        case 16...31: 32
        case 32...127: 64
        default: 128
        }
    }
}
