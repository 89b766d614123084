// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform

/// Lines of a file that were read at once.
///
/// A line ends with LF; a CR before the LF is not part of the line. The last line of a file may lack its LF.
package struct LineBlock: InputBlock {
    /// The next line of a block.
    package enum Line {
        /// A line, as a range of ``LineBlock/bytes``.
        case line(Range<Int>)
        /// A line with more bytes than allowed.
        case tooLong
    }

    package var reading = BlockReading()
    /// The storage, of which ``LineSource`` fills a part.
    package internal(set) var bytes: [UInt8] = []
    /// The file, and the number of the line returned last.
    package internal(set) var location = LineLocation(file: InputFile.standardInput, isOneOfMany: false)
    /// The offsets of the first byte not yet returned, and of the end of the lines.
    var position = 0
    var end = 0
    /// Whether the block stands for a line that was too long to be kept.
    var isSkipped = false

    package init() {}

    package var isConverted: Bool { position >= end && !isSkipped }

    /// Empties the block, and releases the storage of a line that was much longer than others.
    mutating func reset() {
        reading = BlockReading()
        (position, end, isSkipped) = (0, 0, false)
        if bytes.count > BlockReader.blockBytes * 2 { bytes = [] }
    }

    /// Returns the next line, or nil at the end of the block.
    ///
    /// - Parameter maximum: The most bytes that a line may have.
    package mutating func next(_ maximum: Int) -> Line? {
        if isSkipped {
            isSkipped = false
            location.number += 1
            return .tooLong
        }
        guard position < end else { return nil }
        let start = position
        let newline = LineBlock.first(in: bytes, start..<end) ?? end
        position = newline + 1
        location.number += 1
        let last = newline > start && bytes[newline - 1] == UInt8(ascii: "\r") ? newline - 1 : newline
        return last - start > maximum ? .tooLong : .line(start..<last)
    }

    /// Returns the offset of the first LF in a range.
    static func first(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        bytes.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress,
                let found = memchr(base + range.lowerBound, Int32(UInt8(ascii: "\n")), range.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Returns the offset of the last LF in a range.
    static func last(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        bytes.withUnsafeBytes { bytes -> Int? in
            var offset = range.upperBound
            while offset > range.lowerBound {
                offset -= 1
                if bytes[offset] == UInt8(ascii: "\n") { return offset }
            }
            return nil
        }
    }

    /// Returns the number of LF in a range.
    static func count(in bytes: [UInt8], _ range: Range<Int>) -> Int {
        bytes.withUnsafeBytes { bytes in
            var count = 0
            var start = range.lowerBound
            while start < range.upperBound {
                // A sum of bytes is computed for many bytes at once, and this many do not overflow it.
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 128, range.upperBound)])
                var sum: UInt8 = 0
                for index in 0..<part.count { sum &+= part[index] == UInt8(ascii: "\n") ? 1 : 0 }
                count += Int(sum)
                start += part.count
            }
            return count
        }
    }
}

#endif
