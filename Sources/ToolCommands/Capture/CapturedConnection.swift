// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWireConformance
import IMWireRMTP

/// A TCP connection in a capture, which numbers and acknowledges bytes so that a reader can reassemble the stream.
struct CapturedConnection {
    private struct End {
        var address: [UInt8]
        var port: UInt16
        var sequence: UInt32
    }

    private struct Flags {
        static let fin: UInt8 = 0x01
        static let syn: UInt8 = 0x02
        static let push: UInt8 = 0x08
        static let ack: UInt8 = 0x10
    }

    private(set) var isOpen = false
    private var client: End
    private var server: End
    private var identification: UInt16 = 0

    /// Creates a connection from its number and the server's port, with addresses reserved for documentation.
    init(_ number: Int, port: UInt16) {
        let number = UInt32(truncatingIfNeeded: number)
        client = End(
            address: [192, 0, 2, 1], port: UInt16(49_152 + number % 16_384), sequence: 1000 &+ number &* 1_000_000)
        server = End(address: [198, 51, 100, 1], port: port, sequence: 5000 &+ number &* 1_000_000)
    }

    /// Opens the connection with SYN, SYN-ACK and ACK.
    mutating func open(at time: Int, into file: inout PcapWriter) {
        guard !isOpen else { return }
        isOpen = true
        send(.up, Flags.syn, [], time, &file)
        send(.down, Flags.syn | Flags.ack, [], time, &file)
        send(.up, Flags.ack, [], time, &file)
    }

    /// Sends bytes in segments of at most `size` bytes, each of which the other end acknowledges.
    mutating func send(
        _ direction: RMTPDirection, _ bytes: [UInt8], size: Int, at time: Int, into file: inout PcapWriter
    ) {
        open(at: time, into: &file)
        var rest = bytes[...]
        while !rest.isEmpty {
            let segment = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            send(direction, Flags.push | Flags.ack, segment, time, &file)
            send(direction == .up ? .down : .up, Flags.ack, [], time, &file)
        }
    }

    /// Closes the connection from one end and then from the other.
    mutating func close(_ direction: RMTPDirection, at time: Int, into file: inout PcapWriter) {
        guard isOpen else { return }
        isOpen = false
        let other: RMTPDirection = direction == .up ? .down : .up
        send(direction, Flags.fin | Flags.ack, [], time, &file)
        send(other, Flags.fin | Flags.ack, [], time, &file)
        send(direction, Flags.ack, [], time, &file)
    }

    private mutating func send(
        _ direction: RMTPDirection, _ flags: UInt8, _ payload: [UInt8], _ time: Int, _ file: inout PcapWriter
    ) {
        let (from, to) = direction == .up ? (client, server) : (server, client)
        let isAnswer = flags & Flags.ack != 0
        var segment = big(from.port) + big(to.port) + big(from.sequence) + big(isAnswer ? to.sequence : 0)
        // The header has five words.
        segment += [5 << 4, flags] + big(UInt16(65_535)) + [0, 0, 0, 0] + payload
        let pseudo = from.address + to.address + [0, 6] + big(UInt16(segment.count))
        segment.replaceSubrange(16..<18, with: big(checksum(pseudo + segment)))
        // IPv4 with a header of five words, the flag "do not fragment", 64 hops, and TCP.
        var header: [UInt8] = [4 << 4 | 5, 0] + big(UInt16(20 + segment.count)) + big(identification)
        header += [0x40, 0, 64, 6, 0, 0] + from.address + to.address
        header.replaceSubrange(10..<12, with: big(checksum(header)))
        identification &+= 1
        file.add(header + segment, at: time, toServer: direction == .up)
        // SYN and FIN each consume one sequence number.
        let used = UInt32(payload.count) + (flags & (Flags.syn | Flags.fin) != 0 ? 1 : 0)
        if direction == .up { client.sequence &+= used } else { server.sequence &+= used }
    }

    private func big(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Returns the checksum of IP and TCP, a ones' complement sum over 16-bit words.
    private func checksum(_ bytes: [UInt8]) -> UInt16 {
        var sum: UInt32 = 0
        for index in stride(from: 0, to: bytes.count, by: 2) {
            sum += UInt32(bytes[index]) << 8 | (index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0)
        }
        while sum > 0xffff { sum = sum & 0xffff + sum >> 16 }
        return ~UInt16(sum)
    }
}

#endif
