// SPDX-License-Identifier: Apache-2.0

#if Tools

/// A reader of a command's files that reads them in large blocks, one file after the other.
package struct BlockReader: ~Copyable {
    /// The number of bytes that a block has unless a line is longer.
    package static let blockBytes = 256 * 1024

    /// The file being read, at line 0.
    package private(set) var location = LineLocation(file: InputFile.standardInput, isOneOfMany: false)
    /// The number of bytes read from the file.
    package private(set) var bytesRead = 0

    private let names: [String]
    /// The number of files that have been opened.
    private var opened = 0
    private var file: InputFile?
    /// The most bytes that are read at once.
    private let most: Int

    /// Creates a reader of files, or of standard input if there are none.
    ///
    /// - Parameter most: The most bytes that are read at once, for tests.
    package init(_ names: [String], most: Int = blockBytes) {
        self.names = names.isEmpty ? [InputFile.standardInput] : names
        self.most = most
    }

    /// Opens the next file; returns false after the last one.
    package mutating func open() throws(InputError) -> Bool {
        file = nil
        guard opened < names.count else { return false }
        let name = names[opened]
        opened += 1
        bytesRead = 0
        location = LineLocation(file: name, isOneOfMany: names.count > 1)
        file = try InputFile(name)
        return true
    }

    /// Reads the bytes that are available after the first `kept` bytes of `buffer`, which grows as needed; returns
    /// their number, which is 0 at the end of the file.
    package mutating func read(into buffer: inout [UInt8], after kept: Int) throws(InputError) -> Int {
        if buffer.count < kept + BlockReader.blockBytes / 2 {
            let wanted = kept + max(kept / 4, BlockReader.blockBytes)
            buffer.append(contentsOf: repeatElement(0, count: wanted - buffer.count))
        }
        guard let count = try file?.read(into: &buffer, at: kept, most: most) else { return 0 }
        bytesRead += count
        return count
    }

    /// Whether the next read does not have to wait.
    package var isReady: Bool {
        switch file {
        case .some(let file): file.isReady
        case nil: true
        }
    }
}

#endif
