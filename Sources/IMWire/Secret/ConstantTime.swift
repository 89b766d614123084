// SPDX-License-Identifier: Apache-2.0

/// Comparisons that must not reveal a secret value byte by byte.
package enum ConstantTime {
    /// Returns whether two arrays are equal, examining every byte wherever the first difference is (API-006).
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for index in one.indices { difference |= one[index] ^ other[index] }
        return difference == 0
    }
}
