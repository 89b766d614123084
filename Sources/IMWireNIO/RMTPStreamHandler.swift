// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore

/// A received packet, or a fault in one.
public typealias RMTPArrival = Result<RMTPPacket, StreamFault>

/// A decoder that reads the binary packets of a TCP stream in place from the buffer of a channel (RMTP-080).
///
/// A fault is a value. After a fault of scope `connection`, the remaining bytes are discarded.
///
/// ```swift
/// let decoder = ByteToMessageHandler(RMTPChannelDecoder(RMTPFormat(.up)))
/// let encoder = MessageToByteHandler(RMTPChannelEncoder(RMTPFormat(.down)))
/// try channel.pipeline.syncOperations.addHandlers(decoder, encoder)
/// ```
public final class RMTPChannelDecoder: NIOSingleStepByteToMessageDecoder {
    /// The type of inbound data that the decoder emits.
    public typealias InboundOut = RMTPArrival

    private var decoder: RMTPFrameDecoder

    /// Creates a decoder for a new stream.
    public init(
        _ format: RMTPFormat, key: RMTPStreamKey? = nil, mode: DecodingMode = .lenient,
        limits: RMTPLimits = RMTPLimits()
    ) {
        decoder = RMTPFrameDecoder(format, key: key, mode: mode, limits: limits)
    }

    /// Decodes the next packet, and returns nil if more bytes are needed.
    public func decode(buffer: inout ByteBuffer) -> RMTPArrival? {
        var position = 0
        let arrival = RMTPChannelDecoder.next(&decoder, buffer.readableBytesUInt8Span, &position)
        buffer.moveReaderIndex(forwardBy: position)
        return arrival
    }

    private static func next(
        _ decoder: inout RMTPFrameDecoder, _ bytes: Span<UInt8>, _ position: inout Int
    ) -> RMTPArrival? {
        switch decoder.next(in: bytes, from: &position) {
        case .needMore: nil
        case .packet(let view): .success(RMTPPacket(view))
        case .fault(let fault): .failure(fault)
        }
    }

    /// Decodes the remaining bytes at the end of the stream.
    public func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) -> RMTPArrival? {
        if let arrival = decode(buffer: &buffer) { return arrival }
        guard seenEOF else { return nil }
        let fault = decoder.finish(buffer.readableBytesUInt8Span)
        buffer.clear()
        return fault.map { .failure($0) }
    }
}

extension RMTPPacket {
    /// Returns the packet without fields that the version does not have: version 2 has no target in a PUBLISH from the
    /// service (RMTP-030).
    func fitting(_ format: RMTPFormat) -> RMTPPacket {
        guard case .publish(var packet) = self, format.direction == .down, format.version == .two else { return self }
        packet.targetID = nil
        return .publish(packet)
    }
}

/// An encoder that writes binary packets to a TCP stream.
public final class RMTPChannelEncoder: MessageToByteEncoder {
    /// The type of outbound data.
    public typealias OutboundIn = RMTPPacket

    private let format: RMTPFormat
    private let encoder: RMTPFrameEncoder

    /// Creates an encoder for packets of a direction and version.
    public init(_ format: RMTPFormat, key: RMTPStreamKey? = nil, limits: RMTPLimits = RMTPLimits()) {
        self.format = format
        encoder = RMTPFrameEncoder(format, key: key, limits: limits)
    }

    /// Encodes one packet.
    public func encode(data: RMTPPacket, out: inout ByteBuffer) throws {
        let packet = data.fitting(format)
        try out.append { (room) throws(EncodeError) in try encoder.encode(packet, into: &room) }
    }
}

#endif
