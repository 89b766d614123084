// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// A handler that passes what a peer has sent to the rest of the pipeline in the peer's share of each turn.
///
/// A share is bounded in time and in the bytes that are written in answer. While data waits, nothing more is read from
/// the peer. Data also waits while the channel is not writable, so that the peer cannot cause more answers than it
/// reads. Place this handler after TLS and before all handlers that cause work. The channel must allow remote half
/// closure: the end of the input is reported after the data that waits.
package final class TurnShare: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias OutboundIn = ByteBuffer

    private let shares: TurnShares
    private let total: SharedBytes
    private var context: ChannelHandlerContext?
    private var waiting = ByteBuffer()
    private var held = 0
    private var readsLater = false
    private var isEnding = false
    /// Whether the peer is in a line for its share.
    var isQueued = false
    /// Whether the peer causes little work and has had no share yet of what waits.
    var isFresh = false
    private var isRunning = false
    /// The number of bytes written in this share.
    private var written = 0
    /// The work of the peer in nanoseconds, of which half is forgotten each second.
    private var usage: Int64 = 0
    private var measured = NIODeadline.now()

    /// The number of bytes that are passed on without a look at the clock: fewer, the more work each of them causes.
    private var slice = TurnShare.slices.lowerBound
    private static let slices = 64...1_024
    /// The maximum number of bytes that are written in one share.
    private static let writtenLimit = 262_144

    package init(_ shares: TurnShares, _ total: SharedBytes) {
        self.shares = shares
        self.total = total
    }

    /// Whether data waits that can be handled.
    var isWaiting: Bool { waiting.readableBytes > 0 && context?.channel.isWritable ?? false }

    /// The number of bytes that wait.
    var waitingBytes: Int { waiting.readableBytes }

    /// The work that the peer has caused lately, in nanoseconds.
    var work: Int64 {
        let now = NIODeadline.now()
        let seconds = (now - measured).nanoseconds / 1_000_000_000
        if seconds > 0 {
            usage = seconds > 62 ? 0 : usage >> seconds
            measured = now
        }
        return usage
    }

    /// Passes data on for a time in nanoseconds, and returns the time that has passed.
    func run(_ limit: Int64) -> Int64 {
        isQueued = false
        guard let context, !isRunning else { return 0 }
        isRunning = true
        let start = NIODeadline.now()
        var time: Int64 = 0
        written = 0
        while let part = waiting.readSlice(length: min(slice, waiting.readableBytes)), part.readableBytes > 0 {
            let before = time
            context.fireChannelRead(NIOAny(part))
            time = (NIODeadline.now() - start).nanoseconds
            if time - before > limit / 4 {
                slice = max(TurnShare.slices.lowerBound, slice / 2)
            } else if time - before < limit / 16 {
                slice = min(TurnShare.slices.upperBound, slice * 2)
            }
            if time >= limit || written >= TurnShare.writtenLimit || !context.channel.isWritable { break }
        }
        isRunning = false
        usage += time
        if self.context == nil { return time }
        count()
        context.fireChannelReadComplete()
        if waiting.readableBytes == 0 { finish() }
        return max(time, (NIODeadline.now() - start).nanoseconds)
    }

    /// Records the number of bytes that wait.
    private func count() {
        if waiting.readableBytes == 0 { waiting = ByteBuffer() }
        total.add(waiting.readableBytes - held)
        held = waiting.readableBytes
    }

    /// Continues to read after the last data that has waited, or reports the end.
    private func finish() {
        guard let context else { return }
        if isEnding {
            context.close(mode: .all, promise: nil)
        } else if readsLater {
            readsLater = false
            context.read()
        }
    }

    private func enqueue() {
        if isWaiting, !isQueued, !isRunning { shares.offer(self) }
    }
}

extension TurnShare {
    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    private func end() {
        context = nil
        waiting = ByteBuffer()
        count()
        if isQueued { shares.forget(self) }
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = TurnShare.unwrapInboundIn(data)
        if waiting.readableBytes == 0 { waiting = buffer } else { waiting.writeBuffer(&buffer) }
        count()
        guard total.admits(held) || held <= 16_384 else {
            context.fireErrorCaught(InboundLimit.Failure())
            return context.close(mode: .all, promise: nil)
        }
        enqueue()
        // Thousands of peers may wait at once, each with a few bytes.
        if waiting.readableBytes > 0, !isRunning { waiting = waiting.fitting(context.channel.allocator) }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if waiting.readableBytes == 0 { context.fireChannelReadComplete() }
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        enqueue()
        context.fireChannelWritabilityChanged()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        // A connection that was reset cannot be answered, but what it has sent may concern others.
        while waiting.readableBytes > 0, !isRunning, shares.hasTime { shares.spend(run(1)) }
        end()
        context.fireChannelInactive()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event as? ChannelEvent == .inputClosed else { return context.fireUserInboundEventTriggered(event) }
        isEnding = true
        if waiting.readableBytes == 0 { finish() }
    }

    package func read(context: ChannelHandlerContext) {
        if waiting.readableBytes == 0 { context.read() } else { readsLater = true }
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += TurnShare.unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }
}

#endif
