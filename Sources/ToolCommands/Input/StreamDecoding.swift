// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport

/// A decoder of the items of a stream, whose memory does not grow with the stream.
protocol StreamDecoding: ~Copyable {
    /// Whether the rest of the stream is not read.
    var isClosed: Bool { get }
    /// Reads the next bytes, and writes the items that are complete.
    mutating func feed(_ bytes: Span<UInt8>)
    /// Writes what is left at the end of the stream.
    mutating func finish()
}

extension ItemOutput {
    /// Decodes files, each of which is a stream, and finishes the command.
    func decode<Decoding: StreamDecoding & ~Copyable>(
        _ files: [String], _ begin: (LineLocation) -> Decoding
    ) throws {
        let exit = InputFile.forEach(files) { (file) throws(InputError) in
            var chunks = ChunkReader(try InputFile(file.file))
            var decoding = begin(file)
            while !decoding.isClosed {
                let before = chunks.bytesRead
                guard try chunks.next({ decoding.feed($0) }) else { break }
                advance(chunks.bytesRead - before)
            }
            decoding.finish()
            if chunks.bytesRead == 0 { Console.complain("\(file.title) is empty (0 bytes)") }
        }
        try finish(exit)
    }
}

#endif
