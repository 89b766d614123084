// SPDX-License-Identifier: Apache-2.0

#if Tools

/// A block of the items of a stream.
package protocol StreamBlock: InputBlock {
    /// Empties the block and keeps its storage.
    mutating func reset()
}

/// A decoder of one stream, whose memory does not grow with the stream.
package protocol StreamDecoding: ~Copyable {
    associatedtype Block: StreamBlock
    /// Whether the rest of the stream is not read.
    var isClosed: Bool { get }
    /// Appends bytes of the stream.
    mutating func feed(_ bytes: Span<UInt8>)
    /// Ends the stream; returns what there is to complain about at its end, or nil if the fed bytes have to be moved to
    /// blocks first.
    mutating func finish() -> [String]?
    /// Moves items of the fed bytes to a block; returns whether the block is full, so that some may be left.
    mutating func fill(_ block: inout Block) -> Bool
}

/// A source of the items of a command's files, each of which is a stream.
package struct StreamSource<Stream: StreamDecoding & ~Copyable>: BlockSource, ~Copyable {
    private var reader: BlockReader
    private let begin: (LineLocation) -> Stream
    private var stream: Stream
    private var chunk: [UInt8] = []
    private var isOpen = false
    private var hasRest = false
    /// The complaints at the end of the stream, or nil before it.
    private var complaints: [String]?

    /// Creates a source at the first byte of the first file.
    package init(_ reader: consuming BlockReader, _ begin: @escaping (LineLocation) -> Stream) {
        stream = begin(reader.location)
        self.begin = begin
        self.reader = reader
    }

    package var isReady: Bool { hasRest || reader.isReady }

    package mutating func next(into block: inout Stream.Block) -> Bool {
        block.reset()
        do throws(InputError) {
            if !isOpen {
                guard try reader.open() else { return false }
                stream = begin(reader.location)
                isOpen = true
            }
            let before = reader.bytesRead
            try fill(&block)
            block.reading.bytes = reader.bytesRead - before
        } catch {
            block.reading.notices = [error.message]
            block.reading.exit = .usage
            close()
        }
        return true
    }

    /// Reads until there are items, or until the end of the file.
    private mutating func fill(_ block: inout Stream.Block) throws(InputError) {
        while true {
            hasRest = stream.fill(&block)
            if hasRest { return }
            if let complaints {
                block.reading.notices = complaints
                if !complaints.isEmpty { block.reading.exit = .findings }
                if reader.bytesRead == 0 { block.reading.notices.append("\(reader.location.title) is empty (0 bytes)") }
                return close()
            }
            if !block.isConverted { return }
            let count = stream.isClosed ? 0 : try reader.read(into: &chunk, after: 0)
            if count > 0 { feed(chunk, count) } else { complaints = stream.finish() }
        }
    }

    private mutating func feed(_ bytes: [UInt8], _ count: Int) {
        stream.feed(bytes.span.extracting(0..<count))
    }

    private mutating func close() {
        isOpen = false
        complaints = nil
    }
}

#endif
