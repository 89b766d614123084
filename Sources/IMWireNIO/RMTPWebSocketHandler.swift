// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore
import NIOWebSocket

/// Binary packets on a WebSocket: a message is a packet (RMTP-050).
///
/// Answers pings and closes of the WebSocket itself. A text message is no packet, and costs the connection. A packet that
/// cannot be encoded is not written; ``Unwritten`` is fired as an error, and its promise fails.
public final class RMTPWebSocketHandler: ChannelDuplexHandler {
    /// The type of inbound data.
    public typealias InboundIn = WebSocketFrame
    /// What is passed on.
    public typealias InboundOut = RMTPArrival
    /// What is to be written.
    public typealias OutboundIn = RMTPPacket
    /// The type of outbound data.
    public typealias OutboundOut = WebSocketFrame

    /// Fired as an error when a packet cannot be written; the connection stays open.
    public struct Unwritten: Error, Hashable {
        /// The encoder's error.
        public let error: EncodeError
    }

    private let decoder: MessageDecoder
    private let encoder: MessageEncoder
    private let control: WebSocketControl

    /// Reads what the peer sends, and writes what goes the other way.
    ///
    /// - Parameter direction: which way the packets go that are written.
    public init(
        writing direction: RMTPDirection, _ version: RMTPVersion = .three, mode: DecodingMode = .lenient,
        limits: RMTPLimits = RMTPLimits()
    ) {
        let isClient = direction == .up
        control = WebSocketControl(isClient: isClient)
        decoder = MessageDecoder(RMTPFormat(isClient ? .down : .up, version), mode: mode, limits: limits)
        encoder = MessageEncoder(RMTPFormat(direction, version), limits: limits)
    }

    /// Takes what has come in.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = RMTPWebSocketHandler.unwrapInboundIn(data)
        guard control.isMessage(frame, context) else { return }
        if frame.opcode == .binary {
            let message = frame.unmaskedData
            let arrival: RMTPArrival
            do throws(DecodeError) {
                arrival = .success(try decoder.packet(message.readableBytesUInt8Span).content)
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

    /// Writes a packet as one binary frame; where it cannot be encoded, the promise fails and ``Unwritten`` is fired.
    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let packet = RMTPWebSocketHandler.unwrapOutboundIn(data).fitting(encoder.format)
        var buffer = context.channel.allocator.buffer(capacity: 0)
        do throws(EncodeError) {
            try buffer.append { (room) throws(EncodeError) in try encoder.encode(packet, into: &room) }
        } catch {
            let unwritten = Unwritten(error: error)
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
