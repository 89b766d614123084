// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// A handler that stops reading from a peer that does not read, and eventually closes the channel.
///
/// While the socket accepts no data, nothing more is read from the peer, so that the peer cannot cause more writes.
/// Data that others send to the peer is kept up to `limit` bytes and up to the peer's share of `total`. The connection
/// is closed if either is exceeded, or if the socket makes no progress for `timeout`. Place this handler first in the
/// part of the pipeline that handles bytes.
///
/// ```swift
/// try channel.pipeline.syncOperations.addHandler(OutboundLimit(limit: 1_048_576, timeout: .seconds(10)))
/// ```
public final class OutboundLimit: ChannelDuplexHandler {
    /// The type of inbound data.
    public typealias InboundIn = ByteBuffer
    /// The type of outbound data.
    public typealias OutboundIn = ByteBuffer

    /// An error that is fired when the connection is closed for a peer that does not read.
    public enum Failure: Error, Hashable {
        /// The waiting bytes exceed a limit.
        case tooMuch
        /// The socket has accepted no data for too long.
        case tooSlow
    }

    private let limit: Int
    private let timeout: TimeAmount
    private let total: SharedBytes
    private var waiting = 0
    private var timer: Scheduled<Void>?
    private var readsLater = false

    /// Creates a handler with limits on the bytes that wait for the socket.
    public init(
        limit: Int = 8_388_608, timeout: TimeAmount = .seconds(30), total: SharedBytes = SharedBytes()
    ) {
        self.limit = limit
        self.total = total
        self.timeout = timeout
    }

    /// Writes the data, and closes the channel if too many bytes wait.
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
        if waiting > limit || !total.admits(waiting) { abandon(context, .tooMuch) }
    }

    /// Resumes reading if the channel is writable; otherwise starts the timer that closes the channel.
    public func channelWritabilityChanged(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        if context.channel.isWritable {
            if readsLater {
                readsLater = false
                context.read()
            }
        } else {
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [weak self] in
                self?.abandon(context, .tooSlow)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Reads if the channel is writable; otherwise postpones the read until it is.
    public func read(context: ChannelHandlerContext) {
        if context.channel.isWritable { context.read() } else { readsLater = true }
    }

    /// Cancels the timer when the channel becomes inactive.
    public func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    /// Cancels the timer when the handler leaves the pipeline.
    public func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    private func abandon(_ context: ChannelHandlerContext, _ failure: Failure) {
        timer?.cancel()
        context.fireErrorCaught(failure)
        context.close(mode: .all, promise: nil)
    }
}

#endif
