// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore
import NIOWebSocket

/// A handler for binary packets on a WebSocket, where each message is one packet (RMTP-050).
///
/// The handler answers WebSocket pings and closes itself. A text message is a fault that closes the connection. A
/// packet that cannot be encoded is not written: its promise fails, and ``UnwrittenError`` is fired as an error.
public final class RMTPWebSocketHandler: ChannelDuplexHandler {
    /// The type of inbound data.
    public typealias InboundIn = WebSocketFrame
    /// The type of inbound data that the handler emits.
    public typealias InboundOut = RMTPArrival
    /// The type of outbound data that the handler accepts.
    public typealias OutboundIn = RMTPPacket
    /// The type of outbound data that the handler emits.
    public typealias OutboundOut = WebSocketFrame

    private let decoder: RMTPMessageDecoder
    private let encoder: RMTPMessageEncoder
    private let control: WebSocketControl

    /// Creates a handler that writes packets in one direction and reads those in the other.
    ///
    /// - Parameters:
    ///   - direction: The direction of the packets that are written.
    ///   - version: The version of the packets.
    ///   - mode: Whether known deviations are accepted.
    ///   - limits: The limits of the packets that are read and written.
    public init(
        writing direction: RMTPDirection, _ version: RMTPVersion = .three, mode: DecodingMode = .lenient,
        limits: RMTPLimits = RMTPLimits()
    ) {
        let isClient = direction == .up
        control = WebSocketControl(isClient: isClient)
        decoder = RMTPMessageDecoder(RMTPFormat(isClient ? .down : .up, version), mode: mode, limits: limits)
        encoder = RMTPMessageEncoder(RMTPFormat(direction, version), limits: limits)
    }

    /// Answers control frames, and decodes a binary message into a packet.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = RMTPWebSocketHandler.unwrapInboundIn(data)
        guard control.isMessage(frame, context) else { return }
        if frame.opcode == .binary {
            let message = frame.unmaskedData
            let arrival: RMTPArrival
            do throws(DecodeError) {
                arrival = .success(try decoder.decode(message.readableBytesUInt8Span).value)
            } catch {
                arrival = .failure(StreamFault(error))
            }
            context.fireChannelRead(RMTPWebSocketHandler.wrapInboundOut(arrival))
        } else {
            let fault = StreamFault(DecodeError(.packetEmpty, offset: 0), scope: .connection)
            context.fireChannelRead(RMTPWebSocketHandler.wrapInboundOut(.failure(fault)))
            control.close(context, .unacceptableData)
        }
    }

    /// Writes a packet as one binary frame; if it cannot be encoded, its promise fails and ``UnwrittenError`` is fired.
    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let packet = RMTPWebSocketHandler.unwrapOutboundIn(data).fitting(encoder.format)
        var buffer = context.channel.allocator.buffer(capacity: 0)
        do throws(EncodeError) {
            try buffer.append { (room) throws(EncodeError) in try encoder.encode(packet, into: &room) }
        } catch {
            let unwritten = UnwrittenError(error: error)
            promise?.fail(unwritten)
            context.fireErrorCaught(unwritten)
            return
        }
        context.write(RMTPWebSocketHandler.wrapOutboundOut(control.frame(.binary, buffer)), promise: promise)
    }

    /// Sends a close frame before the channel's output is closed.
    public func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output { control.close(context, .normalClosure) }
        context.close(mode: mode, promise: promise)
    }
}

#endif
