// SPDX-License-Identifier: Apache-2.0

/// Bytes that arrive in chunks of any size and are removed from the front.
///
/// Each byte is moved a bounded number of times, whatever the sizes of the chunks and of what is removed.
package struct ByteQueue {
    private var bytes: [UInt8] = []
    /// The number of bytes that were removed and are still stored.
    private var start = 0

    package init() {}

    /// The number of bytes that can be removed.
    package var count: Int { bytes.count - start }

    /// The bytes that can be removed.
    package var rest: ArraySlice<UInt8> { bytes[start...] }

    /// Returns the byte at an offset from the front, or nil if it has not arrived.
    package subscript(_ offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? bytes[start + offset] : nil
    }

    /// Appends bytes that have arrived.
    package mutating func append(_ new: some Collection<UInt8>) {
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += new
    }

    /// Removes and returns bytes from the front, or returns nil if fewer have arrived.
    package mutating func removeFirst(_ number: Int) -> ArraySlice<UInt8>? {
        guard number >= 0, number <= count else { return nil }
        let removed = bytes[start..<start + number]
        drop(number)
        return removed
    }

    /// Removes bytes from the front, at most those that have arrived.
    package mutating func drop(_ number: Int) {
        start += min(max(number, 0), count)
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.count <= ByteQueue.keptCapacity)
            start = 0
        }
    }

    /// The capacity that an empty queue keeps.
    private static let keptCapacity = 16_384

    /// Returns an unsigned number at an offset, most significant byte first, or nil if it has not arrived.
    func number(at offset: Int, length: Int) -> UInt64? {
        guard offset >= 0, length <= 8, count - offset >= length else { return nil }
        return bytes[start + offset..<start + offset + length].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
