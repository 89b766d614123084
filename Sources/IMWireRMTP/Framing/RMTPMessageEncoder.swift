// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An encoder that writes packets as WebSocket messages (RMTP-050, RMTP-110).
///
/// ```swift
/// let encoder = RMTPMessageEncoder(RMTPFormat(.up))
/// let message = try encoder.encode(packet)
/// ```
public struct RMTPMessageEncoder: Sendable {
    /// The direction and the version agreed with the peer.
    public let format: RMTPFormat
    /// The encoding of characters beyond the BMP in the strings of packets (RMTP-025).
    public let encoding: FrameTextEncoding
    /// The limits that the peer is expected to have.
    public let limits: RMTPLimits

    /// Creates an encoder for packets of the given direction and version.
    public init(_ format: RMTPFormat, encoding: FrameTextEncoding = .cesu8, limits: RMTPLimits = RMTPLimits()) {
        self.format = format
        self.encoding = encoding
        self.limits = limits
    }

    /// Writes a packet into `output`.
    ///
    /// - Throws: `encode.*` if the packet cannot be written; `output` is then unchanged.
    @_lifetime(output: copy output)
    public func encode(
        _ packet: RMTPPacket, into output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        try write(packet, into: &output)
    }

    /// Returns the bytes of a packet.
    ///
    /// - Throws: `encode.*` if the packet cannot be written.
    public func encode(_ packet: RMTPPacket) throws(EncodeError) -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(packet, into: &bytes)
        return bytes
    }

    /// Appends a packet to `buffer`, without allocating if its capacity is large enough.
    public func encode(_ packet: RMTPPacket, into buffer: inout [UInt8]) throws(EncodeError) {
        // The most frequent packets are written by their own type; the others are unwrapped from the enumeration at
        // each step.
        switch packet {
        case .publish(let packet): try append(packet, to: &buffer)
        case .queryAck(let packet): try append(packet, to: &buffer)
        default: try append(packet, to: &buffer)
        }
    }

    /// Appends a packet of a known type.
    @inline(__always)
    func append(_ packet: some FramePacket, to buffer: inout [UInt8]) throws(EncodeError) {
        try buffer.append { (room) throws(EncodeError) in try write(packet, into: &room) }
    }

    @inline(__always)
    @_lifetime(output: copy output)
    private func write(
        _ packet: some FramePacket, into output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        let body = try counted(packet)
        let needed = body.position + 1
        if needed > output.count { return .needs(needed) }
        output.set(packet.header.rawValue, 0)
        var writer = FrameWriter(body, at: 1)
        try packet.write(&writer, &output)
        return .written(needed)
    }

    /// Counts the bytes of a body, and throws if the packet cannot be written.
    @inline(__always)
    func counted(_ packet: some FramePacket) throws(EncodeError) -> FrameWriter {
        // RMTP-113
        if RMTPHeader.fit(packet.header.type, format.direction) != .proper { throw EncodeError(.direction) }
        var counter = FrameWriter(counting: format, encoding)
        var nowhere = MutableSpan<UInt8>()
        try packet.write(&counter, &nowhere)
        if counter.position > limits.packetBytes { throw EncodeError(.size) }  // RMTP-115
        return counter
    }
}
