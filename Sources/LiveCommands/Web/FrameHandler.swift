// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOWebSocket

/// A handler for the frames of a WebSocket, which logs its messages, which are packets, and encodes what is written.
///
/// NIO's encoder writes the header and the data of each frame separately. This handler joins all frames up to a flush in
/// one buffer, and passes it on behind NIO's encoder, which cannot be removed from a pipeline.
final class FrameHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = ByteBuffer

    private let connections: LiveConnections
    private let connection: LiveConnection
    private let version: RMTPVersion
    private let inbound: InboundLimit
    /// The context of NIO's encoder.
    private let encoder: ChannelHandlerContext
    /// The frames that were written since the last flush.
    private var outgoing: ByteBuffer?

    /// The number of bytes that are passed on before the next flush.
    private static let most = 16_384

    /// Creates a handler for a pipeline in which a WebSocket was opened.
    ///
    /// - Throws: A `ChannelPipelineError` if the pipeline has no encoder of NIO.
    init(
        _ connections: LiveConnections, _ connection: LiveConnection, _ version: RMTPVersion, _ inbound: InboundLimit,
        _ pipeline: ChannelPipeline.SynchronousOperations
    ) throws {
        self.connections = connections
        self.connection = connection
        self.version = version
        self.inbound = inbound
        encoder = try pipeline.context(handlerType: WebSocketFrameEncoder.self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var frame = FrameHandler.unwrapInboundIn(data)
        // A control frame may arrive within a message: it has a two-byte header, a four-byte mask, and its data.
        if frame.opcode.isControlOpcode { inbound.pass(6 + frame.data.readableBytes) } else { inbound.keep() }
        // The mask is removed here, because each reader would otherwise remove it from a copy.
        if frame.maskKey != nil {
            frame.data = frame.unmaskedData
            frame.maskKey = nil
        }
        log(frame, .up)
        context.fireChannelRead(FrameHandler.wrapInboundOut(frame))
    }

    /// Logs a frame without a mask.
    private func log(_ frame: WebSocketFrame, _ direction: RMTPDirection) {
        guard frame.opcode == .binary, connections.wantsUnits else { return }
        let bytes = frame.data.readableBytesView
        if connections.wireLog != nil { connections.bytes(Array(bytes), direction, connection) }
        connections.inspector?.packet(bytes, version, direction, connection)
    }

    // MARK: Output

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let frame = FrameHandler.unwrapOutboundIn(data)
        log(frame, .down)
        var buffer = outgoing ?? context.channel.allocator.buffer(capacity: 10 + frame.data.readableBytes)
        outgoing = nil
        FrameHandler.append(frame, to: &buffer)
        outgoing = buffer
        if promise != nil || buffer.readableBytes > FrameHandler.most { passOn(promise) }
    }

    func flush(context: ChannelHandlerContext) {
        passOn(nil)
        context.flush()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .all { passOn(nil) }
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        outgoing = nil
    }

    private func passOn(_ promise: EventLoopPromise<Void>?) {
        guard let buffer = outgoing else { return }
        outgoing = nil
        encoder.write(FrameHandler.wrapOutboundOut(buffer), promise: promise)
    }

    /// Appends a frame without a mask, with its header (RFC 6455, 5.2).
    private static func append(_ frame: WebSocketFrame, to buffer: inout ByteBuffer) {
        let count = frame.data.readableBytes
        buffer.writeInteger(UInt8(webSocketOpcode: frame.opcode) | (frame.fin ? 0x80 : 0))
        if count < 126 {
            buffer.writeInteger(UInt8(count))
        } else if let short = UInt16(exactly: count) {
            buffer.writeInteger(126 as UInt8)
            buffer.writeInteger(short)
        } else {
            buffer.writeInteger(127 as UInt8)
            buffer.writeInteger(UInt64(count))
        }
        buffer.writeImmutableBuffer(frame.data)
    }
}

#endif
