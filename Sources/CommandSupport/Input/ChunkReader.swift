// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform

/// A reader that reads a file from its first byte to its last, up to 64 KiB at a time.
package struct ChunkReader: ~Copyable {
    /// The number of bytes read.
    package private(set) var bytesRead = 0

    private let file: InputFile
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Creates a reader at the first byte of a file.
    package init(_ file: consuming InputFile) {
        self.file = file
    }

    /// Passes the next bytes, as many as are available, to `body`; returns false at the end of the file.
    package mutating func next(_ body: (Span<UInt8>) -> Void) throws(InputError) -> Bool {
        let count = try file.read(into: &buffer)
        if count == 0 { return false }
        bytesRead += count
        body(buffer.span.extracting(0..<count))
        return true
    }
}

#endif
