// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Packets of the socket chat in chunks of 64 KiB, against SwiftNIO, and against C++ with libdeflate.
struct FrameRows {
    let race: Race
    let adapter: Adapter?

    enum Kind: String, CaseIterable {
        case checked = "with checksum"
        case unchecked = "without checksum"
        case deflated = "deflated"
    }

    private static let chunk = 65_536

    func rows(_ kind: Kind, _ bytes: Int) throws -> [Row] {
        let payload = Self.payload(bytes)
        let frames = max(8, 4 * Self.chunk / (bytes + 24))
        var options = ChatPacketEncoder.Options()
        options.deflate = kind == .deflated
        var encoder = ChatPacketEncoder(options)
        var stream: [UInt8] = []
        for _ in 0..<frames { try encoder.encode(payload.span, into: &stream) }
        let reader = FrameReader(stream, chunk: Self.chunk, comparesChecksums: kind != .unchecked)
        let name = "\(bytes) B, \(kind.rawValue)"
        guard reader.read() == frames * bytes else { throw Disagreement("\(name): our result is not what was written") }
        var sides = [Side.ours("decode") { count in for _ in 0..<count { keep(reader.read()) } }]
        if kind != .deflated {
            let peer = NIOFrameReader(stream, chunk: Self.chunk, comparesChecksums: kind == .checked)
            guard peer.read() == frames * bytes else { throw Disagreement("\(name): SwiftNIO has another result") }
            sides.append(
                Side("NIO", "", "decode", against: "decode") { count in for _ in 0..<count { keep(peer.read()) } })
        }
        if kind != .unchecked, let task = adapter?.task("frames", "", stream), let adapter {
            guard task.description == Array(String(frames * bytes).utf8) else {
                throw Disagreement("\(name): libdeflate has another result")
            }
            sides.append(adapter.side("frames", against: "decode", task))
        }
        return race.rows("frame", name, bytes: bytes, operations: Double(frames), sides)
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

/// A reader that is passed a stream in chunks, and keeps the rest of a chunk for the next.
private final class FrameReader {
    private let chunks: [[UInt8]]
    private let comparesChecksums: Bool
    private var rest: [UInt8] = []

    init(_ stream: [UInt8], chunk: Int, comparesChecksums: Bool) {
        self.comparesChecksums = comparesChecksums
        chunks = stride(from: 0, to: stream.count, by: chunk).map {
            Array(stream[$0..<min($0 + chunk, stream.count)])
        }
    }

    /// Reads the stream and returns the total number of bytes of all units.
    func read() -> Int {
        var decoder = ChatPacketUnitDecoder(comparesChecksums: comparesChecksums)
        var total = 0
        rest.removeAll(keepingCapacity: true)
        for chunk in chunks {
            var position = 0
            if rest.isEmpty {
                total += Self.drain(&decoder, chunk.span, &position)
                rest.append(contentsOf: chunk[position...])
            } else {
                rest.append(contentsOf: chunk)
                total += Self.drain(&decoder, rest.span, &position)
                rest.removeFirst(position)
            }
        }
        return total
    }

    private static func drain(
        _ decoder: inout ChatPacketUnitDecoder, _ bytes: Span<UInt8>, _ position: inout Int
    ) -> Int {
        var total = 0
        while true {
            switch decoder.next(in: bytes, from: &position) {
            case .needMore: return total
            case .unit(let unit): total += unit.bytes.count
            case .heartbeat, .fault: return -1
            }
        }
    }
}
