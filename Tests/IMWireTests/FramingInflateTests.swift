// SPDX-License-Identifier: Apache-2.0

import CZlib
import IMWire
import IMWireTestSupport
import Testing

/// Returns a zlib stream of `bytes`.
func deflated(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    var length = UInt(bytes.count + bytes.count / 100 + 64)
    var output = [UInt8](repeating: 0, count: Int(length))
    let result = unsafe bytes.withUnsafeBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe compress2(output.baseAddress, &length, input.baseAddress, UInt(input.count), level)
        }
    }
    #expect(result == Z_OK)
    return Array(output[..<Int(length)])
}

@Suite("Framing: deflate and batches")
struct FramingInflateTests {
    private static let text = Array(#"{"messageType":"system"}"#.utf8)

    private func unit(_ stream: [UInt8], length: Int) -> [UInt8] { Golden.big(UInt32(length)) + stream }

    private func expect(
        _ unit: [UInt8], _ code: DecodeError.Code, _ byte: Int, flags: UInt16 = 1,
        limits: ChatFramingLimits = ChatFramingLimits(),
        _ at: SourceLocation = #_sourceLocation
    ) {
        let drip = DripFeed { ChatPacketUnitDecoder(limits: limits) }
        let isBatch = flags & 4 != 0 && flags & 1 != 0
        let stream = Golden.packet(unit, flags: flags) + Golden.loginPacket
        let findings = drip.verify(
            stream,
            [
                .fault(code, at: 24 + byte, inner: isBatch ? 0 : nil),
                .unit(Golden.login, at: 24 + unit.count + 24, sequence: 1),
            ], pending: 0)
        #expect(findings.isEmpty, "\(findings)", sourceLocation: at)
        // The offset in a fragmented unit refers to the unit.
        guard unit.count > 1 else { return }
        let half = unit.count / 2
        let parts =
            Golden.fragment(0, 2, UInt32(unit.count), 0, Array(unit[..<half]), flags: flags | 2)
            + Golden.fragment(1, 2, UInt32(unit.count), UInt32(half), Array(unit[half...]), flags: flags | 2)
        #expect(
            drip.run([parts]).items == [.fault(code, at: 36 + half + 24, inner: byte)], sourceLocation: at)
    }

    @Test("Anything but exactly one zlib stream is rejected at byte 4 of the frame")
    func wrongStreams() {
        let good = deflated(Self.text)
        for count in 0..<6 { expect(Array(unit(good, length: 24)[..<count]), .frameInflate, 4) }
        for count in 2..<good.count { expect(unit(Array(good[..<count]), length: 24), .frameInflate, 4) }
        expect(unit(good + [0], length: 24), .frameInflate, 4)
        expect(unit(deflated([]) + [0], length: 0), .frameInflate, 4)
        var adler = good
        adler[adler.count - 1] ^= 1
        expect(unit(adler, length: 24), .frameInflate, 4)
        expect(unit([0x78, 0xbb, 0, 0, 0, 1] + good[2...], length: 24), .frameInflate, 4)
        expect(unit([0x1f, 0x8b] + good[2...], length: 24), .frameInflate, 4)
    }

    @Test("A stream with more or fewer bytes than its length is rejected")
    func lengths() {
        let good = deflated(Self.text)
        for length in [0, 1, 23, 25, 1_000] { expect(unit(good, length: length), .frameInflateLength, 0) }
        // The length is checked at the end of the stream, before bytes after the stream are detected.
        expect(unit(good + [0], length: 25), .frameInflateLength, 0)
        // The buffer is full before the error in the stream is detected.
        var adler = good
        adler[adler.count - 1] ^= 1
        expect(unit(adler, length: 23), .frameInflateLength, 0)
        let empty = deflated([])
        let result = DripFeed { ChatPacketUnitDecoder() }.run([Golden.packet(unit(empty, length: 0), flags: 1)])
        #expect(result.items == [.unit([], at: 24, flags: .deflate, sequence: 1)])
        expect(unit(empty, length: 1), .frameInflateLength, 0)
    }

    @Test("Size and ratio pass at their limits and fail beyond")
    func limits() {
        let zeros = [UInt8](repeating: 0x20, count: 2_000)
        let stream = deflated(zeros)
        var limits = ChatFramingLimits()
        limits.inflatedBytes = 2_000
        #expect(
            DripFeed { ChatPacketUnitDecoder(limits: limits) }.run([
                Golden.packet(unit(stream, length: 2_000), flags: 1)
            ]).items
                == [.unit(zeros, at: 24, flags: .deflate, sequence: 1)])
        limits.inflatedBytes = 1_999
        expect(unit(stream, length: 2_000), .frameInflateSize, 0, limits: limits)
        limits = ChatFramingLimits()
        limits.inflateFloor = 1_999
        limits.inflateRatio = 2_000 / stream.count
        expect(unit(stream, length: 2_000), .frameInflateRatio, 0, limits: limits)
        limits.inflateFloor = 2_000
        #expect(
            DripFeed { ChatPacketUnitDecoder(limits: limits) }.run([
                Golden.packet(unit(stream, length: 2_000), flags: 1)
            ]).items
                .count == 1)
        limits.inflateFloor = 0
        limits.inflateRatio = 2_000 / stream.count + 1
        let passed = DripFeed { ChatPacketUnitDecoder(limits: limits) }.run([
            Golden.packet(unit(stream, length: 2_000), flags: 1)
        ]
        )
        #expect(passed.items == [.unit(zeros, at: 24, flags: .deflate, sequence: 1)])
    }

    @Test("Bombs of 1 MiB to 1 GiB are stopped, whatever length they declare", arguments: [1, 4, 16, 64, 256, 1_024])
    func bombs(mebibytes: Int) {
        let stream = bomb(mebibytes << 20)
        let drip = DripFeed { ChatPacketUnitDecoder() }
        func first(_ length: Int) -> FramingItem? {
            drip.run([Golden.packet(unit(stream, length: length), flags: 1)]).items.first
        }
        // zlib reaches a ratio of about 1,000, and the limit is 100.
        let honest: DecodeError.Code = mebibytes <= 4 ? .frameInflateRatio : .frameInflateSize
        let isPacket = stream.count + 4 <= ChatFramingLimits().packetBytes
        if isPacket {
            #expect(first(mebibytes << 20) == .fault(honest, at: 24))
            #expect(first(65_536) == .fault(.frameInflateLength, at: 24))
        } else {
            #expect(first(mebibytes << 20) == .fault(.frameLength, at: 12, .connection))
        }
    }

    /// Returns a zlib stream of `count` zeros, compressed in pieces.
    private func bomb(_ count: Int) -> [UInt8] {
        var stream = unsafe z_stream()
        var output = [UInt8](repeating: 0, count: count / 900 + 1_024)
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        unsafe deflateInit_(&stream, 1, ZLIB_VERSION, size)
        let room = output.count
        let left = unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe stream.next_out = output.baseAddress
            unsafe stream.avail_out = UInt32(room)
            for index in 0..<count >> 20 {
                unsafe piece.withUnsafeBufferPointer { piece in
                    unsafe stream.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
                    unsafe stream.avail_in = UInt32(piece.count)
                    _ = unsafe deflate(&stream, index == count >> 20 - 1 ? Z_FINISH : Z_NO_FLUSH)
                }
            }
            return unsafe Int(stream.avail_out)
        }
        unsafe deflateEnd(&stream)
        return Array(output[..<(room - left)])
    }

    @Test("A batch with a wrong structure is rejected as a whole")
    func batches() {
        let good = Golden.batchUnit
        func refused(
            _ unit: [UInt8], _ code: DecodeError.Code = .frameBatch, limits: ChatFramingLimits = ChatFramingLimits()
        ) {
            expect(unit, code, 0, flags: 4, limits: limits)
            expect(self.unit(deflated(unit), length: unit.count), code, 0, flags: 5, limits: limits)
        }
        for count in 0..<good.count { expect(Array(good[..<count]), .frameBatch, 0, flags: 4) }
        refused(good + [0])
        refused(Golden.big(UInt32(0)))
        refused(Golden.big(UInt32(1)) + Golden.big(UInt32(0)))
        refused(Golden.big(UInt32(2)) + Golden.big(UInt32(1)) + [1] + Golden.big(UInt32(0)))
        refused(Golden.big(UInt32(1)) + Golden.big(UInt32.max) + [1])
        refused(Golden.big(UInt32.max), .frameBatchLimit)
        var limits = ChatFramingLimits()
        limits.batchMessages = 1
        refused(good, .frameBatchLimit, limits: limits)
    }

    @Test("A message of messageBytes passes, one byte more fails, and other messages are kept")
    func messages() {
        var limits = ChatFramingLimits()
        limits.messageBytes = 24
        func sizes(_ bytes: [UInt8], flags: UInt16) -> [Int?] {
            var decoder = ChatPacketUnitDecoder(limits: limits)
            let packet = Golden.packet(bytes, flags: flags)
            var position = 0
            guard case .unit(let unit) = decoder.next(in: packet.span, from: &position) else { return [] }
            var messages = unit.messages
            var found: [Int?] = []
            while let message = messages.next() { found.append(message.sizeError.map { unit.fault($0).error.offset }) }
            return found
        }
        #expect(sizes(Golden.batchUnit, flags: 4) == [nil, 24 + 36])
        #expect(sizes(Golden.system, flags: 0) == [nil])
        #expect(sizes(Golden.system + [0x20], flags: 0) == [24])
        #expect(sizes([0x20, 0x5b] + Golden.system, flags: 0) == [nil])
    }

    @Test("Offsets in a frame become offsets in the stream unless compressed")
    func places() {
        func place(_ bytes: [UInt8], _ inner: Int) -> StreamFault? {
            var decoder = ChatPacketUnitDecoder()
            var position = 0
            while true {
                switch decoder.next(in: bytes.span, from: &position) {
                case .unit(let unit): return unit.fault(DecodeError(.jsonSyntax, offset: inner))
                case .needMore: return nil
                default: continue
                }
            }
        }
        #expect(place(Golden.loginPacket, 5) == StreamFault(DecodeError(.jsonSyntax, offset: 29)))
        #expect(place(Golden.deflatedPacket, 5) == StreamFault(DecodeError(.jsonSyntax, offset: 24), inner: 5))
        #expect(place(Golden.fragmentPackets, 5) == StreamFault(DecodeError(.jsonSyntax, offset: 84), inner: 5))
    }
}
