// SPDX-License-Identifier: Apache-2.0

import IMWireSpec

/// A version of the suite: `1.0` stands for all of `1.0.0`, `1.0.1` and so on.
public struct SuiteVersion: Hashable, Sendable, CustomStringConvertible {
    private let parts: [Int]

    /// Reads one to three numbers with dots between them; nil where the text is something else.
    public init?(_ text: String) {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        let parts = words.compactMap { word in
            word.utf8.count <= 6 && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
        }
        guard (1...3).contains(words.count), parts.count == words.count else { return nil }
        self.parts = parts
    }

    /// The version as it was written.
    public var description: String { parts.map(String.init).joined(separator: ".") }

    /// Whether there can be a suite of that version: neither before the first one nor behind the present one.
    public var exists: Bool {
        guard let present = SuiteVersion(Suite.version) else { return false }
        return !parts.lexicographicallyPrecedes(SuiteVersion.first.prefix(parts.count))
            && !present.parts.prefix(parts.count).lexicographicallyPrecedes(parts)
    }

    private static let first = [1, 0, 0]

    /// Whether something that came with another version is in this one.
    public func has(_ other: SuiteVersion) -> Bool {
        let given = Array(other.parts.prefix(parts.count))
        return !parts.lexicographicallyPrecedes(given)
    }
}
