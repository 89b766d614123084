// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore

/// A reader of socket chat that detects the framing from the first bytes of each direction (FRM-008).
final class ProxyChatReader: ProxyReader {
    let logsParts = false
    private let directions: [RMTPDirection: ProxyChatDirection]
    var pending: Int { directions.values.reduce(0) { $0 + $1.pending } }

    init(_ mode: DecodingMode) {
        directions = [.up: ProxyChatDirection(mode), .down: ProxyChatDirection(mode)]
    }

    func read(_ buffer: ByteBuffer, _ direction: RMTPDirection) -> ProxyArrivals {
        (directions[direction]?.read(buffer) ?? []).map { (direction, $0) }
    }

    func end(_ direction: RMTPDirection) -> ProxyArrivals {
        (directions[direction]?.end() ?? []).map { (direction, $0) }
    }
}

/// One direction of a socket chat connection.
private final class ProxyChatDirection {
    private let mode: DecodingMode
    private var probe = FramingProbe()
    private var waiting = ByteBuffer()
    private var framing = StreamFraming.packet
    /// The decoder, or nil until the framing is known.
    private var decoder: ChatUnitDecoder?

    private static let limit = 65_536

    var pending: Int { waiting.readableBytes }

    init(_ mode: DecodingMode) {
        self.mode = mode
    }

    func read(_ buffer: ByteBuffer) -> [ProxyArrival] {
        waiting.writeImmutableBuffer(buffer)
        if decoder == nil {
            probe.add(buffer.readableBytesView)
            guard probe.isEnough || waiting.readableBytes > ProxyChatDirection.limit else { return [] }
            detectFraming()
        }
        return units()
    }

    func end() -> [ProxyArrival] {
        if decoder == nil, waiting.readableBytes > 0 { detectFraming() }
        let found = units()
        guard let last = decoder?.decodeLast(buffer: &waiting, seenEOF: true) else { return found }
        return found + [.chat(last, [], framing)]
    }

    private func detectFraming() {
        framing = FramingDetection(Array(waiting.readableBytesView)).framing
        decoder = ChatUnitDecoder(ChatFraming(framing), mode: mode)
    }

    private func units() -> [ProxyArrival] {
        var found: [ProxyArrival] = []
        while waiting.readableBytes > 0 {
            var bytes = waiting
            guard let unit = decoder?.decode(buffer: &waiting) else { break }
            let read = bytes.readSlice(length: bytes.readableBytes - waiting.readableBytes) ?? ByteBuffer()
            found.append(.chat(unit, Array(read.readableBytesView), framing))
        }
        waiting.discardReadBytes()
        return found
    }
}

#endif
