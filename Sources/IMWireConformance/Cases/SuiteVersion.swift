// SPDX-License-Identifier: Apache-2.0

import IMWireSpec

/// A version of the suite, in which `1.0` stands for `1.0.0`, `1.0.1`, and so on.
package struct SuiteVersion: Hashable, Sendable, CustomStringConvertible {
    private let parts: [Int]

    /// Creates a version from one to three numbers separated by dots, or returns nil for any other text.
    package init?(_ text: String) {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        let parts = words.compactMap { word in
            word.utf8.count <= 6 && word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Int(word) : nil
        }
        guard (1...3).contains(words.count), parts.count == words.count else { return nil }
        self.parts = parts
    }

    /// The version as numbers separated by dots.
    package var description: String { parts.map(String.init).joined(separator: ".") }

    /// Whether a suite of this version can exist: one not before the first version and not after the current one.
    package var exists: Bool {
        guard let present = SuiteVersion(Suite.version) else { return false }
        return !parts.lexicographicallyPrecedes(SuiteVersion.first.prefix(parts.count))
            && !present.parts.prefix(parts.count).lexicographicallyPrecedes(parts)
    }

    private static let first = [1, 0, 0]

    /// Returns whether this version includes what another version introduced.
    package func has(_ other: SuiteVersion) -> Bool {
        let start = Array(other.parts.prefix(parts.count))
        return !parts.lexicographicallyPrecedes(start)
    }
}
