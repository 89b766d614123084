// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import CZlib
import NIOCore

/// A packet decoder as a user of SwiftNIO would write it: a single-step decoder over byte buffers.
///
/// It makes the codec's checks for a plain message: magic, version, header length, header check, the payload's limit,
/// the checksum, and the flags. zlib computes the checksums.
struct NIOFrameDecoder: NIOSingleStepByteToMessageDecoder {
    typealias InboundOut = Frame

    struct Frame {
        var type: UInt8
        var flags: UInt16
        var sequence: UInt32
        var payload: ByteBuffer
    }

    struct InvalidFrame: Error {}

    /// Whether payload checksums are compared; the header check is always compared.
    var comparesChecksums: Bool

    mutating func decode(buffer: inout ByteBuffer) throws -> Frame? {
        let start = buffer.readerIndex
        guard
            let (magic, version, headerLength, type, _, flags, sequence, length, check, checksum) =
                buffer.peekMultipleIntegers(
                    as: (UInt16, UInt8, UInt8, UInt8, UInt8, UInt16, UInt32, UInt32, UInt32, UInt32).self)
        else { return nil }
        guard magic == 0xface, version == 1, headerLength >= 24, length <= 1_048_576 else { throw InvalidFrame() }
        let header = buffer.viewBytes(at: start, length: 16).map { Self.sum($0, crc32(0, nil, 0)) }
        guard header == UInt(check) else { throw InvalidFrame() }
        let total = Int(headerLength) + Int(length)
        guard buffer.readableBytes >= total else { return nil }
        if comparesChecksums {
            let rest = buffer.viewBytes(at: start + 24, length: total - 24).map { Self.sum($0, UInt(check)) }
            guard rest == UInt(checksum) else { throw InvalidFrame() }
        }
        guard flags & 0xfff0 == 0 else { throw InvalidFrame() }
        buffer.moveReaderIndex(forwardBy: Int(headerLength))
        guard let payload = buffer.readSlice(length: Int(length)) else { return nil }
        return Frame(type: type, flags: flags, sequence: sequence, payload: payload)
    }

    mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> Frame? {
        try decode(buffer: &buffer)
    }

    private static func sum(_ bytes: ByteBufferView, _ before: UInt) -> UInt {
        bytes.withUnsafeBytes { crc32(before, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count)) }
    }
}

/// A reader that passes a stream of packets to SwiftNIO in chunks.
final class NIOFrameReader {
    private let chunks: [ByteBuffer]
    private let comparesChecksums: Bool

    init(_ stream: [UInt8], chunk: Int, comparesChecksums: Bool) {
        self.comparesChecksums = comparesChecksums
        chunks = stride(from: 0, to: stream.count, by: chunk).map {
            ByteBuffer(bytes: stream[$0..<min($0 + chunk, stream.count)])
        }
    }

    /// Reads the stream and returns the total number of payload bytes, or -1 on an error.
    func read() -> Int {
        var total = 0
        let processor = NIOSingleStepByteToMessageProcessor(NIOFrameDecoder(comparesChecksums: comparesChecksums))
        for chunk in chunks {
            do { try processor.process(buffer: chunk) { total += $0.payload.readableBytes } } catch { return -1 }
        }
        return total
    }
}

#endif
