// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform

/// A reader that reads a file line by line.
///
/// The buffer starts at 256 KiB and grows only as far as the longest line allowed requires.
///
/// A line ends with LF; a CR before the LF is not part of the line. The last line may lack its LF.
package struct LineReader: ~Copyable {
    /// The next line of a file.
    package enum Line {
        /// A line, as a range of ``LineReader/buffer`` that is valid until the next call.
        case line(Range<Int>)
        /// A line with more bytes than allowed, which has been skipped.
        case tooLong
    }

    /// The bytes that have been read and not yet returned, and the line returned last.
    package private(set) var buffer: [UInt8]
    /// The number of the line returned last, from 1.
    package private(set) var number = 0
    /// The number of bytes read from the file.
    package private(set) var bytesRead = 0

    private let file: InputFile
    private let maximum: Int
    /// The offsets of the first byte not yet returned, of the first byte not yet searched, and of the end of the bytes
    /// read.
    private var start = 0
    private var searched = 0
    private var end = 0
    private var isAtEnd = false
    private static let chunk = 256 * 1024

    /// Creates a reader at the first byte of a file.
    package init(_ file: consuming InputFile, maximum: Int) {
        self.file = file
        self.maximum = maximum
        buffer = [UInt8](repeating: 0, count: LineReader.chunk)
    }

    /// Returns the next line, or nil at the end of the file.
    package mutating func next() throws(InputError) -> Line? {
        while true {
            if let newline = newline() {
                let from = start
                start = newline + 1
                searched = start
                return line(from, newline)
            }
            searched = end
            // One more byte may be a CR, which is not part of the line.
            if end - start > maximum + 1 { return try skipLine() }
            if isAtEnd {
                if start == end { return nil }
                let from = start
                start = end
                return line(from, end)
            }
            try fill()
        }
    }

    private mutating func line(_ from: Int, _ to: Int) -> Line {
        number += 1
        let last = to > from && buffer[to - 1] == UInt8(ascii: "\r") ? to - 1 : to
        return last - from > maximum ? .tooLong : .line(from..<last)
    }

    /// Returns the offset of the first LF in the bytes not yet searched.
    private func newline() -> Int? {
        if searched >= end { return nil }
        return buffer.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress,
                let found = memchr(base + searched, Int32(UInt8(ascii: "\n")), end - searched)
            else {
                return nil
            }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Skips the rest of a line that is too long without keeping it.
    private mutating func skipLine() throws(InputError) -> Line {
        number += 1
        while true {
            start = 0
            searched = 0
            end = 0
            if isAtEnd { return .tooLong }
            try fill()
            if let newline = newline() {
                start = newline + 1
                searched = start
                return .tooLong
            }
        }
    }

    /// Reads the next chunk after the bytes that are kept.
    private mutating func fill() throws(InputError) {
        if start > 0 {
            let (from, count) = (start, end - start)
            buffer.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                memmove(base, base + from, count)
            }
            start = 0
            searched = count
            end = count
        }
        if buffer.count - end < LineReader.chunk / 4 {
            let wanted = min(buffer.count * 2, max(maximum, LineReader.chunk) + LineReader.chunk)
            buffer += [UInt8](repeating: 0, count: max(wanted - buffer.count, LineReader.chunk))
        }
        let count = try file.read(into: &buffer, at: end)
        isAtEnd = count == 0
        end += count
        bytesRead += count
    }
}

#endif
