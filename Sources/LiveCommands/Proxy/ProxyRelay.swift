// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import LiveReaders
import NIOCore

/// A handler for one side of a relayed connection, which forwards input to the other side, unchanged or filtered.
///
/// It reads nothing while the other side does not accept data, so that no more than one read is queued for a side, nor
/// while `isReady` returns false. It forwards the end of the input as an end.
final class ProxyRelay: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var onError: (any Error) -> Void = { _ in }
    /// A closure that returns whether more may be read (LIV-132).
    var isReady: () -> Bool = { true }
    /// A closure that is called with the number of bytes that wait for more from this side.
    var onHeld: (Int) -> Void = { _ in }
    /// The filter that removes extensions from WebSocket requests, on the client's side.
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

    /// Connects two relays as the sides of one connection.
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
        // The filter is moved out while it changes to avoid copies.
        if var filter {
            self.filter = nil
            let bytes = filter.filter(Array(buffer.readableBytesView))
            if !filter.isDone { self.filter = filter }
            pass(ByteBuffer(bytes: bytes))
        } else {
            pass(buffer)
        }
        for side in [self, other] {
            side?.onHeld(side?.filter?.pending ?? 0)
            side?.readNow()
        }
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
        if mayRead { context.read() } else { readsLater = true }
    }

    private var mayRead: Bool { (other?.context?.channel.isWritable ?? true) && isReady() }

    /// Performs a postponed read, if it may be performed now.
    private func readNow() {
        guard readsLater, mayRead else { return }
        readsLater = false
        context?.read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        other?.readNow()
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { end() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        // Data in transit still reaches the other side, which is closed after one second if it has not closed by then.
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
        if let rest = filter?.rest() { pass(ByteBuffer(bytes: rest)) }
        onEnd()
        other?.context?.flush()
        other?.context?.close(mode: .output, promise: nil)
    }
}

#endif
