// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CAllocations
import IMWire

/// A benchmark of one kind of framing with payloads of one size.
struct FramingBenchmark {
    /// The kind of framing to measure.
    enum Kind: String, CaseIterable {
        case packets = "packets"
        case unchecked = "packets, no CRC"
        case deflated = "packets, deflate"
        case base64 = "lines, base64"
        case json = "lines, json"
    }

    /// The results for one kind and payload size: nanoseconds and allocations per frame.
    struct Row {
        var kind: Kind
        var bytes: Int
        var small: Double
        var large: Double
        /// SwiftNIO's time in chunks of 64 KiB, or nil if SwiftNIO has no comparable decoder for this kind.
        var peer: Double?
        var encode: Double
        var decodeAllocations: Double
        var encodeAllocations: Double
    }

    var turns: Int

    func row(_ kind: Kind, _ bytes: Int) throws -> Row {
        let payload = Self.payload(bytes)
        let frames = max(8, 400_000 / (bytes + 40))
        var stream: [UInt8] = []
        var writer = FrameWriter(kind)
        for _ in 0..<frames { try writer.write(payload, into: &stream) }
        let small = FrameReader(kind, stream, chunk: 1_460)
        let large = FrameReader(kind, stream, chunk: 65_536)
        // Time only readers that return what was written.
        guard small.read() == frames * bytes, large.read() == frames * bytes else {
            throw ValidationError("\(kind.rawValue), \(bytes) bytes: reading does not return what was written")
        }
        let peer =
            kind == .packets || kind == .unchecked
            ? NIOFrameReader(stream, chunk: 65_536, comparesChecksums: kind == .packets) : nil
        if let peer, peer.read() != frames * bytes {
            throw ValidationError("\(kind.rawValue), \(bytes) bytes: SwiftNIO does not read what was written")
        }
        var buffer: [UInt8] = []
        buffer.reserveCapacity(stream.count + 65_536)
        func encode() {
            buffer.removeAll(keepingCapacity: true)
            for _ in 0..<frames { try? writer.write(payload, into: &buffer) }
        }
        encode()
        let before = imwire_allocations()
        encode()
        let between = imwire_allocations()
        keep(large.read())
        let after = imwire_allocations()
        let times = Stopwatch(turns: turns).measure(
            [{ keep(small.read()) }, { keep(large.read()) }, encode]
                + (peer.map { peer in [{ keep(peer.read()) }] } ?? [])
        ).map { $0 / Double(frames) }
        return Row(
            kind: kind, bytes: bytes, small: times[0], large: times[1], peer: times.count > 3 ? times[3] : nil,
            encode: times[2],
            decodeAllocations: Double(after - between) / Double(frames),
            encodeAllocations: Double(between - before) / Double(frames))
    }

    /// Returns a message of `count` bytes whose text is about as compressible as text that people write.
    private static func payload(_ count: Int) -> [UInt8] {
        let head = Array(#"{"messageType":"normal","content":""#.utf8)
        let tail = Array(#""}"#.utf8)
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        let letters = Array("etaoin shrdlucmfwypvbgkqjxz 0123".utf8)
        let text = (0..<max(0, count - head.count - tail.count)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return letters[Int(state >> 60) + Int(state >> 56 & 15)]
        }
        return head + text + tail
    }
}

/// A writer for frames of one kind.
private struct FrameWriter: ~Copyable {
    private var packets: ChatPacketEncoder?
    private let lines: ChatLineEncoder

    init(_ kind: FramingBenchmark.Kind) {
        var options = ChatPacketEncoder.Options()
        options.deflate = kind == .deflated
        packets = kind == .base64 || kind == .json ? nil : ChatPacketEncoder(options)
        lines = ChatLineEncoder(ChatLineFraming(.lf, kind == .json ? .json : .base64))
    }

    mutating func write(_ payload: [UInt8], into buffer: inout [UInt8]) throws {
        if try packets?.encode(payload.span, into: &buffer) == nil { try lines.encode(payload.span, into: &buffer) }
    }
}

/// A reader that consumes a stream in chunks, as they arrive from a socket, and keeps the rest of each chunk for the
/// next.
private final class FrameReader {
    private let kind: FramingBenchmark.Kind
    private let stream: [UInt8]
    private let chunk: Int
    private var packets: ChatPacketUnitDecoder
    private var lines: ChatLineDecoder
    private var buffer: StreamBuffer

    init(_ kind: FramingBenchmark.Kind, _ stream: [UInt8], chunk: Int) {
        self.kind = kind
        self.stream = stream
        self.chunk = chunk
        packets = ChatPacketUnitDecoder(comparesChecksums: kind != .unchecked)
        lines = ChatLineDecoder(ChatLineFraming(.lf, kind == .json ? .json : .base64))
        buffer = StreamBuffer(limit: packets.maximumPending + chunk)
    }

    /// Reads the whole stream and returns the total number of bytes of all units.
    func read() -> Int {
        let stream = stream
        var total = 0
        var start = 0
        while start < stream.count {
            let end = min(start + chunk, stream.count)
            guard buffer.append(stream.span.extracting(start..<end)) else { return -1 }
            start = end
            var position = 0
            if kind == .base64 || kind == .json {
                total += Self.drain(&lines, buffer.bytes, &position)
            } else {
                total += Self.drain(&packets, buffer.bytes, &position)
            }
            buffer.removeFirst(position)
        }
        return total
    }

    /// Adds the size of a unit, and returns whether there may be another step.
    private static func add(_ step: ChatUnitStep, to total: inout Int) -> Bool {
        switch step {
        case .needMore: return false
        case .unit(let unit): total += unit.bytes.count
        case .heartbeat, .fault: total -= 1
        }
        return true
    }

    private static func drain(_ decoder: inout ChatLineDecoder, _ bytes: Span<UInt8>, _ position: inout Int) -> Int {
        var total = 0
        while add(decoder.next(in: bytes, from: &position), to: &total) {}
        return total
    }

    private static func drain(_ decoder: inout ChatPacketUnitDecoder, _ bytes: Span<UInt8>, _ position: inout Int)
        -> Int
    {
        var total = 0
        while add(decoder.next(in: bytes, from: &position), to: &total) {}
        return total
    }
}

#endif
