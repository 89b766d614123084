// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The eight bytes by which the bodies on TCP are made unreadable; they come from the caller (RMTP-087).
public struct StreamKey: Hashable, Sendable {
    private let word: UInt64

    /// Takes the bytes.
    ///
    /// - Throws: `encode.key` where they are not eight.
    public init(_ bytes: [UInt8]) throws(EncodeError) {
        guard bytes.count == 8 else { throw EncodeError(.key) }
        word = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Combines the key with what stands in `bytes`; doing it twice changes nothing.
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
