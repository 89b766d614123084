// SPDX-License-Identifier: Apache-2.0

import Foundation

extension [UInt8] {
    /// The bytes of a view, copied.
    init(copying bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { Array($0) }
    }

    /// Whether these are the bytes of a view.
    func isSame(as bytes: Span<UInt8>) -> Bool { span.isSame(as: bytes) }
}

extension Span<UInt8> {
    /// Whether two views have the same bytes.
    func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { mine in
            other.withUnsafeBufferPointer { theirs in
                guard let one = mine.baseAddress, let other = theirs.baseAddress else { return true }
                return memcmp(one, other, mine.count) == 0
            }
        }
    }
}
