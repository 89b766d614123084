// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform

/// Reads a file from its first byte to its last, 64 KiB at a time.
package struct ChunkReader: ~Copyable {
    /// How many bytes have been read.
    package private(set) var bytesRead = 0

    private let file: InputFile
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Starts at a file's first byte.
    package init(_ file: consuming InputFile) {
        self.file = file
    }

    /// Hands the next bytes to `body`, as many as are there; false at the file's end.
    package mutating func next(_ body: (Span<UInt8>) -> Void) throws(InputError) -> Bool {
        while true {
            let count = read(file.descriptor, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw InputError(file.name, errno)
            }
            if count == 0 { return false }
            bytesRead += count
            body(buffer.span.extracting(0..<count))
            return true
        }
    }
}

#endif
