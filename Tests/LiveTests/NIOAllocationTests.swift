// SPDX-License-Identifier: Apache-2.0

#if Live

import CAllocations
import IMWire
import IMWireNIO
import IMWireRMTP
import NIOCore
import Testing

/// The memory that decoders and encoders on channels allocate for a frame.
///
/// The limits are those of a build without optimization, which an optimized build does not exceed. With a frame of
/// 20,000 bytes, an extra copy is visible in the number of bytes.
@Suite("Allocations on channels", .enabled(if: imwire_counts_allocations()))
struct NIOAllocationTests {
    private static let framings: [ChatFraming] = [.packets, .lines(.lf, .json), .lines(.lf, .base64)]
    /// Returns the average allocations and bytes of one call, after calls that warm up the buffers.
    private func measure(_ body: () throws -> Void) rethrows -> (count: Double, bytes: Int) {
        for _ in 0..<3 { try body() }
        let (count, bytes) = (imwire_allocations(), imwire_allocated_bytes())
        for _ in 0..<20 { try body() }
        return (Double(imwire_allocations() - count) / 20, Int(imwire_allocated_bytes() - bytes) / 20)
    }

    private func message(_ size: Int) -> EncodedChatMessage {
        EncodedChatMessage(text(String(repeating: "x", count: size), to: "b"))
    }

    @Test("A chat message is encoded into the channel's buffer without a copy", arguments: framings)
    func chatEncoding(_ framing: ChatFraming) throws {
        var encoder = ChatUnitEncoder(framing)
        var buffer = ByteBuffer()
        for size in [100, 20_000] {
            let message = [message(size)]
            let (count, bytes) = try measure {
                buffer.clear()
                try encoder.encode(message, into: &buffer)
            }
            #expect(buffer.readableBytes > size)
            #expect(count == 0 && bytes == 0, "\(count) allocations, \(bytes) bytes")
        }
    }

    @Test("A chat message is decoded in place, and only its own text is copied", arguments: framings)
    func chatDecoding(_ framing: ChatFraming) throws {
        for size in [100, 20_000] {
            var encoder = ChatUnitEncoder(framing)
            var frame = ByteBuffer()
            try encoder.encode([message(size)], into: &frame)
            let decoder = ChatUnitDecoder(framing)
            var unit: ChatUnit?
            let (count, bytes) = measure {
                var buffer = frame
                unit = decoder.decode(buffer: &buffer)
            }
            #expect(unit?.messages.count == 1)
            // The message with its members, most of which are empty, and one copy of its text.
            #expect(count <= 32 && bytes < size + 2_500, "\(count) allocations, \(bytes) bytes")
        }
    }

    @Test("A packet is encoded into the channel's buffer and decoded with one copy of its data")
    func packets() throws {
        let key = try RMTPStreamKey([1, 2, 3, 4, 5, 6, 7, 8])
        let encoder = RMTPChannelEncoder(RMTPFormat(.up), key: key)
        let decoder = RMTPChannelDecoder(RMTPFormat(.up), key: key)
        var frame = ByteBuffer()
        for size in [100, 20_000] {
            let packet = RMTPPacket.query(
                QueryPacket(topic: "pullMsg", targetID: "u", messageID: 1, data: [UInt8](repeating: 7, count: size)))
            let written = try measure {
                frame.clear()
                try encoder.encode(data: packet, out: &frame)
            }
            var arrival: RMTPArrival?
            let read = measure {
                var buffer = frame
                arrival = decoder.decode(buffer: &buffer)
            }
            #expect(arrival == .success(packet))
            #expect(written.count == 0, "\(written)")
            #expect(read.count == 1 && read.bytes < size + 100, "\(read)")
        }
    }
}

#endif
