// SPDX-License-Identifier: Apache-2.0

/// A map from hashed behaviors to the shortest input that shows each, and to its size.
package struct FeatureMap {
    /// The size class of the shortest input for each behavior.
    private var sizes = [UInt8](repeating: .max, count: 1 << 20)
    private var owners = [Int32](repeating: -1, count: 1 << 20)
    /// The number of known behaviors.
    package private(set) var count = 0

    /// Creates an empty map.
    package init() {}

    /// Returns whether a behavior is new, or has been shown only by inputs of a larger size class than `length`.
    package func isNews(_ features: [UInt32], length: Int) -> Bool {
        let size = FeatureMap.size(length)
        for feature in features where sizes[Int(feature) & (sizes.count - 1)] > size { return true }
        return false
    }

    /// Assigns a behavior to an input if it is news for that input.
    ///
    /// - Returns: the previous owner, or -1 if there was none; nil if the behavior is not news.
    package mutating func claim(_ feature: UInt32, for owner: Int32, length: Int) -> Int32? {
        let place = Int(feature) & (sizes.count - 1)
        let size = FeatureMap.size(length)
        guard sizes[place] > size else { return nil }
        if sizes[place] == .max { count += 1 }
        sizes[place] = size
        defer { owners[place] = owner }
        return owners[place]
    }

    /// Adds the behaviors of an execution, and returns the number of new ones.
    package mutating func merge(_ features: [UInt32]) -> Int {
        let before = count
        for feature in features { _ = claim(feature, for: -1, length: 0) }
        return count - before
    }

    /// Returns the size class of a length; there are two classes for each power of two.
    private static func size(_ length: Int) -> UInt8 {
        let width = Int.bitWidth - length.leadingZeroBitCount
        return UInt8(truncatingIfNeeded: width * 2 + (length >> max(0, width - 2) & 1))
    }
}
