// SPDX-License-Identifier: Apache-2.0

import CCoverage

/// The behaviours that have been seen, by hash: which input is the shortest that shows each, and how long it is.
package struct FeatureMap {
    /// The size of the shortest input, as a class of sizes.
    private var sizes = [UInt8](repeating: .max, count: 1 << 20)
    private var owners = [Int32](repeating: -1, count: 1 << 20)
    /// How many are known.
    package private(set) var count = 0

    /// An empty map.
    package init() {}

    /// Whether one of the behaviours is new, or was shown only by inputs of a larger class than that of `length`.
    package func isNews(_ features: [UInt32], length: Int) -> Bool {
        let size = FeatureMap.size(length)
        for feature in features where sizes[Int(feature) & (sizes.count - 1)] > size { return true }
        return false
    }

    /// Gives a behaviour to an input where it is news, and returns whose it was, -1 where it was nobody's; otherwise nil.
    package mutating func claim(_ feature: UInt32, for owner: Int32, length: Int) -> Int32? {
        let place = Int(feature) & (sizes.count - 1)
        let size = FeatureMap.size(length)
        guard sizes[place] > size else { return nil }
        if sizes[place] == .max { count += 1 }
        sizes[place] = size
        defer { owners[place] = owner }
        return owners[place]
    }

    /// Adds the behaviours of an execution, and returns how many are new.
    package mutating func merge(_ features: [UInt32]) -> Int {
        let before = count
        for feature in features { _ = claim(feature, for: -1, length: 0) }
        return count - before
    }

    /// The class of a length: two for each power of two.
    private static func size(_ length: Int) -> UInt8 {
        let width = Int.bitWidth - length.leadingZeroBitCount
        return UInt8(truncatingIfNeeded: width * 2 + (length >> max(0, width - 2) & 1))
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
