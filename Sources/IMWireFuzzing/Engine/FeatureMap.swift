// SPDX-License-Identifier: Apache-2.0

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
