// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireNIO
import NIOCore
import NIOEmbedded
import NIOPosix
import Platform
import Synchronization
import Testing

@Suite("Shares of a turn", .timeLimit(.minutes(1)))
struct TurnShareTests {
    /// A handler that takes a while for each byte, and records its name for each share and the size of each piece.
    private final class Worker: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let name: String
        private let time: Int
        private let record: Record

        init(_ name: String, _ record: Record, nanoseconds: Int) {
            (self.name, self.record, time) = (name, record, nanoseconds)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if record.names.last != name { record.names.append(name) }
            let count = Worker.unwrapInboundIn(data).readableBytes
            record.sizes.append(count)
            usleep(UInt32(time * count / 1_000))
        }

        func channelInactive(context: ChannelHandlerContext) {
            record.names.append(name + " is gone")
            context.fireChannelInactive()
        }
    }

    private final class Record {
        var names: [String] = []
        var sizes: [Int] = []
    }

    private func channel(
        _ name: String, _ shares: TurnShares, _ record: Record, on loop: EmbeddedEventLoop, nanoseconds: Int
    ) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        try channel.pipeline.syncOperations.addHandlers([
            TurnShare(shares, SharedBytes()), Worker(name, record, nanoseconds: nanoseconds),
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test("Input beyond a peer's share waits, and other peers are first (LIV-101)")
    func shares() throws {
        let loop = EmbeddedEventLoop()
        let shares = TurnShares(on: loop)
        let record = Record()
        let greedy = try channel("greedy", shares, record, on: loop, nanoseconds: 1_500)
        let modest = try channel("modest", shares, record, on: loop, nanoseconds: 0)
        try greedy.writeInbound(ByteBuffer(repeating: 0, count: 20_000))
        #expect(record.names == ["greedy"])
        try modest.writeInbound(ByteBuffer(repeating: 0, count: 100))
        #expect(record.names == ["greedy", "modest"])
        loop.advanceTime(by: .microseconds(50))
        #expect(record.names == ["greedy", "modest", "greedy"])
        // The end of the input follows what waits.
        greedy.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(greedy.isActive)
        for _ in 0..<400 { loop.advanceTime(by: .microseconds(50)) }
        #expect(record.names.last == "greedy is gone")
        #expect(record.sizes.reduce(0, +) == 20_100)
        // The first piece is small, and later ones only become as large as their work permits.
        #expect(record.sizes[0] == 64)
        #expect(record.sizes.allSatisfy { $0 <= 128 })
        _ = try modest.finish()
    }

    @Test("Peers that have caused little work keep their order while few of them wait (LIV-141)")
    func order() throws {
        let loop = EmbeddedEventLoop()
        let shares = TurnShares(on: loop)
        let record = Record()
        let names = (0..<6).map { "connection \($0)" }
        let channels = try names.map { try channel($0, shares, record, on: loop, nanoseconds: 1_200_000) }
        for (index, channel) in channels.enumerated() {
            // The first two exhaust the turn; the loop begins another before the last two arrive.
            if index == 4 { loop.run() }
            try channel.writeInbound(ByteBuffer(repeating: 0, count: 10))
        }
        for _ in 0..<20 { loop.advanceTime(by: .microseconds(50)) }
        #expect(record.names == names)
        for channel in channels { _ = try channel.finish() }
    }

    @Test("Clocks and timeouts stop while the event loop is stalled (LIV-102, LIV-142)")
    func stalls() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let credit = StallCredit()
        let clock = SessionClock(speed: 1, stalls: credit)
        let stalled = Mutex<Int64>(0)
        let isFired = Mutex(false)
        let watch = try await loop.submit {
            let timer = clock.schedule(in: .milliseconds(500), on: loop) { isFired.withLock { $0 = true } }
            return NIOLoopBound(
                (StallWatch(loop, credit) { time in stalled.withLock { $0 += time } }, timer), eventLoop: loop)
        }.get()
        let before = clock.now
        let start = NIODeadline.now()
        // The clock stands still as soon as the stall is one, and does not go back afterwards.
        let during = try await loop.submit {
            usleep(600_000)
            return clock.now
        }.get()
        #expect(during - before <= 250)
        try await Task.sleep(for: .milliseconds(150))
        let time = stalled.withLock { $0 }
        #expect(time >= 400)
        let real = (NIODeadline.now() - start).nanoseconds / 1_000_000
        #expect((during...before + real - time + 50).contains(clock.now))
        #expect(!isFired.withLock { $0 })
        try await Task.sleep(for: .milliseconds(1_500))
        #expect(isFired.withLock { $0 })
        try await loop.submit { _ = watch.value.0 }.get()
    }
}

#endif
