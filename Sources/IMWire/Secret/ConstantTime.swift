// SPDX-License-Identifier: Apache-2.0

/// Comparing what an attacker must not find out byte by byte.
package enum ConstantTime {
    /// Whether both are the same; every byte is looked at, wherever the first difference is (API-006).
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for index in one.indices { difference |= one[index] ^ other[index] }
        return difference == 0
    }
}
