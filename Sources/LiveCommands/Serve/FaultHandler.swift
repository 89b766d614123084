// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
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

/// The faults that the server injects: the probability of each fault for a write, from 0 to 1, and a seed.
///
/// `{"seed":1,"delay":0.1,"delayMilliseconds":200,"chop":0.3,"reset":0.001,"halfClose":0.001,"garbage":0.001}`
package struct FaultPlan: Hashable, Sendable {
    var seed: UInt64 = 1
    /// The share of writes that are delayed.
    var delay = 0.0
    /// The maximum delay, in milliseconds.
    var delayMilliseconds: Int64 = 200
    /// The share of writes that are split into small pieces.
    var chop = 0.0
    /// The share of writes that are replaced by a reset of the connection.
    var reset = 0.0
    /// The share of writes after which the output is closed.
    var halfClose = 0.0
    /// The share of writes that are preceded by random bytes.
    var garbage = 0.0

    /// Reads a plan from a file.
    ///
    /// - Throws: A usage error that describes the problem.
    package init(path: String) throws(CommandFailure) {
        guard let data = FileManager.default.contents(atPath: path), let json = RawJSON(line: Array(data)),
            let members = json.members
        else { throw .usage("\(path): expected a JSON object") }
        for (name, value) in members {
            let shares: [String: WritableKeyPath<FaultPlan, Double>] = [
                "delay": \.delay, "chop": \.chop, "reset": \.reset, "halfClose": \.halfClose, "garbage": \.garbage,
            ]
            if let share = shares[name], let number = value.number?.double, (0...1).contains(number) {
                self[keyPath: share] = number
            } else if name == "seed", let number = value.number?.int64 {
                seed = UInt64(bitPattern: number)
            } else if name == "delayMilliseconds", let number = value.number?.int64, (0...60_000).contains(number) {
                delayMilliseconds = number
            } else {
                throw .usage("\(path): \(name) is not a fault, or not a share from 0 to 1")
            }
        }
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// Adds the handler that injects faults, if there is a plan.
    func addFaults(_ plan: FaultPlan?, _ connection: LiveConnection, _ log: ServerLog) throws {
        guard let plan else { return }
        try addHandler(FaultHandler(plan, connection: connection.number) { log.record($0, connection.number) })
    }
}

#endif
