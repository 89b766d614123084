// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore

/// One side of a connection that is passed on: what comes in here goes out at the other side, as it came or filtered.
///
/// Nothing is read here while the other side does not take what it has, and an end is passed on as an end.
final class ProxyRelay: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Called with what goes wrong.
    var onError: (any Error) -> Void = { _ in }
    /// What takes the extensions out of requests for a WebSocket, for the side of the client.
    private var filter: ExtensionFilter?
    private let onBytes: (ByteBuffer) -> Void
    private let onEnd: () -> Void
    private var other: ProxyRelay?
    private var context: ChannelHandlerContext?
    private var readsLater = false
    private var hasEnded = false

    init(
        filter: ExtensionFilter? = nil, _ onBytes: @escaping (ByteBuffer) -> Void, onEnd: @escaping () -> Void
    ) {
        self.filter = filter
        self.onBytes = onBytes
        self.onEnd = onEnd
    }

    /// Makes two relays the sides of one connection.
    static func join(_ one: ProxyRelay, _ other: ProxyRelay) {
        one.other = other
        other.other = one
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        other = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = ProxyRelay.unwrapInboundIn(data)
        pass(filter?.take(buffer) ?? buffer)
    }

    private func pass(_ buffer: ByteBuffer) {
        if buffer.readableBytes == 0 { return }
        onBytes(buffer)
        other?.context?.write(ProxyRelay.wrapOutboundOut(buffer), promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        other?.context?.flush()
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if other?.context?.channel.isWritable ?? true { context.read() } else { readsLater = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, let other, other.readsLater {
            other.readsLater = false
            other.context?.read()
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { end() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        // What is on its way to the other side still arrives; who does not end by itself then is ended.
        if let rest = other?.context {
            let bound = NIOLoopBound(rest, eventLoop: rest.eventLoop)
            rest.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.close(mode: .all, promise: nil) }
        }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        onError(error)
        context.close(mode: .all, promise: nil)
    }

    private func end() {
        if hasEnded { return }
        hasEnded = true
        if let rest = filter?.rest() { pass(rest) }
        onEnd()
        other?.context?.flush()
        other?.context?.close(mode: .output, promise: nil)
    }
}

#endif
