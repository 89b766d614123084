// SPDX-License-Identifier: Apache-2.0

/// A buffer for bytes that arrive in chunks and leave as lines, which searches each byte once.
package struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The start of the first line that has not been removed.
    private var start = 0
    /// The end of the bytes that were searched without finding a line feed.
    private var searched = 0

    /// The number of bytes in the longest line so far, removed or not.
    private(set) var longest = 0

    package init() {}

    /// The number of bytes that were appended and not removed.
    package var count: Int { bytes.count - start }

    /// Appends bytes that have arrived.
    package mutating func append(_ new: [UInt8]) {
        if new.isEmpty { return }
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes += new
    }

    /// Removes and returns the next complete line without its line feed, or returns nil if there is none yet.
    package mutating func removeLine() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            longest = max(longest, bytes.count - start)
            return nil
        }
        longest = max(longest, end - start)
        defer {
            start = end + 1
            searched = start
        }
        return Array(bytes[start..<end])
    }
}
