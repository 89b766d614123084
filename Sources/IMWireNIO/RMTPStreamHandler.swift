// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore

/// A packet that has arrived, or what is wrong with one.
public typealias RMTPArrival = Result<RMTPPacket, StreamFault>

/// Reads binary packets of a TCP stream where they lie in the buffer of a channel (RMTP-080).
///
/// A fault is a value; after one of scope `connection` the rest is passed over.
public final class RMTPStreamDecoder: NIOSingleStepByteToMessageDecoder {
    /// What is passed on.
    public typealias InboundOut = RMTPArrival

    private var decoder: StreamDecoder

    /// Starts at the first byte of a stream.
    public init(
        _ format: RMTPFormat, key: StreamKey? = nil, mode: DecodingMode = .lenient, limits: RMTPLimits = RMTPLimits()
    ) {
        decoder = StreamDecoder(format, key: key, mode: mode, limits: limits)
    }

    /// Reads the next one; nil where more bytes are needed.
    public func decode(buffer: inout ByteBuffer) throws -> RMTPArrival? {
        var position = 0
        let arrival = RMTPStreamDecoder.next(&decoder, buffer.readableBytesUInt8Span, &position)
        buffer.moveReaderIndex(forwardBy: position)
        return arrival
    }

    private static func next(
        _ decoder: inout StreamDecoder, _ bytes: Span<UInt8>, _ position: inout Int
    ) -> RMTPArrival? {
        switch decoder.next(in: bytes, from: &position) {
        case .needMore: nil
        case .packet(let view): .success(RMTPPacket(view))
        case .fault(let fault): .failure(fault)
        }
    }

    /// Reads what is left at the end.
    public func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> RMTPArrival? {
        if let arrival = try decode(buffer: &buffer) { return arrival }
        guard seenEOF else { return nil }
        let fault = decoder.finish(buffer.readableBytesUInt8Span)
        buffer.clear()
        return fault.map { .failure($0) }
    }
}

extension RMTPPacket {
    /// The packet without what a version does not have: a target in a PUBLISH down of version 2 (RMTP-030).
    func fitting(_ format: RMTPFormat) -> RMTPPacket {
        guard case .publish(var packet) = self, format.direction == .down, format.version == .two else { return self }
        packet.targetId = nil
        return .publish(packet)
    }
}

/// Writes binary packets onto a TCP stream.
public final class RMTPStreamEncoder: MessageToByteEncoder {
    /// What is to be written.
    public typealias OutboundIn = RMTPPacket

    private let format: RMTPFormat
    private let encoder: StreamEncoder

    /// Writes packets of this direction and version.
    public init(_ format: RMTPFormat, key: StreamKey? = nil, limits: RMTPLimits = RMTPLimits()) {
        self.format = format
        encoder = StreamEncoder(format, key: key, limits: limits)
    }

    /// Writes one.
    public func encode(data: RMTPPacket, out: inout ByteBuffer) throws {
        let packet = data.fitting(format)
        try out.append { (room) throws(EncodeError) in try encoder.encode(packet, into: &room) }
    }
}

#endif
