// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The eight-byte key that obfuscates bodies on TCP, which the caller supplies (RMTP-087, RMTP-375).
///
/// ```swift
/// let key = try RMTPStreamKey([1, 2, 3, 4, 5, 6, 7, 8])
/// let decoder = RMTPStreamDecoder(.tcp(key: key), RMTPFormat(.down))
/// ```
public struct RMTPStreamKey: Hashable, Sendable {
    private let word: UInt64

    /// Creates a key from its bytes.
    ///
    /// - Throws: `encode.key` if there are not exactly eight.
    public init(_ bytes: [UInt8]) throws(EncodeError) {
        guard bytes.count == 8 else { throw EncodeError(.key) }
        word = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Combines the key with a range of `bytes` by exclusive or; applying it twice restores them.
    @_lifetime(bytes: copy bytes)
    func apply(_ bytes: inout MutableSpan<UInt8>, from start: Int, to end: Int) {
        var offset = start
        while offset &+ 8 <= end {
            bytes.setBigEndian(bytes.span.bigEndian(offset, as: UInt64.self) ^ word, offset)
            offset &+= 8
        }
        var rest = word
        while offset < end {
            rest = rest << 8 | rest >> 56
            bytes.set(bytes.span.octet(offset) ^ UInt8(truncatingIfNeeded: rest), offset)
            offset &+= 1
        }
    }
}
