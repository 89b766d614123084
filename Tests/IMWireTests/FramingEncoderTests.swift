// SPDX-License-Identifier: Apache-2.0

import CAllocations
import IMWire
import IMWireTestSupport
import Testing

@Suite("Framing: encoding packets")
struct FramingEncoderTests {
    private func options(
        deflate: Bool = false, fragmentSize: Int? = nil, limits: ChatFramingLimits = ChatFramingLimits()
    ) -> ChatPacketEncoder.Options {
        var options = ChatPacketEncoder.Options()
        options.deflate = deflate
        options.fragmentSize = fragmentSize
        options.limits = limits
        return options
    }

    @Test("Frames survive a round trip with every combination of options")
    func roundTrips() throws {
        var random = Seeded(state: 3)
        for round in 0..<400 {
            let size = [nil, 2, 7, 24, 100, 1_000][round % 6]
            var encoder = ChatPacketEncoder(options(deflate: round & 1 == 0, fragmentSize: size))
            let wantsReceipt = round & 2 == 0
            var stream: [UInt8] = []
            var units: [[UInt8]] = []
            for _ in 0..<4 {
                let count = Int.random(in: 1...1_500, using: &random)
                var message = random.bytes(count)
                // Half of the messages are compressible.
                if round & 8 == 0 { message = message.map { $0 & 3 | 0x60 } }
                if round & 4 == 0 {
                    stream += try encoder.packets(message, wantsReceipt: wantsReceipt)
                    units.append(message)
                } else {
                    var batch = ChatBatchEncoder()
                    for _ in 0..<3 { try batch.append(message) }
                    try encoder.encode(batch, wantsReceipt: wantsReceipt, into: &stream)
                    units.append(batch.unit.array)
                }
            }
            #expect(encoder.nextSequence == 5)
            let items = DripFeed { ChatPacketUnitDecoder() }.run([stream]).items
            let found = items.compactMap { item -> [UInt8]? in
                guard case .unit(let bytes, _, let flags, _, _) = item else { return nil }
                #expect(flags.contains(.wantsReceipt) == wantsReceipt && flags.contains(.batch) == (round & 4 != 0))
                return bytes
            }
            #expect(found == units && items.count == units.count, "round \(round)")
        }
    }

    @Test("Deflate is used only if it saves bytes, and never beyond the ratio")
    func deflate() throws {
        func flags(_ message: [UInt8], _ options: ChatPacketEncoder.Options) throws -> UInt8 {
            var encoder = ChatPacketEncoder(options)
            return try encoder.packets(message)[7]
        }
        let text = [UInt8](repeating: 0x61, count: 255)
        #expect(try flags(text, options(deflate: true)) == 0)
        #expect(try flags(text + [0x61], options(deflate: true)) == 1)
        #expect(try flags(text + [0x61], options()) == 0)
        var random = Seeded(state: 4)
        #expect(try flags(random.bytes(5_000), options(deflate: true)) == 0)
        // 256 KiB of one letter exceed the inflation limits of a reader by default.
        #expect(try flags([UInt8](repeating: 0x61, count: 65_536), options(deflate: true)) == 1)
        #expect(try flags([UInt8](repeating: 0x61, count: 262_144), options(deflate: true)) == 0)
    }

    @Test("A frame is divided into parts of exactly the size, and only if it is larger")
    func fragmentSizes() throws {
        func headers(_ count: Int, _ size: Int) throws -> [UInt32] {
            var encoder = ChatPacketEncoder(options(fragmentSize: size))
            let stream = try encoder.packets([UInt8](repeating: 0x20, count: count))
            return DripFeed { ChatPacketDecoder() }.run([stream]).items.map { item in
                guard case .packet(let header, _, _) = item else { return 0 }
                return header.payloadLength
            }
        }
        #expect(try headers(10, 10) == [10])
        #expect(try headers(11, 10) == [22, 13])
        #expect(try headers(30, 10) == [22, 22, 22])
        #expect(try headers(4_096, 1).count == 4_096)
        for size in [0, -1] {
            #expect(throws: EncodeError(.fragments)) { try headers(10, size) }
        }
        #expect(throws: EncodeError(.size)) { try headers(4_097, 1) }
        #expect(throws: EncodeError(.fragments)) { try headers(65_536, 1) }
        #expect(throws: EncodeError(.size)) { try headers(65_535, 1) }
    }

    @Test("Sizes pass at their limits and fail beyond")
    func limits() throws {
        var limits = ChatFramingLimits()
        limits.messageBytes = 100
        limits.packetBytes = 60
        limits.fragmentBytes = 90
        limits.batchMessages = 2
        func count(_ message: [UInt8], _ size: Int? = nil) throws -> Int {
            var encoder = ChatPacketEncoder(options(fragmentSize: size, limits: limits))
            return try encoder.packets(message).count
        }
        let space = [UInt8](repeating: 0x20, count: 101)
        #expect(try count(Array(space[..<60])) == 84)
        #expect(throws: EncodeError(.size)) { try count(Array(space[..<61])) }
        #expect(try count(Array(space[..<90]), 48) == 90 + 72)
        #expect(throws: EncodeError(.size)) { try count(Array(space[..<90]), 49) }
        #expect(throws: EncodeError(.size)) { try count(Array(space[..<91]), 48) }
        limits.packetBytes = 200
        #expect(try count(Array(space[..<100])) == 124)
        #expect(throws: EncodeError(.size)) { try count(space) }
        #expect(try count([0x5b] + space) == 126)
        var batch = ChatBatchEncoder(limits: limits)
        #expect(throws: EncodeError(.size)) { try batch.append([]) }
        #expect(throws: EncodeError(.size)) { try batch.append(space) }
        try batch.append([1])
        try batch.append([2])
        #expect(throws: EncodeError(.size)) { try batch.append([3]) }
        #expect(batch.count == 2)
        batch.removeAll()
        // The unit of an empty batch is its message count, whether or not the batch had messages (FRM-066).
        let new = ChatBatchEncoder()
        let units = [new.unit.array, batch.unit.array]
        #expect(units == [[0, 0, 0, 0], [0, 0, 0, 0]])
        var written: [UInt8] = []
        var encoder = ChatPacketEncoder()
        try encoder.encode(batch, into: &written)
        #expect(written.isEmpty && encoder.nextSequence == 1)
    }

    @Test("A buffer that is too small is unchanged, and the required length is reported")
    func smallBuffers() throws {
        let message = [UInt8](repeating: 0x61, count: 300)
        for size in [nil, 50] {
            for deflate in [false, true] {
                var encoder = ChatPacketEncoder(options(deflate: deflate, fragmentSize: size))
                let needed = size == nil ? 324 : 300 + 6 * 36
                for room in [0, 24, needed - 1] {
                    var buffer = [UInt8](repeating: 0x55, count: room)
                    var span = buffer.mutableSpan
                    #expect(try encoder.encode(message.span, into: &span) == .needs(needed))
                    #expect(buffer.allSatisfy { $0 == 0x55 } && encoder.nextSequence == 1)
                }
                var buffer = [UInt8](repeating: 0x55, count: needed + 1)
                var span = buffer.mutableSpan
                guard case .written(let length) = try encoder.encode(message.span, into: &span) else {
                    Issue.record("not written")
                    return
                }
                #expect(deflate ? length < needed : length == needed)
                if !deflate { #expect(buffer[needed] == 0x55) }
            }
        }
    }

    @Test("A unit of five bytes is never deflated, and is refused whatever the room (FRM-065, FRM-093)")
    func shortUnits() {
        // Four bytes of a deflated unit are its length.
        var limits = ChatFramingLimits()
        limits.packetBytes = 1
        var settings = options(deflate: true, limits: limits)
        settings.deflateMinimum = 1
        var encoder = ChatPacketEncoder(settings)
        let message = [UInt8](repeating: 0x61, count: 5)
        var buffer: [UInt8] = []
        var span = buffer.mutableSpan
        do throws(EncodeError) {
            let length = try encoder.encode(message.span, into: &span)
            Issue.record("\(length)")
        } catch {
            #expect(error == EncodeError(.size))
        }
    }

    @Test("Bytes are written to a buffer once, also if there are none")
    func nothing() throws {
        var calls = 0
        var buffer: [UInt8] = []
        try buffer.append { (_) throws(EncodeError) in
            calls += 1
            if calls > 1 { throw EncodeError(.size) }
            return .written(0)
        }
        #expect(calls == 1 && buffer.isEmpty)
    }

    @Test("Sequence numbers start at 1, wrap around to 1, and 0 is for heartbeats")
    func sequence() throws {
        var encoder = ChatPacketEncoder()
        encoder.nextSequence = .max
        _ = try encoder.packets([1])
        #expect(encoder.nextSequence == 1)
    }

    @Test("A stream buffer keeps pending bytes up to its limit")
    func streamBuffer() {
        var buffer = StreamBuffer(limit: 10)
        let one = [UInt8](0..<6)
        #expect(buffer.append(one.span) && !buffer.append(one.span) && buffer.count == 6)
        buffer.removeFirst(4)
        #expect(buffer.append(one.span) && buffer.bytes.array == [4, 5, 0, 1, 2, 3, 4, 5])
        buffer.removeFirst(99)
        #expect(buffer.count == 0 && buffer.append(one.span))
        buffer.removeFirst(-1)
        #expect(buffer.count == 6)
        var full = StreamBuffer(limit: 10)
        let ten = [UInt8](0..<10)
        #expect(full.append(ten.span) && full.count == 10 && full.bytes.array == ten)
    }
}

/// Whether the build is optimized; debug builds allocate for closures and casts that optimized builds do not.
private let isOptimized: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
}()

@Suite(
    "Framing: allocations", .enabled(if: imwire_counts_allocations() && isOptimized, "counted in optimized builds only")
)
struct FramingAllocationTests {
    /// Returns the number of allocations after the buffers are warm.
    private func count(_ body: () -> Void) -> UInt64 {
        for _ in 0..<3 { body() }
        let before = imwire_allocations()
        for _ in 0..<50 { body() }
        return imwire_allocations() - before
    }

    @Test("Decoding plain packets, batches and deflated packets allocates nothing")
    func packets() {
        let bytes = Golden.heartbeatPacket + Golden.loginPacket + Golden.batchPacket + Golden.deflatedPacket
        var decoder = ChatPacketUnitDecoder()
        var units = 0
        let allocations = count {
            var position = 0
            while true {
                switch decoder.next(in: bytes.span, from: &position) {
                case .needMore: return
                case .unit(let unit):
                    var messages = unit.messages
                    while let message = messages.next() { units += message.bytes.count > 0 ? 1 : 0 }
                case .heartbeat, .fault: continue
                }
            }
        }
        #expect(allocations == 0)
        #expect(units == 53 * 4)
    }

    @Test("Decoding lines allocates nothing", arguments: ChatLineEncoding.allCases)
    func lines(encoding: ChatLineEncoding) throws {
        let bytes = try ChatLineEncoder(ChatLineFraming(.lf, encoding)).line(Golden.login)
        var decoder = ChatLineDecoder(ChatLineFraming(.lf, encoding))
        var units = 0
        let allocations = count {
            var position = 0
            while true {
                switch decoder.next(in: bytes.span, from: &position) {
                case .needMore: return
                case .unit(let unit): units += unit.bytes.count == 80 ? 1 : 0
                case .heartbeat, .fault: continue
                }
            }
        }
        #expect(allocations == 0)
        #expect(units == 53)
    }

    @Test("Encoding into a buffer that is large enough allocates nothing", arguments: [false, true])
    func writing(deflate: Bool) throws {
        var options = ChatPacketEncoder.Options()
        options.deflate = deflate
        options.deflateMinimum = 0
        options.fragmentSize = 60
        var encoder = ChatPacketEncoder(options)
        let message = Golden.login + Golden.login + Golden.login
        var batch = ChatBatchEncoder()
        var buffer: [UInt8] = []
        let line = ChatLineEncoder()
        let allocations = count {
            buffer.removeAll(keepingCapacity: true)
            batch.removeAll()
            do {
                try batch.append(message.span)
                try encoder.encode(message.span, into: &buffer)
                try encoder.encode(batch, into: &buffer)
                try line.encode(message.span, into: &buffer)
            } catch {
                Issue.record(error)
            }
        }
        #expect(allocations == 0)
        #expect(!buffer.isEmpty)
    }
}
