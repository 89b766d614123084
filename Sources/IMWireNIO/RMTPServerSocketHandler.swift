// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireRMTP
import NIOCore
import NIOWebSocket

/// A handler for the WebSocket of a client in a server, which reads and writes its frames and their packets (RMTP-050).
///
/// It does in one handler what NIO's handlers of frames and ``RMTPWebSocketHandler`` do together: thousands of idle
/// connections need less memory, and a packet is neither copied from handler to handler nor boxed. All packets up to a
/// flush are joined in one buffer. Place this handler behind NIO's handshake (``WebSocketUpgrader``).
package final class RMTPServerSocketHandler: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = RMTPArrival
    package typealias OutboundIn = RMTPPacket
    package typealias OutboundOut = ByteBuffer

    private let codec: RMTPMessageCodec
    private let inbound: InboundLimit
    /// A closure that is called with the bytes of each packet.
    private let onPacket: (([UInt8], RMTPDirection) -> Void)?
    private var reader: WebSocketReader
    /// The bytes of an incomplete frame.
    private var rest = InputRest()
    private var isReading = false
    /// Whether nothing more is read, after a fault.
    private var isEnded = false
    /// Whether a close frame was written, after which no packet is written or read.
    private var isClosing = false
    /// Whether a control frame was answered during this read.
    private var isAnswering = false
    /// The frames that were written since the last flush.
    private var outgoing: ByteBuffer?

    /// The number of bytes that are passed on before the next flush.
    private static let most = 16_384

    /// Creates a handler that accounts for the bytes of incomplete messages to `inbound`.
    package init(
        _ version: RMTPVersion, limits: RMTPLimits, inbound: InboundLimit,
        onPacket: (([UInt8], RMTPDirection) -> Void)? = nil
    ) {
        codec = RMTPMessageCodec(writing: .down, version, limits: limits)
        reader = WebSocketReader(limit: limits.packetBytes)
        self.inbound = inbound
        self.onPacket = onPacket
    }

    // MARK: Input

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isEnded { return inbound.keep() }
        var buffer = RMTPServerSocketHandler.unwrapInboundIn(data)
        rest.prepend(to: &buffer)
        // What arrives while a packet is handled is decoded after it.
        if isReading { return rest.set(buffer) }
        isReading = true
        do throws(WebSocketFault) {
            while let message = try reader.next(&buffer) {
                handle(message, context)
                rest.append(to: &buffer)
            }
        } catch {
            buffer.clear()
            fail(error, context)
        }
        isReading = false
        rest.keep(buffer, context.channel.allocator)
        inbound.keep(rest.count + reader.count)
        if isAnswering {
            isAnswering = false
            flush(context: context)
        }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        outgoing = nil
        if !isEnded, !isClosing, rest.count > 0 || reader.isInside {
            isEnded = true
            context.fireErrorCaught(WebSocketFault.incomplete)
        }
        rest = InputRest()
        context.fireChannelInactive()
    }

    private func handle(_ message: WebSocketReader.Message, _ context: ChannelHandlerContext) {
        switch message.opcode {
        case .binary where !isClosing:
            onPacket?(message.bytes, .up)
            let arrival = codec.arrival(message.bytes.span)
            context.fireChannelRead(RMTPServerSocketHandler.wrapInboundOut(arrival))
        case .text where !isClosing:
            appendClose(.unacceptableData, context)
            context.fireChannelRead(RMTPServerSocketHandler.wrapInboundOut(RMTPMessageCodec.textMessage))
        case .ping where !isClosing:
            append(context) { $0.appendFrame(.pong) { $0.writeBytes(message.bytes) } }
            isAnswering = true
        case .connectionClose: close(context: context, mode: .output, promise: nil)
        default: break
        }
    }

    private func fail(_ fault: WebSocketFault, _ context: ChannelHandlerContext) {
        isEnded = true
        appendClose(fault.code, context)
        flush(context: context)
        context.fireErrorCaught(fault)
    }

    // MARK: Output

    /// Writes a packet as one binary frame; if it cannot be encoded, its promise fails and ``UnwrittenError`` is fired.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else { return promise?.fail(ChannelError.outputClosed) ?? () }
        let packet = RMTPServerSocketHandler.unwrapOutboundIn(data)
        do throws(EncodeError) {
            try append(context) { (buffer) throws(EncodeError) in
                try buffer.appendFrame(.binary) { (buffer) throws(EncodeError) in
                    let start = buffer.writerIndex
                    try codec.append(packet, to: &buffer)
                    guard let onPacket else { return }
                    onPacket(buffer.getBytes(at: start, length: buffer.writerIndex - start) ?? [], .down)
                }
            }
        } catch {
            return context.reject(error, promise)
        }
        if promise != nil || outgoing?.readableBytes ?? 0 > RMTPServerSocketHandler.most { passOn(context, promise) }
    }

    package func flush(context: ChannelHandlerContext) {
        passOn(context, nil)
        context.flush()
    }

    /// Writes a close frame before the output is closed.
    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output {
            appendClose(.normalClosure, context)
            flush(context: context)
        }
        context.close(mode: mode, promise: promise)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        outgoing = nil
    }

    /// Appends a close frame, at most once.
    private func appendClose(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
        if isClosing { return }
        isClosing = true
        append(context) { $0.appendFrame(.connectionClose) { $0.write(webSocketErrorCode: code) } }
    }

    private func append<Failure: Error>(
        _ context: ChannelHandlerContext, _ write: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        var buffer = outgoing ?? context.channel.allocator.buffer(capacity: 256)
        outgoing = nil
        defer { if buffer.readableBytes > 0 { outgoing = buffer } }
        try write(&buffer)
    }

    private func passOn(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        guard let buffer = outgoing else { return }
        outgoing = nil
        context.write(RMTPServerSocketHandler.wrapOutboundOut(buffer), promise: promise)
    }
}

#endif
