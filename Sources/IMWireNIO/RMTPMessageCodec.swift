// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore

/// The packets in the messages of a WebSocket, where each message is one packet (RMTP-050).
struct RMTPMessageCodec {
    private let decoder: RMTPMessageDecoder
    private let encoder: RMTPMessageEncoder

    /// Creates a codec that writes packets in one direction and reads those in the other.
    init(writing direction: RMTPDirection, _ version: RMTPVersion, mode: DecodingMode = .lenient, limits: RMTPLimits) {
        decoder = RMTPMessageDecoder(RMTPFormat(direction == .up ? .down : .up, version), mode: mode, limits: limits)
        encoder = RMTPMessageEncoder(RMTPFormat(direction, version), limits: limits)
    }

    /// The fault in a text message, which closes the connection.
    static var textMessage: RMTPArrival {
        .failure(StreamFault(DecodeError(.packetEmpty, offset: 0), scope: .connection))
    }

    /// Decodes the packet in a binary message.
    func arrival(_ message: Span<UInt8>) -> RMTPArrival {
        do throws(DecodeError) {
            return .success(try decoder.decode(message).value)
        } catch {
            return .failure(StreamFault(error))
        }
    }

    /// Appends the packet as the data of a message, without the fields that the version does not have.
    func append(_ packet: RMTPPacket, to buffer: inout ByteBuffer) throws(EncodeError) {
        let packet = packet.fitting(encoder.format)
        try buffer.append { (room) throws(EncodeError) in try encoder.encode(packet, into: &room) }
    }
}

extension ChannelHandlerContext {
    /// Reports a packet that cannot be encoded and is not written: its promise fails, and ``UnwrittenError`` is fired.
    func reject(_ error: EncodeError, _ promise: EventLoopPromise<Void>?) {
        let unwritten = UnwrittenError(error: error)
        promise?.fail(unwritten)
        fireErrorCaught(unwritten)
    }
}

#endif
