// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An encoder that writes packets to a TCP stream (RMTP-080).
///
/// ```swift
/// let encoder = RMTPFrameEncoder(RMTPFormat(.up))
/// var buffer: [UInt8] = []
/// try encoder.encode(packet, into: &buffer)
/// ```
public struct RMTPFrameEncoder: Sendable {
    private let messages: RMTPMessageEncoder
    private let key: RMTPStreamKey?

    /// Creates an encoder for packets of the given direction and version.
    public init(
        _ format: RMTPFormat, key: RMTPStreamKey? = nil, encoding: FrameTextEncoding = .cesu8,
        limits: RMTPLimits = RMTPLimits()
    ) {
        messages = RMTPMessageEncoder(format, encoding: encoding, limits: limits)
        self.key = key
    }

    /// Writes a packet into `output`.
    ///
    /// - Throws: `encode.*` if the packet cannot be written; `output` is then unchanged.
    @_lifetime(output: copy output)
    public func encode(
        _ packet: RMTPPacket, into output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        let body = try messages.counted(packet)
        let length = body.position
        if length > StreamPrefix.mostBytes { throw EncodeError(.size) }  // RMTP-115
        let start = StreamPrefix.byteCount(bodyLength: length)
        let needed = start + length
        if needed > output.count { return .needs(needed) }
        StreamPrefix.write(packet.header, bodyLength: length, into: &output)
        var writer = FrameWriter(body, at: start)
        try packet.write(&writer, &output)
        key?.apply(&output, from: start, to: needed)
        return .written(needed)
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
        try buffer.append { (room) throws(EncodeError) in try encode(packet, into: &room) }
    }
}
