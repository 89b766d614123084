// SPDX-License-Identifier: Apache-2.0

#if Tools

/// A source of the lines of a command's files, whose blocks end between lines.
///
/// A block grows only as far as the longest line allowed requires. What is longer is skipped without being kept.
package struct LineSource: BlockSource, ~Copyable {
    /// The most bytes that a line may have.
    package let maximum: Int

    private let isChecked: Bool
    private var reader: BlockReader
    private var isOpen = false
    /// The number of lines before the next block.
    private var number = 0
    /// The bytes after the last LF that was read.
    private var rest: [UInt8] = []

    /// Creates a source at the first byte of the first file.
    ///
    /// - Parameter isChecked: Whether a file whose first bytes show that it has another form is an error.
    package init(_ reader: consuming BlockReader, maximum: Int, isChecked: Bool = false) {
        self.reader = reader
        self.isChecked = isChecked
        self.maximum = maximum
    }

    package var isReady: Bool { reader.isReady }

    package mutating func next(into block: inout LineBlock) -> Bool {
        block.reset()
        do throws(InputError) {
            if !isOpen {
                guard try reader.open() else { return false }
                isOpen = true
                number = 0
            }
            block.location = reader.location
            block.location.number = number
            let before = reader.bytesRead
            try fill(&block)
            block.reading.bytes = reader.bytesRead - before
        } catch {
            block.reset()
            block.location = reader.location
            block.reading.notices = [error.message]
            block.reading.exit = .usage
            close()
        }
        return true
    }

    /// Reads until there is a complete line, or until the end of the file.
    private mutating func fill(_ block: inout LineBlock) throws(InputError) {
        var count = rest.count
        if block.bytes.count < count {
            block.bytes.append(contentsOf: repeatElement(0, count: count - block.bytes.count))
        }
        block.bytes.withUnsafeMutableBytes { $0.copyBytes(from: rest) }
        var found = LineBlock.last(in: block.bytes, 0..<count)
        while found == nil {
            // One more byte may be a CR, which is not part of the line.
            if count > maximum + 1 { return try skip(&block) }
            let read = try reader.read(into: &block.bytes, after: count)
            if read == 0 {
                if reader.bytesRead == 0 { block.reading.notices = ["\(block.location.title) is empty (0 lines)"] }
                block.end = count
                return close()
            }
            if isChecked, reader.bytesRead == read, let hint = InputHint.lines(block.bytes[..<read]) {
                throw InputError(reader.location.file, hint)
            }
            found = LineBlock.last(in: block.bytes, count..<count + read)
            count += read
        }
        block.end = (found ?? count - 1) + 1
        number += LineBlock.count(in: block.bytes, 0..<block.end)
        keep(block.bytes, block.end..<count)
    }

    /// Skips the rest of a line that is too long without keeping it.
    private mutating func skip(_ block: inout LineBlock) throws(InputError) {
        while true {
            let read = try reader.read(into: &block.bytes, after: 0)
            if read == 0 {
                close()
                break
            }
            if let newline = LineBlock.first(in: block.bytes, 0..<read) {
                keep(block.bytes, newline + 1..<read)
                break
            }
        }
        number += 1
        block.isSkipped = true
    }

    /// Keeps bytes for the next block.
    private mutating func keep(_ bytes: [UInt8], _ range: Range<Int>) {
        rest.removeAll(keepingCapacity: true)
        rest.append(contentsOf: bytes[range])
    }

    private mutating func close() {
        isOpen = false
        rest.removeAll(keepingCapacity: true)
    }
}

#endif
