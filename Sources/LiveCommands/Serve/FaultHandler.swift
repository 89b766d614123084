// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireValues
import NIOCore
import Platform

/// A handler that applies the faults of a plan to written data; the same seed and connection number lead to the same
/// faults.
final class FaultHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let plan: FaultPlan
    private var random: SplitMix64
    /// The writes that wait for a delayed one, which preserves their order.
    private var waiting: [(ByteBuffer, EventLoopPromise<Void>?)] = []
    private var isDelayed = false
    private let record: (String) -> Void

    init(_ plan: FaultPlan, connection: Int, record: @escaping (String) -> Void) {
        self.plan = plan
        self.record = record
        random = SplitMix64(seed: plan.seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(connection))
    }

    private func happens(_ share: Double) -> Bool {
        share > 0 && Double(random.next() >> 11) / Double(1 << 53) < share
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        waiting.append((FaultHandler.unwrapOutboundIn(data), promise))
        if !isDelayed { writeWaiting(context) }
    }

    private func writeWaiting(_ context: ChannelHandlerContext) {
        while !waiting.isEmpty {
            if happens(plan.delay) {
                isDelayed = true
                let time = Int64(random.next() % UInt64(plan.delayMilliseconds + 1))
                context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(time)) { [weak self] in
                    guard let self else { return }
                    self.isDelayed = false
                    self.writeWaiting(context)
                    context.flush()
                }
                return
            }
            let (buffer, promise) = waiting.removeFirst()
            writeNow(buffer, promise, context)
        }
    }

    private func writeNow(_ buffer: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        var buffer = buffer
        if happens(plan.reset) {
            record("fault: reset")
            promise?.succeed()
            // Closing without lingering resets the connection.
            let channel = context.channel
            let isSet = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            (isSet ?? channel.eventLoop.makeSucceededVoidFuture()).whenComplete { _ in
                channel.close(mode: .all, promise: nil)
            }
            return
        }
        if happens(plan.garbage) {
            record("fault: garbage")
            let garbage = (0..<Int(random.next() % 24 + 1)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            context.write(FaultHandler.wrapOutboundOut(context.channel.allocator.buffer(bytes: garbage)), promise: nil)
        }
        if happens(plan.chop) {
            while buffer.readableBytes > 1, let piece = buffer.readSlice(length: Int(random.next() % 8) + 1) {
                context.writeAndFlush(FaultHandler.wrapOutboundOut(piece), promise: nil)
                if buffer.readableBytes <= 8 { break }
            }
        }
        context.write(FaultHandler.wrapOutboundOut(buffer), promise: promise)
        if happens(plan.halfClose) {
            record("fault: half-close")
            context.flush()
            context.close(mode: .output, promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        for (_, promise) in waiting { promise?.fail(ChannelError.ioOnClosedChannel) }
        waiting = []
    }
}

#endif
