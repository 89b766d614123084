// SPDX-License-Identifier: Apache-2.0

import CAllocations
import IMWire
import Testing

/// Whether the build is optimized; debug builds allocate for closures and casts that optimized builds do not.
private let isOptimized: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
}()

@Suite("Framing: memory")
struct FramingMemoryTests {
    private static let unit = Array(#"{"messageType":"loginReceipt","toUserID":"u1"}"#.utf8)

    /// Returns the offset of a unit in the memory of `bytes`.
    private func place(_ unit: Span<UInt8>, in bytes: Span<UInt8>) -> Int? {
        let start = unsafe bytes.withUnsafeBufferPointer { unsafe $0.baseAddress.map { Int(bitPattern: $0) } }
        let place = unsafe unit.withUnsafeBufferPointer { unsafe $0.baseAddress.map { Int(bitPattern: $0) } }
        guard let start, let place else { return nil }
        return place - start
    }

    private func next(_ decoder: inout ChatLineDecoder, _ bytes: Span<UInt8>) -> Int? {
        var position = 0
        switch decoder.next(in: bytes, from: &position) {
        case .unit(let unit): return place(unit.bytes, in: bytes)
        case .needMore, .fault, .heartbeat: return nil
        }
    }

    private func next(_ decoder: inout ChatPacketUnitDecoder, _ bytes: Span<UInt8>) -> Int? {
        var position = 0
        switch decoder.next(in: bytes, from: &position) {
        case .unit(let unit): return place(unit.bytes, in: bytes)
        case .needMore, .fault, .heartbeat: return nil
        }
    }

    private func packet() throws -> [UInt8] {
        var encoder = ChatPacketEncoder()
        var packet: [UInt8] = []
        try encoder.encode(Self.unit.span, into: &packet)
        return packet
    }

    @Test("JSON lines and packets are delivered in place (FRM-009)")
    func places() throws {
        let line = Self.unit + [0x0a]
        var lines = ChatLineDecoder(ChatLineFraming(.lf, .json))
        let inLine = next(&lines, line.span)
        #expect(inLine == 0)
        let packet = try packet()
        var packets = ChatPacketUnitDecoder()
        let inPacket = next(&packets, packet.span)
        #expect(inPacket == 24)
    }

    @Test(
        "A complete line or packet in the buffer is decoded without allocating (FRM-009)",
        .enabled(if: imwire_counts_allocations() && isOptimized, "counted in optimized builds only"))
    func allocations() throws {
        let json = Self.unit + [0x0a]
        var base64: [UInt8] = []
        try ChatLineEncoder().encode(Self.unit.span, into: &base64)
        let packet = try packet()
        var jsonLines = ChatLineDecoder(ChatLineFraming(.lf, .json))
        var base64Lines = ChatLineDecoder()
        var packets = ChatPacketUnitDecoder()
        func read() {
            _ = next(&jsonLines, json.span)
            _ = next(&base64Lines, base64.span)
            _ = next(&packets, packet.span)
        }
        for _ in 0..<3 { read() }
        let before = imwire_allocations()
        for _ in 0..<100 { read() }
        #expect(imwire_allocations() - before == 0)
    }

    @Test(
        "A decoder holds at most one packet, its open sets and one inflated frame (FRM-081)",
        .enabled(if: imwire_counts_allocations()))
    func limits() throws {
        var limits = ChatFramingLimits()
        limits.openFragments = 4
        limits.fragmentBytes = 262_144
        limits.packetBytes = 4_096
        limits.inflatedBytes = 65_536
        var decoder = ChatPacketUnitDecoder(limits: limits)
        #expect(decoder.maximumPending <= limits.packetBytes + 255)
        // The first fragments of 2,000 sets, which claim 125 MiB in total; no memory is allocated for sets beyond the
        // limits.
        var settings = ChatPacketEncoder.Options()
        settings.fragmentSize = 1_024
        var encoder = ChatPacketEncoder(settings)
        var first: [UInt8] = []
        for _ in 0..<2_000 {
            var packets: [UInt8] = []
            try encoder.encode(Array(repeating: UInt8(ascii: "a"), count: 65_536).span, into: &packets)
            first += packets.prefix(24 + 12 + 1_024)
        }
        let before = imwire_allocated_bytes()
        var position = 0
        var refused = 0
        reading: while true {
            switch decoder.next(in: first.span, from: &position) {
            case .needMore: break reading
            case .fault(let fault): if fault.error.code == .frameFragmentLimit { refused += 1 }
            case .heartbeat, .unit: Issue.record("a unit was completed")
            }
            #expect(decoder.openFragmentSets <= limits.openFragments)
        }
        #expect(refused == 2_000 - limits.openFragments)
        // The limit includes the allocations for errors.
        #expect(imwire_allocated_bytes() &- before < 8 << 20)
    }

    @Test("The pending bytes of a line decoder are limited, and an overlong line is not kept (FRM-081)")
    func endlessLine() {
        var limits = ChatFramingLimits()
        limits.lineBytes = 1_000
        var decoder = ChatLineDecoder(limits: limits)
        // A line of `lineBytes` and its delimiter, which is one byte.
        #expect(decoder.maximumPending == 1_001)
        var buffer = StreamBuffer(limit: decoder.maximumPending + 64)
        let chunk = [UInt8](repeating: UInt8(ascii: "A"), count: 64)
        var faults = 0
        for _ in 0..<10_000 {
            let isTaken = buffer.append(chunk.span)
            #expect(isTaken)
            var position = 0
            reading: while true {
                switch decoder.next(in: buffer.bytes, from: &position) {
                case .needMore: break reading
                case .fault: faults += 1
                case .heartbeat, .unit: Issue.record("a line was completed")
                }
            }
            buffer.removeFirst(position)
            #expect(buffer.count <= decoder.maximumPending)
        }
        #expect(faults == 1)
    }
}
