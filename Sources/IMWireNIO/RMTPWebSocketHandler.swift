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
///
/// ```swift
/// try channel.pipeline.syncOperations.addHandler(RMTPWebSocketHandler(writing: .down))
/// ```
public final class RMTPWebSocketHandler: ChannelDuplexHandler {
    /// The type of inbound data.
    public typealias InboundIn = WebSocketFrame
    /// The type of inbound data that the handler emits.
    public typealias InboundOut = RMTPArrival
    /// The type of outbound data that the handler accepts.
    public typealias OutboundIn = RMTPPacket
    /// The type of outbound data that the handler emits.
    public typealias OutboundOut = WebSocketFrame

    private let codec: RMTPMessageCodec
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
        control = WebSocketControl(isClient: direction == .up)
        codec = RMTPMessageCodec(writing: direction, version, mode: mode, limits: limits)
    }

    /// Answers control frames, and decodes a binary message into a packet.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = RMTPWebSocketHandler.unwrapInboundIn(data)
        guard control.isMessage(frame, context) else { return }
        if frame.opcode == .binary {
            let message = frame.unmaskedData
            let arrival = codec.arrival(message.readableBytesUInt8Span)
            context.fireChannelRead(RMTPWebSocketHandler.wrapInboundOut(arrival))
        } else {
            context.fireChannelRead(RMTPWebSocketHandler.wrapInboundOut(RMTPMessageCodec.textMessage))
            control.close(context, .unacceptableData)
        }
    }

    /// Writes a packet as one binary frame; if it cannot be encoded, its promise fails and ``UnwrittenError`` is fired.
    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var buffer = context.channel.allocator.buffer(capacity: 0)
        do throws(EncodeError) {
            try codec.append(RMTPWebSocketHandler.unwrapOutboundIn(data), to: &buffer)
        } catch {
            return context.reject(error, promise)
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
