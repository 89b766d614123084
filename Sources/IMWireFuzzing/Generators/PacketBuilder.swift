// SPDX-License-Identifier: Apache-2.0

import CZlib
import IMWireTestSupport

/// A builder that writes packets byte by byte according to `Spec/framing.md`, with zlib's CRC and without the codec's
/// writers (FRM-030).
package enum PacketBuilder {
    /// The first bytes of every packet.
    static let magic: [UInt8] = [0xfa, 0xce]
    /// The length of a header without further fields.
    package static let header = 24
    package static let deflateFlag = 1
    package static let fragmentFlag = 2
    package static let batchFlag = 4

    package static func packet(type: Int, flags: Int, sequence: UInt32, payload: [UInt8], extra: [UInt8] = [])
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(header + extra.count + payload.count)
        begin(&bytes, type: type, flags: flags, sequence: sequence, length: payload.count, extra: extra)
        bytes += payload
        seal(&bytes, at: 0, length: bytes.count)
        return bytes
    }

    /// Appends a header without its checksums.
    private static func begin(
        _ bytes: inout [UInt8], type: Int, flags: Int, sequence: UInt32, length: Int, extra: [UInt8] = []
    ) {
        append(0xface_0100 | UInt32(header + extra.count), to: &bytes)
        append(UInt32(truncatingIfNeeded: type & 0xff) << 24 | UInt32(truncatingIfNeeded: flags & 0xffff), to: &bytes)
        append(sequence, to: &bytes)
        append(UInt32(length), to: &bytes)
        append(0, to: &bytes)
        append(0, to: &bytes)
        bytes += extra
    }

    /// Appends four bytes in big-endian order.
    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes both checksums of the packet at `start` (FRM-039, FRM-040).
    package static func seal(_ bytes: inout [UInt8], at start: Int, length: Int) {
        guard start + header <= bytes.count else { return }
        let check = crc(bytes, start..<start + 16, 0)
        write(check, &bytes, at: start + 16)
        let end = min(bytes.count, start + length)
        write(crc(bytes, start + header..<max(start + header, end), check), &bytes, at: start + 20)
    }

    package static func fragments(_ unit: [UInt8], flags: Int, sequence: UInt32, size: Int) -> [[UInt8]] {
        let size = max(1, size)
        let count = (unit.count + size - 1) / size
        guard count > 1, count < 65_536 else {
            return [packet(type: 2, flags: flags, sequence: sequence, payload: unit)]
        }
        return (0..<count).map { index in
            let start = index * size
            let part = unit[start..<min(unit.count, start + size)]
            var bytes: [UInt8] = []
            bytes.reserveCapacity(header + 12 + part.count)
            begin(&bytes, type: 2, flags: flags | fragmentFlag, sequence: sequence, length: 12 + part.count)
            append(UInt32(index) << 16 | UInt32(count), to: &bytes)
            append(UInt32(unit.count), to: &bytes)
            append(UInt32(start), to: &bytes)
            bytes += part
            seal(&bytes, at: 0, length: bytes.count)
            return bytes
        }
    }

    /// Returns a deflated unit, preceded by its length (FRM-060).
    package static func deflated(_ unit: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        return withUnsafeMutablePointer(to: &stream) { stream in
            // A short unit needs only the smallest window, which is initialized in a fraction of the time.
            let isShort = unit.count <= 512
            guard
                deflateInit2_(
                    stream, 6, Z_DEFLATED, isShort ? 9 : 15, isShort ? 1 : 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                    Int32(MemoryLayout<z_stream>.size)) == Z_OK
            else { return [0, 0, 0, 0] }
            defer { deflateEnd(stream) }
            let room = Int(deflateBound(stream, UInt(unit.count)))
            return [UInt8](unsafeUninitializedCapacity: 4 + room) { output, count in
                for index in 0..<4 { output[index] = UInt8(truncatingIfNeeded: unit.count >> (24 - 8 * index)) }
                unit.withUnsafeBufferPointer { input in
                    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                    stream.pointee.avail_in = UInt32(input.count)
                    stream.pointee.next_out = output.baseAddress.map { $0 + 4 }
                    stream.pointee.avail_out = UInt32(room)
                    deflate(stream, Z_FINISH)
                }
                count = 4 + Int(stream.pointee.total_out)
            }
        }
    }

    /// Returns the result of one-shot inflation with zlib, of at most `limit` bytes, or nil if zlib refuses the stream.
    package static func inflated(_ stream: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: max(1, limit))
        var length = UInt(limit)
        var consumed = UInt(stream.count)
        let result = stream.withUnsafeBufferPointer { uncompress2(&output, &length, $0.baseAddress, &consumed) }
        guard result == Z_OK, consumed == UInt(stream.count) else { return nil }
        output.removeSubrange(Int(length)...)
        return output
    }

    /// Returns a batch of messages with their lengths (FRM-066).
    package static func batch(_ messages: [[UInt8]]) -> [UInt8] {
        var unit: [UInt8] = []
        unit.reserveCapacity(messages.reduce(4) { $0 + 4 + $1.count })
        append(UInt32(messages.count), to: &unit)
        for message in messages {
            append(UInt32(message.count), to: &unit)
            unit += message
        }
        return unit
    }

    /// Returns the four-byte big-endian number at `offset`, or 0 beyond the end.
    package static func read32(_ bytes: [UInt8], at offset: Int) -> Int {
        guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
        return Int(bytes[offset]) << 24 | Int(bytes[offset + 1]) << 16 | Int(bytes[offset + 2]) << 8
            | Int(bytes[offset + 3])
    }

    /// Writes a four-byte number if it fits.
    package static func write(_ value: UInt32, _ bytes: inout [UInt8], at offset: Int) {
        guard offset >= 0, offset + 4 <= bytes.count else { return }
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
    }

    /// Returns zlib's CRC-32 of a range, continued from `value`.
    package static func crc(_ bytes: [UInt8], _ range: Range<Int>, _ value: UInt32) -> UInt32 {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, !range.isEmpty else { return value }
            return UInt32(truncatingIfNeeded: unsafe crc32(UInt(value), base + range.lowerBound, UInt32(range.count)))
        }
    }
}
