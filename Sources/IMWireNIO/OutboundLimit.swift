// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// What a peer that does not read makes a channel do: stop reading, and at last close.
///
/// As long as the socket takes nothing, nothing more is read from the peer, so that it cannot make us write more. What others
/// send to it is kept up to `limit` bytes, and up to its share of `total`; beyond that, and where nothing moves for
/// `patience`, the connection ends.
/// First in a pipeline, where bytes go by.
public final class OutboundLimit: ChannelDuplexHandler {
    /// The type of inbound data.
    public typealias InboundIn = ByteBuffer
    /// What is to be written.
    public typealias OutboundIn = ByteBuffer

    /// Fired as an error when a peer is given up.
    public enum Failure: Error, Hashable {
        /// More bytes wait than the limit.
        case tooMuch
        /// The socket has taken nothing for too long.
        case tooSlow
    }

    private let limit: Int
    private let patience: TimeAmount
    private let total: SharedBytes
    private var waiting = 0
    private var timer: Scheduled<Void>?
    private var readsLater = false

    /// Bounds what waits for the socket.
    public init(
        limit: Int = 8_388_608, patience: TimeAmount = .seconds(30), total: SharedBytes = SharedBytes()
    ) {
        self.limit = limit
        self.total = total
        self.patience = patience
    }

    /// Writes the data, and closes the channel if too much waits for too long.
    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = OutboundLimit.unwrapOutboundIn(data).readableBytes
        waiting += count
        total.add(count)
        let done = promise ?? context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        done.futureResult.whenComplete { _ in
            bound.value.waiting -= count
            bound.value.total.add(-count)
        }
        context.write(data, promise: done)
        if waiting > limit || !total.admits(waiting) { giveUp(context, .tooMuch) }
    }

    /// Stops or starts reading.
    public func channelWritabilityChanged(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        if context.channel.isWritable {
            if readsLater {
                readsLater = false
                context.read()
            }
        } else {
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [weak self] in
                self?.giveUp(context, .tooSlow)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Reads, unless too much waits.
    public func read(context: ChannelHandlerContext) {
        if context.channel.isWritable { context.read() } else { readsLater = true }
    }

    /// Ends with the connection.
    public func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    /// Stops the timer when the handler leaves the pipeline.
    public func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    private func giveUp(_ context: ChannelHandlerContext, _ failure: Failure) {
        timer?.cancel()
        context.fireErrorCaught(failure)
        context.close(mode: .all, promise: nil)
    }
}

#endif
