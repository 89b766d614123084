// SPDX-License-Identifier: Apache-2.0

/// Bytes that arrive in pieces and leave as lines; each byte is searched once.
package struct LineBuffer {
    private var bytes: [UInt8] = []
    /// Where the first line that was not taken begins.
    private var start = 0
    /// Up to where no line feed was found.
    private var searched = 0

    /// The bytes of the longest line so far, taken or not.
    private(set) var longest = 0

    /// Begins empty.
    package init() {}

    /// Appends what has arrived.
    package mutating func append(_ new: [UInt8]) {
        if new.isEmpty { return }
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes += new
    }

    /// The next whole line without its line feed; nil if there is none yet.
    package mutating func takeLine() -> [UInt8]? {
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
